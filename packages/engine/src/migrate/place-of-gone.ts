import { hasColumn } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { THIS } from '../run/write.ts';
import { column, columnOf, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { holdsValue } from '../run/known-default.ts';
import type { TableDescription } from './describe.ts';

/** The column that says of a former record whether another one is made from it (`StoredRows`, `former`). */
export const IS_MADE = '_made';

/** The places that the records of an entity that is gone have in other entities. */
export interface PlaceOfGone {
  /** The condition (on `this_`) that a record has none; null where none of them has. */
  readonly lost: string | null;
}

export const NOWHERE: PlaceOfGone = { lost: null };

/**
 * The records of an entity that is gone have a place if others are made from them, or if records that refer to them get
 * what they hold (`from city.name`): all of it, and of each.
 * @param sources The entities whose records others are made from.
 * @param read What conversions read, as `Entity.field`.
 */
export function placeOfGone(
  { entity, columns }: TableDescription,
  before: PlanIndex,
  sources: ReadonlySet<string>,
  read: ReadonlySet<string>,
): PlaceOfGone {
  const { name } = entity;
  const unread = columns.flatMap(({ field, name: own }) =>
    field === null || read.has(`${name}.${field.name}`) ? [] : [holdsValue(field, own)],
  );
  if (sources.has(name)) return { lost: [`not ${THIS}.${quote(IS_MADE)}`, ...unread].join(' or ') };
  const referring = before.plan.entities.flatMap((other) =>
    storedFields(other).flatMap((field) =>
      field.type.kind === 'reference' &&
      hasColumn(field.type) &&
      field.type.entity === name &&
      read.has(`${other.name}.${field.name}`)
        ? [
            `exists (select from ${table(other.name)} r where ${column('r', columnOf(field))} = ${column(THIS, SYSTEM_COLUMNS.id)})`,
          ]
        : [],
    ),
  );
  if (referring.length === 0) return NOWHERE;
  return { lost: [`not (${referring.join(' or ')})`, ...unread].join(' or ') };
}
