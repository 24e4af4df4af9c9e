import { isDeepStrictEqual } from 'node:util';
import { type Entity, type Field, type FieldType, hasValue } from '@nonet/language';
import { mediaTypesOf } from '../files/types.ts';
import type { PlanIndex } from '../plan-index.ts';
import { THIS } from '../run/write.ts';
import { column, type ColumnName, columnOf, quote, SYSTEM_COLUMNS, table, tableName } from '../sql/identifiers.ts';
import { type Change, has, type NextColumn, plain, records, where } from './change.ts';
import type { ColumnDescription } from './describe.ts';

/** What becomes of the values of a stored field whose type or rules have changed. */
export function compareColumn(
  entity: Entity,
  old: ColumnDescription,
  now: ColumnDescription,
  before: PlanIndex,
  after: PlanIndex,
): Change[] {
  const field = now.field as Field;
  const previous = old.field as Field;
  const name = `${entity.name}.${field.name}`;
  const value = column(THIS, columnOf(field));
  const changes: Change[] = [];
  const refuseWhere = (
    condition: string,
    words: (count: number) => string,
    remedy: string,
    done: Pick<Change, 'statements' | 'next'> = { statements: [], next: [] },
  ) =>
    changes.push({
      ...plain(field, `${name} changed`, []),
      ...done,
      obstacle: where(entity, words, remedy, () => condition),
    });
  const next = (value: NextColumn['value']) => ({
    statements: [],
    next: [{ entity: entity.name, column: now, value }],
  });

  if (!isKept(previous.type, field.type, before, after)) {
    refuseWhere(
      holdsValue(previous, columnOf(field)),
      (n) => `\`${name}\` is of another type now: ${records(n)} ${has(n)} a value`,
      `add \`from …\`, which works the new value out of the former fields; or keep the field as it is, and state one of the new type beside it`,
      next({ kind: 'empty' }),
    );
    return changes;
  }
  if (old.type !== now.type) {
    const rounded = `round(${value}::numeric, ${scaleOf(now.type)})`;
    refuseWhere(
      `abs(${rounded}) >= 10::numeric ^ ${digitsOf(now.type)}`,
      (n) => `\`${name}\` has fewer digits now: ${records(n)} ${n === 1 ? 'is' : 'are'} beyond them`,
      'state as many digits as before, add `from …` that makes them smaller, or change these records first',
    );
    const exact = `${value} is not null and ${value}::numeric is distinct from ${rounded}`;
    // More digits before the point are a matter of the catalogue; anything else would write every record anew.
    const isWider =
      scaleOf(old.type) === scaleOf(now.type) && digitsOf(old.type) > 0 && digitsOf(old.type) <= digitsOf(now.type);
    const statements = [`alter table ${table(entity.name)} alter column ${quote(field.name)} type ${now.type}`];
    refuseWhere(
      exact,
      (n) => `\`${name}\` has fewer places now: ${records(n)} would be rounded`,
      'state as many places as before, add `from round(…)`, or change these records first',
      isWider ? { statements, next: [] } : next({ kind: 'former' }),
    );
  }
  if (field.type.kind === 'text' && (previous.type.kind === 'long text' || previous.type.kind === 'markdown')) {
    refuseWhere(
      `${value} ~ '[\\n\\t]'`,
      (n) => `\`${name}\` is one line now: ${records(n)} ${has(n)} several`,
      'state it as `long text`, or change these records first',
    );
  }
  if (field.type.kind === 'enum' || field.type.kind === 'state') {
    const choices = new Set(field.type.values.map((choice) => choice.name));
    const former = previous.type.kind === 'enum' || previous.type.kind === 'state' ? previous.type.values : [];
    const gone = former.filter((choice) => !choices.has(choice.name));
    for (const choice of gone)
      refuseWhere(
        `${value} = ${literal(choice.name)}`,
        (n) => `\`${choice.name}\` of \`${name}\` is gone: ${records(n)} ${has(n)} it`,
        field.type.kind === 'state'
          ? `state \`was ${choice.name}\` at the state that takes its place, or keep it until no record is in it`
          : `add what these records have: \`from if ${field.name} == "${choice.name}" then … else ${field.name}\`; or keep the choice until no record has it`,
      );
    const known = [...choices].map(literal).join(', ');
    if (previous.type.kind !== 'enum' && previous.type.kind !== 'state')
      refuseWhere(
        `${value} not in (${known || "''"})`,
        (n) => `\`${name}\` is a choice now: ${records(n)} ${has(n)} a value that is none`,
        'state a choice for each value, add `from if … == "…" then "…" else …`, or change these records first',
      );
  }
  if (field.type.kind === 'state' && previous.type.kind !== 'state')
    changes.push({ ...plain(field, `${name} is the state now`, []), next: [enteredNow(entity)] });
  const taken = mediaTypesOf(field.type);
  if (
    meaningOf(field.type, after) === 'file' &&
    taken !== null &&
    !isDeepStrictEqual(taken, mediaTypesOf(previous.type))
  ) {
    const types = taken.map((type) => `'${type}'`).join(', ');
    refuseWhere(
      `exists (select from nonet.file f where f.id = ${value} and f.type not in (${types || "''"}))`,
      (n) => `\`${name}\` takes fewer kinds of files now: ${records(n)} ${has(n)} another`,
      'take the former kinds too, or replace these files first',
    );
  }
  return changes;
}

