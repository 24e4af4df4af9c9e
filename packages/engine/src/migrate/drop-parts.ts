import { isDeepStrictEqual } from 'node:util';
import { type Clause, type Entity, isStatedAsGone, type Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { holdsValue, knownDefault } from '../run/known-default.ts';
import { THIS } from '../run/write.ts';
import { keyOfRecords, textOf } from '../seed/later-records.ts';
import { column, columnOf, idSequence, quote, storedTable, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { additive, altering, type Change, has, type Obstacle, records, where } from './change.ts';
import { computeStored } from './compute-stored.ts';
import { type ColumnDescription, type TableDescription, targetName } from './describe.ts';
import { goneRemedy } from './gone.ts';
import { NOWHERE, type PlaceOfGone } from './place-of-gone.ts';

/**
 * A column that the next document has no more.
 * @param read The fields (`Entity.field`) whose values have a place elsewhere.
 */
export function dropColumn(
  entity: Entity,
  column: ColumnDescription,
  read: ReadonlySet<string>,
  before: PlanIndex,
  after: PlanIndex,
): Change {
  const isStated = isStatedAsGone(after.plan, 'field', column.name, entity.name);
  const computed = column.field === null || isStated ? null : computeStored(entity, column.field, before, after);
  if (computed !== null) return computed;
  const isDefault = column.field === null ? null : knownDefault(entity, column.field, before);
  const held = (words: Obstacle['words'], remedy: string | null) =>
    where(
      entity,
      words,
      remedy,
      (parameters) =>
        `${holdsValue(column.field, column.name)}${isDefault === null ? '' : ` and ${isDefault(parameters)} is not true`}`,
    );
  const lost = held(
    (n) => `${entity.name}.${column.name} is gone: ${records(n)} ${n === 1 ? 'loses its' : 'lose their'} value`,
    null,
  );
  const isComputed = (after.findField(entity.name, column.name)?.computed ?? null) !== null;
  return {
    ...altering(column.field ?? entity, `${entity.name}.${column.name} is gone`, entity.name, [
      `alter table ${storedTable(entity.name)} drop column ${quote(column.name)}`,
    ]),
    drops: { entity: entity.name, column: column.name },
    // If a `from` reads it, its values are kept in that field.
    ...(isStated ? { loses: lost } : {}),
    obstacle:
      isStated || read.has(`${entity.name}.${column.name}`)
        ? null
        : held(
            (n) =>
              `\`${entity.name}.${column.name}\` is gone: ${records(n)} ${has(n)} a value${isDefault === null ? '' : ' other than its default'}`,
            `state \`was ${column.name}\` at the field that has its values now, add a \`from …\` that reads it to the field that they go into; or ${goneRemedy('field', column.name, entity.name, isComputed)}`,
          ),
  };
}

/** A table that the next document has no more. `place`: where its records are instead. */
export function dropTable(description: TableDescription, plan: Plan, place: PlaceOfGone = NOWHERE): Change {
  const name = description.entity.name;
  const isStated = isStatedAsGone(plan, 'entity', name);
  const lost = where(description.entity, (n) => `${name} is gone with ${records(n)}`, null);
  return {
    ...altering(description.entity, `${name} is gone`, name, [
      `drop table ${storedTable(name)} cascade`,
      `drop sequence if exists ${idSequence(name)}`,
    ]),
    drops: { entity: name, column: null },
    ...(isStated ? { loses: lost } : {}),
    obstacle: isStated
      ? null
      : where(
          description.entity,
          (n) =>
            place.lost === null
              ? `\`${name}\` is gone: there ${n === 1 ? 'is one record' : `are ${n} records`}`
              : `\`${name}\` is gone: what ${records(n)} ${n === 1 ? 'holds has' : 'hold has'} no place elsewhere`,
          `state \`(was: ${name})\` at the entity that has them now, or \`| from | ${name} |\` among the settings of a new one that is made from them; or ${goneRemedy('entity', name)}`,
          (parameters) =>
            [isOfPeople(description.entity)(parameters), ...(place.lost === null ? [] : [`(${place.lost})`])].join(
              ' and ',
            ),
        ),
  };
}

/**
 * A condition that a record is not one of the document's own `Records` in its original form (3): nobody has entered
 * such a record, so nothing is lost with it.
 */
function isOfPeople(entity: Entity): (parameters: Parameters) => string {
  const key = keyOfRecords(entity);
  if (key === null || entity.records.length === 0) return () => 'true';
  return (parameters) => {
    const names = entity.records.map((record) => parameters.bind(textOf(record, key), 'text'));
    const isPutIn = `${column(THIS, SYSTEM_COLUMNS.version)} = 1 and ${column(THIS, SYSTEM_COLUMNS.createdBy)} is null`;
    return `not (${isPutIn} and ${column(THIS, columnOf(key))} in (${names.join(', ')}))`;
  };
}

/** The references of a table that the next document has no more. */
export function dropKeys(old: TableDescription, now: TableDescription): Change[] {
  const { name } = now.entity;
  return old.foreignKeys
    .filter((key) => !now.foreignKeys.some((other) => isDeepStrictEqual(other, key)))
    .map((key) => ({
      ...additive(clauseOf(old, key.column), `${name}.${key.column} refers to ${targetName(key.target)} no more`, [
        dropConstraint(name, key.name),
      ]),
      alters: name,
    }));
}

/** The field that a column stores, or the entity where it is one of the engine's own. */
function clauseOf({ entity, columns }: TableDescription, name: string): Clause {
  return columns.find((column) => column.name === name)?.field ?? entity;
}

function dropConstraint(entity: string, name: string): string {
  return `alter table ${storedTable(entity)} drop constraint if exists ${quote(name)}`;
}
