import { isDeepStrictEqual } from 'node:util';
import {
  type Bound,
  type Entity,
  type Expression,
  type Field,
  hasValue,
  takesForNew,
  takesFrom,
} from '@nonet/language';
import Big from 'big.js';
import type { PlanIndex } from '../plan-index.ts';
import { column, columnOf, isStored, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { circleOf } from '../sql/circle.ts';
import { postgresPattern } from '../sql/pattern.ts';
import { isCountedText, lengthSql } from '../run/validation/field-limits.ts';
import { THIS } from '../run/write.ts';
import { type Change, forbidden, has, records, where } from './change.ts';
import { holdsValue } from '../run/known-default.ts';
import { compileAskedFor } from './asked-for.ts';

/** The remedy if a required field would be empty, by the origin of its values; null: the refusal itself names it. */
const REMEDIES = {
  conversion:
    'say what such records have: `from if … == null then … else …`; leave them without it: `from … else open`; or state `optional`',
  computed: null,
} as const;

/**
 * New limits of a field (3): people who save a record that breaks one would be refused for values that they have not
 * written, or would empty the field without being asked. Judged on the storage as it will be, in which new fields have
 * their defaults.
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
    summary: string,
  ) => changes.push(forbidden(field, `${name} ${summary}`, where(entity, words, remedy, condition)));

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
          ? oneOf('state a `default` that has a value', takesFrom(field.type) && 'a `from …`', '`optional`')
          : oneOf(
              takesFrom(field.type) &&
                `add what these records have: \`from if ${field.name} == null then … else ${field.name}\``,
              takesForNew(field.type) && 'ask it of new records alone: `required for new`',
              'state `optional`',
            ),
      'is required',
    );
  if (previous !== null && when !== null && isAskedAnew && field.type.kind !== 'children')
    refuseWhere(
      (parameters) => `${holdsValue(field, columnOf(field))} and not ${isAsked(parameters)}`,
      (n) => `\`${name}\` is asked for of fewer records now: ${records(n)} ${has(n)} a value that would go`,
      oneOf(
        'state the former `when`',
        takesFrom(field.type) && `let these values go: \`from ${field.name}\``,
        'empty them first',
      ),
      'is asked for of fewer records',
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
        ? 'state another limit, what such records have instead (`from if … then … else …`), or leave them without: `from … else open`'
        : remedyOf(field, bound, beyond, previous === null),
      'is limited more tightly',
    );
  }
  if (field.tree && !previous?.tree)
    refuseWhere(
      (parameters) => {
        const row = { kind: 'row', entity: entity.name, alias: THIS } as const;
        const context = { index, parameters, variables: new Map(), authority: null };
        return `${circleOf(row, field.name, context)} is not null`;
      },
      (n) =>
        `\`${name}\` is a \`tree\` now: ${records(n)} ${n === 1 ? 'leads' : 'lead'} back to ${n === 1 ? 'itself' : 'themselves'}`,
      'lead them elsewhere first',
      'is a tree',
    );
  const { pattern } = field;
  if (pattern !== null && pattern !== previous?.pattern && isCountedText(field.type))
    refuseWhere(
      (parameters) =>
        `${column(THIS, columnOf(field))} collate "C" !~ ${parameters.bind(postgresPattern(pattern), 'text')}`,
      (n) => `\`${name}\` must match /${pattern}/ now: ${records(n)} ${n === 1 ? "doesn't" : "don't"}`,
      oneOf(
        takesForNew(field.type) && 'ask it of new values alone (`matches /…/ for new`)',
        takesFrom(field.type) && 'add `from …` that gives these records another value',
        previous === null ? 'state another `default`' : 'change them first',
      ),
      `must match /${pattern}/`,
    );
  return changes;
}

/** A list's records are counted whenever one is saved: nothing is asked of new ones alone. */
function remedyOf({ type }: Field, { value, constant }: Bound, beyond: '<' | '>', isNew: boolean): string {
  const named = constant ?? value;
  const forNew =
    takesForNew(type) &&
    `ask this one of new values alone (\`${beyond === '<' ? `${named}..` : `..${named}`} for new\`)`;
  const from = takesFrom(type) && 'add `from …` that brings these records within it';
  const rule =
    type.kind === 'children' &&
    'ask this one of later records by a rule of point 5 (`date(created_at) < "…" or count(…) …`)';
  if (!isNew)
    return oneOf(
      `state the former limit${forNew ? ` and ${forNew}` : ''}${rule ? ` and ${rule}` : ''}`,
      from,
      'change them first',
    );
  return rule ? `leave it out, and ${rule}` : oneOf('state another `default`', 'another limit', forNew, from);
}

/** The alternatives, each sufficient by itself, as one sentence. */
function oneOf(...ways: readonly (string | false)[]): string {
  const [last = '', ...others] = ways.filter((way) => way !== false).toReversed();
  return [...others.toReversed(), `or ${last}`].join(others.length > 1 ? '; ' : ', ');
}

/**
 * Numbers are given on create: records that were there before have none. A list has entries or not, and is never null.
 */
function isRequired({ type, required }: Field): boolean {
  return required && !['number', 'many', 'children'].includes(type.kind);
}

/**
 * The condition under which a field is asked for on a record (`when`), without a user: nobody acts when a document is
 * put to use.
 */
function askedFor(index: PlanIndex, parameters: Parameters, entity: Entity, when: Expression): string {
  const variables = new Map([
    ['this', { kind: 'row', entity: entity.name, alias: THIS }],
    ['user', { kind: 'null' }],
  ] as const);
  return compileAskedFor(when, { index, parameters, variables, authority: null });
}

function isTighter(bound: Bound, former: Bound | null, beyond: '<' | '>'): boolean {
  if (former === null) return true;
  const difference = new Big(bound.value).cmp(former.value);
  return beyond === '<' ? difference > 0 : difference < 0;
}

/**
 * The quantity that a field's bounds limit: a length, a value, or the number of records in a list; null if there is
 * none.
 */
function measure(index: PlanIndex, entity: Entity, field: Field): string | null {
  if (field.type.kind === 'children') {
    const child = index.children(entity.name).find((each) => each.field.name === field.name)?.entity;
    if (child === undefined) return null;
    return `(select count(*) from ${table(child.name)} c where c.${quote(SYSTEM_COLUMNS.parent)} = ${column(THIS, 'id')} and c.${quote(SYSTEM_COLUMNS.deletedAt)} is null)`;
  }
  if (!isStored(field)) return null;
  const value = column(THIS, columnOf(field));
  if (field.type.kind === 'many') return `cardinality(${value})`;
  if (isCountedText(field.type)) return lengthSql(field.type, value);
  return hasValue(field.type, 'number') ? value : null;
}