/** Since when records are in their state: since the change that gives them one. */
export function enteredNow(entity: Entity): NextColumn {
  const column = { name: SYSTEM_COLUMNS.enteredAt, type: 'timestamptz', extra: '', field: null };
  return { entity: entity.name, column, value: { kind: 'now' } };
}

/** Whether the values of one type are values of the other (the counts of `compareColumn` apart). */
export function isKept(old: FieldType, now: FieldType, before: PlanIndex, after: PlanIndex): boolean {
  return meaningOf(old, before) === meaningOf(now, after) || widens(old, now);
}

/** The name of a choice as SQL: it has letters, digits and `_` alone. */
function literal(name: string): string {
  return `'${quote(name).slice(1, -1)}'`;
}

/** What a stored value means; two types with one meaning hold the same data. */
function meaningOf(type: FieldType, index: PlanIndex): string {
  if (type.kind === 'enum' || type.kind === 'state') return 'choice';
  if (type.kind === 'reference') return `reference ${tableName(type.entity)}`;
  if (type.kind === 'many') return `many ${tableName(type.entity)}`;
  if (type.kind === 'money') return `money ${type.currency ?? index.plan.settings.currency}`;
  if (type.kind === 'file' || type.kind === 'image') return 'file';
  return type.kind;
}

/** Whether every value of the one type is the same value of the other (the counts of `compareColumn` apart). */
function widens(old: FieldType, now: FieldType): boolean {
  if (
    hasValue(old, 'text', 'made text', 'choice') &&
    (now.kind === 'text' || now.kind === 'long text' || now.kind === 'markdown' || now.kind === 'enum')
  )
    return true;
  return old.kind === 'integer' && now.kind === 'decimal';
}

/** The condition that a record (`this_`) has a value in a field: a list that is empty is none. */
export function holdsValue(field: Field | null, name: ColumnName): string {
  return `${column(THIS, name)} ${field?.type.kind === 'many' ? `<> '{}'` : 'is not null'}`;
}

/** `numeric(8, 2)`: 2. */
function scaleOf(type: string): number {
  return Number(/, (\d+)\)$/.exec(type)?.[1] ?? 0);
}

/** How many digits stand before the point: 6 of `numeric(8, 2)`. */
function digitsOf(type: string): number {
  return Number(/^numeric\((\d+)/.exec(type)?.[1] ?? 0) - scaleOf(type);
}
