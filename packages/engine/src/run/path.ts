import type { PlanIndex } from '../plan-index.ts';
import { column, isParentName, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';

/** The id at the end of a path of references from a row, as SQL, and the entity it is of. */
export function compilePath(
  index: PlanIndex,
  entity: string,
  path: readonly string[],
  alias: string,
): { sql: string; entity: string } {
  let sql = column(alias, 'id');
  let current = entity;
  let row: string | null = alias;
  path.forEach((name, step) => {
    const owner = index.entity(current);
    const parent = isParentName(owner, name);
    const field = index.findField(current, name);
    const next = parent
      ? owner.owner?.entity
      : field?.type.kind === 'reference'
        ? field.type.entity
        : name === 'created_by' || name === 'updated_by'
          ? 'User'
          : undefined;
    if (next === undefined) throw new Error(`${current}.${name} refers to no record.`);
    const stored = parent ? SYSTEM_COLUMNS.parent : name;
    sql =
      row !== null
        ? column(row, stored)
        : `(select ${column(`step_${step}`, stored)} from ${table(current)} step_${step} where step_${step}.id = ${sql})`;
    row = null;
    current = next;
  });
  return { sql, entity: current };
}
