import { isDeepStrictEqual } from 'node:util';
import { type Entity, type FieldType, hasForm, hasValue, PHONE_FORM, takesFrom } from '@nonet/language';
import { mediaTypesOf } from '../files/types.ts';
import type { PlanIndex } from '../plan-index.ts';
import { holdsValue } from '../run/known-default.ts';
import { THIS } from '../run/write.ts';
import { column, columnOf, digitsOf, quote, SYSTEM_COLUMNS, storedTable, tableName } from '../sql/identifiers.ts';
import { type Change, has, type NextColumn, plain, records, where } from './change.ts';
import { definedType, type FieldColumn } from './describe.ts';

/** Whole numbers have so many digits at most. */
const WHOLE_NUMBERS = { precision: 15, scale: 0 } as const;

/** The changes of the values of a stored field whose type or rules have changed. */
export function compareColumn(
  entity: Entity,
  old: FieldColumn,
  now: FieldColumn,
  before: PlanIndex,
  after: PlanIndex,
): Change[] {
  const { field } = now;
  const { field: previous } = old;
  const name = `${entity.name}.${field.name}`;
  const value = column(THIS, columnOf(field));
  const changes: Change[] = [];
  const refuseWhere = (
    condition: string,
    words: (count: number) => string,
    remedy: string,
    done: Pick<Change, 'statements' | 'alters' | 'next'> = { statements: [], alters: null, next: [] },
  ) =>
    changes.push({
      ...plain(field, `${name} changed`, []),
      ...done,
      obstacle: where(entity, words, remedy, () => condition),
    });
  const next = (value: NextColumn['value']) => ({
    statements: [],
    alters: null,
    next: [{ entity: entity.name, column: now, value }],
  });

  if (!isKept(previous.type, field.type, before, after)) {
    refuseWhere(
      holdsValue(previous, columnOf(field)),
      (n) => `\`${name}\` is of another type now: ${records(n)} ${has(n)} a value`,
      `${takesFrom(field.type) ? 'add `from …`, which works the new value out of the former fields; or ' : ''}keep the field as it is, and state one of the new type beside it`,
      next({ kind: 'empty' }),
    );
    return changes;
  }
  if (old.type !== now.type) {
    const formerly = digitsOf(previous.type, before.plan.settings);
    const isWhole = field.type.kind === 'integer';
    const { precision, scale } = isWhole ? WHOLE_NUMBERS : digitsOf(field.type, after.plan.settings);
    const rounded = `round(${value}::numeric, ${scale})`;
    refuseWhere(
      `abs(${rounded}) >= 10::numeric ^ ${precision - scale}`,
      (n) => `\`${name}\` has fewer digits now: ${records(n)} ${n === 1 ? 'is' : 'are'} beyond them`,
      'state as many digits as before, add `from …` that makes them smaller, or change these records first',
    );
    const exact = `${value} is not null and ${value}::numeric is distinct from ${rounded}`;
    // More digits before the point only change the catalogue; any other change would rewrite every record.
    const isWider =
      !isWhole && formerly.scale === scale && formerly.precision > scale && formerly.precision <= precision;
    const statements = [
      `alter table ${storedTable(entity.name)} alter column ${quote(field.name)} type ${definedType(now)}`,
    ];
    refuseWhere(
      exact,
      (n) => `\`${name}\` has fewer places now: ${records(n)} would be rounded`,
      'state as many places as before, add `from round(…)`, or change these records first',
      isWider ? { statements, alters: entity.name, next: [] } : next({ kind: 'former' }),
    );
  }
  if (field.type.kind === 'text' && (previous.type.kind === 'long text' || previous.type.kind === 'markdown')) {
    refuseWhere(
      `${value} ~ '[\\n\\t]'`,
      (n) => `\`${name}\` is one line now: ${records(n)} ${has(n)} several`,
      'state it as `long text`, or change these records first',
    );
  }
  if (field.type.kind === 'phone' && previous.type.kind !== 'phone')
    refuseWhere(
      `${value} collate "C" !~ '${PHONE_FORM}'`,
      (n) => `\`${name}\` is a telephone number now: ${records(n)} ${has(n)} a text that is none`,
      `add what these records have: \`from if … then ${field.name} else …\`; leave them without: \`from ${field.name} else open\`; or change them first`,
    );
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
          : `add what these records have: \`from if ${field.name} == "${choice.name}" then … else ${field.name}\`; state \`was ${choice.name}\` at the choice that takes its place; or keep the choice until no record has it`,
      );
    const known = [...choices].map(literal).join(', ');
    if (previous.type.kind !== 'enum' && previous.type.kind !== 'state')
      refuseWhere(
        `${value} not in (${known || "''"})`,
        (n) => `\`${name}\` is a choice now: ${records(n)} ${has(n)} a value that is none`,
        `state a choice for each value, or add \`from if ${field.name} == "…" then "…" else …\`${field.type.kind === 'state' ? '' : `, or leave these records without: \`from ${field.name} else open\``}`,
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
  const column = {
    name: SYSTEM_COLUMNS.enteredAt,
    type: 'timestamptz',
    isNotNull: false,
    default: null,
    field: null,
  } as const;
  return { entity: entity.name, column, value: { kind: 'now' } };
}

/** Whether the values of one type are values of the other (without the counts of `compareColumn`). */
export function isKept(old: FieldType, now: FieldType, before: PlanIndex, after: PlanIndex): boolean {
  return meaningOf(old, before) === meaningOf(now, after) || widens(old, now);
}

/** The name of a choice as SQL: it has letters, digits and `_` alone. */
function literal(name: string): string {
  return `'${quote(name).slice(1, -1)}'`;
}

/** The meaning of a stored value; two types with the same meaning hold the same data. */
function meaningOf(type: FieldType, index: PlanIndex): string {
  if (type.kind === 'enum' || type.kind === 'state') return 'choice';
  if (type.kind === 'reference') return `reference ${tableName(type.entity)}`;
  if (type.kind === 'many') return `many ${tableName(type.entity)}`;
  if (type.kind === 'money') return `money ${type.currency ?? index.plan.settings.currency}`;
  if (type.kind === 'file' || type.kind === 'image') return 'file';
  return type.kind;
}

/** Whether every value of the one type is the same value of the other (without the counts of `compareColumn`). */
function widens(old: FieldType, now: FieldType): boolean {
  if (hasValue(old, 'text', 'made text', 'choice') && ((hasValue(now, 'text') && !hasForm(now)) || now.kind === 'enum'))
    return true;
  if (hasValue(old, 'text') && now.kind === 'phone') return true;
  return (old.kind === 'integer' && now.kind === 'decimal') || (old.kind === 'decimal' && now.kind === 'integer');
}
