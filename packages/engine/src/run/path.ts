import type { PlanIndex } from '../plan-index.ts';
import type { RecordVariable, SqlContext } from '../sql/context.ts';
import { compileFieldValue } from '../sql/expression.ts';
import { isParentName } from '../sql/identifiers.ts';

/** The id at the end of a path of references from a row, stored or computed ones, as SQL, and the entity it is of. */
export function compilePath(
  context: SqlContext,
  from: RecordVariable,
  path: readonly string[],
): { readonly sql: string; readonly entity: string } {
  let record = from;
  for (const name of path) {
    const sql = compileFieldValue(record, name, context);
    record = { kind: 'id', entity: referredEntity(context.index, record.entity, name), sql };
  }
  return { sql: record.kind === 'id' ? record.sql : `${record.alias}."id"`, entity: record.entity };
}

/** The entity to which a path of references from an entity leads. */
export function entityAtEnd(index: PlanIndex, entity: string, path: readonly string[]): string {
  return path.reduce((current, name) => referredEntity(index, current, name), entity);
}

function referredEntity(index: PlanIndex, entity: string, name: string): string {
  const { owner } = index.entity(entity);
  if (owner !== null && isParentName(index.entity(entity), name)) return owner.entity;
  const type = index.findField(entity, name)?.type;
  if (type?.kind !== 'reference') throw new Error(`${entity}.${name} refers to no record.`);
  return type.entity;
}
