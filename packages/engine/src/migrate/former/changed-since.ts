import { type Expression, type Field, readFields } from '@nonet/language';
import { quote, storedTable } from '../../sql/identifiers.ts';
import type { NextColumn } from '../change.ts';
import type { ChangedTable, PlannedChange } from '../planned-change.ts';
import { canBeKept, sinceName } from './kept-column.ts';
import { CHANGED, MADE } from './restore-converted.ts';

// A `from` without `back`: the former values are kept, and are right as long as nobody has given the field another value.
// A column says of which records that is not so, and these alone close the way back.

/** The columns of a table whose values come from a `from` without `back`, if everything that it reads is kept. */
export function convertedOneWay(change: PlannedChange, { next }: ChangedTable): readonly NextColumn[] {
  return next.filter(({ entity, column: { name, field }, value }) => {
    if (value.kind !== 'conversion' || field === null) return false;
    const { conversion, expression, rule } = change.conversions.pending.get(`${entity}.${name}`) ?? {};
    if (rule !== 'from' || conversion?.back !== undefined || expression === null || expression === undefined)
      return false;
    return isReplacedKept(change, entity, field) && areKept(change, expression);
  });
}

/** Whether the values that the field itself had, by its new names, are kept. */
function isReplacedKept({ renamed }: PlannedChange, entity: string, field: Field): boolean {
  const former = renamed.findField(entity, field.name);
  if (former === null || former.computed !== null) return true;
  const areStates = former.type.kind === 'state' && field.type.kind === 'state';
  return areStates || canBeKept(former);
}

/** Whether all that an expression over the former document reads is kept, or is there as it was. */
export function areKept(change: PlannedChange, expression: Expression): boolean {
  return readFields(expression).every(({ entity, field: name }) => {
    const field = change.before.findField(entity, name);
    const table = change.tables.get(change.names.entity(entity));
    if (table === undefined || table.isRebuilt) return false;
    if (field !== null && field.computed !== null) return areKept(change, field.computed);
    // The whole table of an entity that is gone is kept, with the record that a list belongs to.
    if (table.now === null) return true;
    if (field === null) return false;
    if (['children', 'all'].includes(field.type.kind)) return true;
    const now = change.names.field(entity, name);
    const there = table.now.columns.find((each) => each.name === now);
    const isReplaced = table.next.some(({ column }) => column.name === now);
    if (there !== undefined && !isReplaced) return true;
    // The instant at which a state was entered is kept where the field stays a state.
    return field.type.kind === 'state' ? there?.field?.type.kind === 'state' : canBeKept(field);
  });
}

/** The statements that add the columns, with no value for the records that are there. */
export function addSince(change: PlannedChange, changed: ChangedTable): string[] {
  const { now } = changed;
  if (now === null) return [];
  return convertedOneWay(change, changed).map(
    ({ column }) => `alter table ${storedTable(now.entity.name)} add column ${quote(sinceName(column.name))} text`,
  );
}

/** The statements of the trigger by which the column follows what the version in use writes. */
export function noteSince({ column: { name } }: NextColumn): string[] {
  const since = `new.${quote(sinceName(name))}`;
  return [
    `if tg_op = 'INSERT' then ${since} := '${MADE}'; elsif ${since} is null and new.${quote(name)} is distinct from old.${quote(name)} then ${since} := '${CHANGED}'; end if;`,
  ];
}

/** The same where a process of the former version has written what the field's value is computed from. */
export function forgetSince({ column: { name } }: NextColumn): string {
  return `new.${quote(sinceName(name))} := null;`;
}
