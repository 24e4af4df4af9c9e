import { askedOfNew, CANDIDATE, type Field, message, isFromPeople } from '@nonet/language';
import type { FieldError } from '../../refusal.ts';
import type { SqlVariable } from '../../sql/context.ts';
import { compileCondition } from '../../sql/expression.ts';
import { column, quote, type StoredField, storedFields, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import { circleOf } from '../../sql/circle.ts';
import { notShown } from '../../sql/not-shown.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { together } from '../../store/pool.ts';
import { withoutConsequences } from './consequences.ts';
import { brokenEntries, brokenForm, brokenLimit, type Broken, isSameValue, required } from './field-limits.ts';
import { actorSettings } from './actor-settings.ts';
import { fieldError } from '../refuse.ts';
import {
  actorKey,
  clauseContext,
  fromThis,
  isOneOf,
  oneOf,
  perform,
  THIS,
  type Touched,
  touchedKey,
  type Write,
} from '../write.ts';

export interface Checked {
  readonly errors: readonly FieldError[];
  /** By touched record: the fields that broke a limit, so that no rule is judged on them. */
  readonly broken: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Sets fields to null whose `when` doesn't hold, then checks required, lengths, ranges, patterns, forms and `among` of every
 * touched record (3).
 */
export async function checkFields(write: Write): Promise<Checked> {
  const all: { readonly touched: Touched; readonly field: Field; readonly limit: Broken }[] = [];
  const broken = new Map<string, Set<string>>();
  const alive = [...write.touched.values()].filter((touched) => !touched.deleted);
  const groups = [...Map.groupBy(alive, (touched) => touched.entity)];
  const hidden = groups.map(([entity, records]) => emptyHidden(write, entity, records));
  const selected = groups.map(([entity, records]) =>
    selectRows(
      write,
      entity,
      records.map((touched) => touched.id),
    ),
  );
  // Awaits both together: if the first fails, the statements behind it fail as well.
  const [, found] = await together([together(hidden), together(selected)]);
  for (const [place, [entity, records]] of groups.entries()) {
    const rows = found[place] ?? new Map();
    for (const touched of records) {
      const row = rows.get(touched.id);
      if (row === undefined) continue;
      for (const [field, limit] of brokenOf(write, touched, row)) {
        mark(broken, touchedKey(entity, touched.id), field.name);
        markOwner(write, broken, entity, row);
        all.push({ touched, field, limit });
      }
    }
  }
  for (const { touched } of all) write.broken?.add(touched.id);
  const errors = withoutConsequences(write.index, all).map(({ touched, field, limit }) => {
    const path = touched.copied?.get(field.name) ?? (touched.path === null ? null : `${touched.path}${field.name}`);
    return fieldError(write.index, limit.code, field, path, limit.message);
  });
  return { errors, broken };
}

function mark(broken: Map<string, Set<string>>, key: string, field: string): void {
  const fields = broken.get(key) ?? new Set();
  broken.set(key, fields.add(field));
}

function markOwner(write: Write, broken: Map<string, Set<string>>, entity: string, row: Record<string, unknown>): void {
  const { owner } = write.index.entity(entity);
  if (owner !== null) mark(broken, touchedKey(owner.entity, String(row.owner_id)), owner.field);
}

function* brokenOf(write: Write, touched: Touched, row: Record<string, unknown>): Generator<[Field, Broken]> {
  const entity = write.index.entity(touched.entity);
  const before = touched.before === null ? null : (JSON.parse(touched.before) as Record<string, unknown>);
  for (const field of checkedFields(write, touched.entity)) {
    const value = row[field.name];
    const isAsked = field.when === null || row[`when_${field.name}`] === true;
    const broken = (asked: Field) =>
      value === null && asked.required && isAsked ? required(asked) : brokenLimit(asked, value, actorSettings(write));
    const isGiven = before === null || !isSameValue(field, value, before[field.name]);
    const circle = row[`circle_${field.name}`];
    const limit =
      broken(field) ??
      (isGiven ? brokenForm(field, value) : null) ??
      (isGiven && field.forNew !== undefined ? broken(askedOfNew(field)) : null);
    if (limit !== null) yield [field, limit];
    else if (field.amongGap !== undefined) {
      if (value !== null && isGiven && hasChosen(value))
        throw notShown(message('notShown', { what: field.label }), field.amongGap);
    } else if (
      field.among !== null &&
      value !== null &&
      !isAmong(row[`among_${field.name}`], value, before?.[field.name])
    ) {
      yield [field, { code: 'NOT_ALLOWED', message: message('notAmong', { label: field.label }) }];
    } else if (isGiven && Array.isArray(circle)) {
      const titles = [circle.at(-1), ...circle].map((title: unknown) => (typeof title === 'string' ? title : '…'));
      yield [field, { code: 'NOT_ALLOWED', message: message('circle', { label: field.label, titles }) }];
    }
  }
  for (const { field } of write.index.children(entity.name)) {
    const limit = brokenEntries(field, Number(row[`count_${field.name}`]));
    if (limit !== null) yield [field, limit];
  }
}

/**
 * Whether the new records of a reference are among those that its `among` admits; for a `many`, `verdict` lists the
 * admitted ones.
 */
function isAmong(verdict: unknown, value: unknown, before: unknown): boolean {
  if (!Array.isArray(value)) return before === value || verdict === true;
  const known = new Set<unknown>([
    ...(Array.isArray(before) ? before : []),
    ...(Array.isArray(verdict) ? verdict : []),
  ]);
  return value.every((id) => known.has(id));
}

/** Whether there is a record to judge by `among`. */
function hasChosen(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}

/** Values that the product itself gives (numbers, the state) can't break a limit. */
export function checkedFields(write: Pick<Write, 'index'>, entity: string): StoredField[] {
  return storedFields(write.index.entity(entity)).filter(
    (field) => isFromPeople(field.type) && field.type.kind !== 'roles',
  );
}

async function selectRows(
  write: Write,
  entity: string,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const rows = await perform(
    write,
    `check ${entity} ${actorKey(write)} ${ids.length === 1}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const selected = [`${column(THIS, 'id')} as record_id`];
      if (write.index.entity(entity).owner !== null)
        selected.push(`${column(THIS, SYSTEM_COLUMNS.parent)} as owner_id`);
      for (const field of checkedFields(write, entity)) {
        selected.push(column(THIS, field.name));
        if (field.when !== null)
          selected.push(`${compileCondition(field.when, context)} as ${quote(`when_${field.name}`)}`);
        if (field.among !== null && field.amongGap === undefined)
          selected.push(`${amongOf(write, parameters, entity, field)} as ${quote(`among_${field.name}`)}`);
        if (field.tree) {
          const reading = { ...context, authority: write.system ? null : write.authority };
          const circle = circleOf({ kind: 'row', entity, alias: THIS }, field.name, reading);
          selected.push(`${circle} as ${quote(`circle_${field.name}`)}`);
        }
      }
      for (const { field, entity: child } of write.index.children(entity)) {
        selected.push(
          `(select count(*) from ${table(child.name)} c where c.${quote(SYSTEM_COLUMNS.parent)} = ${column(THIS, 'id')} and c.${quote(SYSTEM_COLUMNS.deletedAt)} is null) as ${quote(`count_${field.name}`)}`,
        );
      }
      return `select ${selected.join(', ')} ${fromThis(entity)} where ${isOneOf(parameters, ids)}`;
    },
    oneOf(ids),
  );
  return new Map(rows.map((row) => [String(row.record_id), row]));
}

/**
 * The SQL of whether a reference is among the records that its `among` admits; for a `many`, the ids of the admitted
 * ones.
 */
function amongOf(write: Write, parameters: Parameters, entity: string, { among, name, type }: StoredField): string {
  if (among === null || (type.kind !== 'reference' && type.kind !== 'many')) return 'true';
  const condition = (candidate: SqlVariable) =>
    compileCondition(among, clauseContext(write, parameters, entity, { [CANDIDATE]: candidate }));
  if (type.kind === 'reference') return condition({ kind: 'id', entity: type.entity, sql: column(THIS, name) });
  const alias = parameters.alias();
  const fits = condition({ kind: 'row', entity: type.entity, alias });
  return `array(select ${alias}."id" from ${table(type.entity)} ${alias} where ${alias}."id" = any(${column(THIS, name)}) and ${fits})`;
}

async function emptyHidden(write: Write, entity: string, records: readonly Touched[]): Promise<void> {
  const hidden = storedFields(write.index.entity(entity)).filter((field) => field.when !== null);
  if (hidden.length === 0) return;
  const ids = records.map((touched) => touched.id);
  await perform(
    write,
    `hide ${entity} ${actorKey(write)} ${records.length === 1}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const sets = hidden.map(
        (field) =>
          `${quote(field.name)} = case when ${field.when === null ? 'true' : compileCondition(field.when, context)} then ${column(THIS, field.name)} ${field.type.kind === 'many' ? `else '{}'` : ''} end`,
      );
      return `update ${table(entity)} ${THIS} set ${sets.join(', ')} where ${isOneOf(parameters, ids)}`;
    },
    oneOf(ids),
  );
}
