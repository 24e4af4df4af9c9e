import { isDeepStrictEqual } from 'node:util';
import { type Bound, type Entity, type Expression, type Field, hasValue } from '@nonet/language';
import Big from 'big.js';
import type { PlanIndex } from '../plan-index.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, columnOf, isStored, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { postgresPattern } from '../sql/pattern.ts';
import { isCountedText } from '../run/limits.ts';
import { THIS } from '../run/write.ts';
import { type Change, forbidden, has, records, where } from './change.ts';
import { holdsValue } from './compare-column.ts';

/** What to do where a required field would be empty, by where its values come from; null: the words say it. */
const REMEDIES = {
  conversion: 'say what such records have: `from if … == null then … else …`; or state `optional`',
  computed: null,
} as const;

/**
 * The limits of a field that its document states now and did not before (3): whoever saved a record that breaks one would
 * be refused for what they have not written, or would empty it unasked. Judged on the storage as it will be, where new
 * fields have their defaults.
 */
export function compareLimits(
  entity: Entity,
  previous: Field | null,
  field: Field,
  index: PlanIndex,
  origin: 'conversion' | 'computed' | 'other',
): Change[] {
  const name = `${entity.name}.${field.name}`;
  const changes: Change[] = [];
  const refuseWhere = (
    condition: (parameters: Parameters) => string,
    words: (count: number) => string,
    remedy: string | null,
  ) => changes.push(forbidden(field, `${name} changed`, where(entity, words, remedy, condition)));

  const { when } = field;
  const isAsked = (parameters: Parameters) => (when === null ? 'true' : askedFor(index, parameters, entity, when));
  const isAskedAnew = previous === null || !isDeepStrictEqual(previous.when, when);
  if (isRequired(field) && (previous === null || !previous.required || (isAskedAnew && previous.when !== null)))
    refuseWhere(
      (parameters) => `${column(THIS, columnOf(field))} is null and ${isAsked(parameters)}`,
      (n) => {
        if (origin === 'conversion')
          return `the \`from\` of \`${name}\` comes to nothing, and the field is required: ${records(n)} would lack it`;
        if (origin === 'computed')
          return `\`${name}\` is stored and required now, and was computed as empty: ${records(n)} would lack it; write \`optional\``;
        return previous === null
          ? `\`${name}\` is new and required, and its default is empty: ${records(n)} would lack it`
          : `\`${name}\` is required now: ${records(n)} ${n === 1 ? 'lacks' : 'lack'} it`;
      },
      origin !== 'other'
        ? REMEDIES[origin]
        : previous === null
          ? 'state a `default` that has a value, or `optional`'
          : `add what these records have: \`from if ${field.name} == null then … else ${field.name}\`; or leave it \`optional\` until they have one`,
    );
  if (previous !== null && when !== null && isAskedAnew && field.type.kind !== 'children')
    refuseWhere(
      (parameters) => `${holdsValue(field, columnOf(field))} and not ${isAsked(parameters)}`,
      (n) => `\`${name}\` is asked for of fewer records now: ${records(n)} ${has(n)} a value that would go`,
      'state the former `when`, or empty these values first',
    );
  const measured = measure(index, entity, field);
  for (const [bound, former, beyond] of [
    [field.minimum, previous?.minimum, '<'],
    [field.maximum, previous?.maximum, '>'],
  ] as const) {
    if (measured === null || bound === null || !isTighter(bound, former ?? null, beyond)) continue;
    refuseWhere(
      (parameters) => `${measured} ${beyond} ${parameters.bind(bound.value, 'numeric')}`,
      (n) =>
        `\`${name}\` is limited ${previous === null ? '' : 'more tightly '}now: ${records(n)} ${n === 1 ? 'is' : 'are'} beyond it`,
      previous === null && origin === 'conversion'
        ? 'state another limit, or what such records have instead: `from if … then … else …`'
        : 'state the former limit, add `from …` that brings these records within it, or change them first',
    );
  }
  const { pattern } = field;
  if (pattern !== null && pattern !== previous?.pattern && isCountedText(field.type))
    refuseWhere(
      (parameters) =>
        `${column(THIS, columnOf(field))} collate "C" !~ ${parameters.bind(postgresPattern(pattern), 'text')}`,
      (n) => `\`${name}\` must match /${pattern}/ now: ${records(n)} ${n === 1 ? "doesn't" : "don't"}`,
      'state the former pattern, add `from …` that gives these records another value, or change them first',
    );
  return changes;
}

/** Numbers are given on create: records that were there before have none. A list has entries or not, and is never null. */
function isRequired({ type, required }: Field): boolean {
  return required && !['number', 'many', 'children'].includes(type.kind);
}

/** Whether a field is asked for of a record (`when`), judged for nobody: nobody acts when a document is put to use. */
function askedFor(index: PlanIndex, parameters: Parameters, entity: Entity, when: Expression): string {
  const variables = new Map([
    ['this', { kind: 'row', entity: entity.name, alias: THIS }],
    ['user', { kind: 'null' }],
  ] as const);
  return compileCondition(when, { index, parameters, variables, authority: null });
}

function isTighter(bound: Bound, former: Bound | null, beyond: '<' | '>'): boolean {
  if (former === null) return true;
  const difference = new Big(bound.value).cmp(former.value);
  return beyond === '<' ? difference > 0 : difference < 0;
}

/** What the bounds of a field are about: a length, a value, or how many records a list has; null where it has none. */
function measure(index: PlanIndex, entity: Entity, field: Field): string | null {
  if (field.type.kind === 'children') {
    const child = index.children(entity.name).find((each) => each.field.name === field.name)?.entity;
    if (child === undefined) return null;
    return `(select count(*) from ${table(child.name)} c where c.${quote(SYSTEM_COLUMNS.parent)} = ${column(THIS, 'id')} and c.${quote(SYSTEM_COLUMNS.deletedAt)} is null)`;
  }
  if (!isStored(field)) return null;
  const value = column(THIS, columnOf(field));
  if (field.type.kind === 'many') return `cardinality(${value})`;
  if (isCountedText(field.type)) return `char_length(${value})`;
  return hasValue(field.type, 'number') ? value : null;
}
