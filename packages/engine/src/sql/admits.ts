import { beforeOf, relation, type Row, type SqlContext } from './context.ts';
import { and, TRUE } from './logic.ts';

/** The condition that admits a row to a query: not softly deleted, and readable where an actor's rights hold. */
export function admits(row: Row, context: SqlContext): string {
  if (context.authority === null) return TRUE;
  return and(living(row, context), context.authority.mayDo(context, 'read', { ...row, readable: false }));
}

/** Softly deleted records are in no query, rule or picker (3). */
export function living(row: Row, context: SqlContext): string {
  const { owner } = context.index.entity(row.entity);
  const here = context.index.mayBeHidden(row.entity) ? `${row.alias}."_deleted_at" is null` : TRUE;
  if (owner !== null) {
    const alias = context.parameters.alias();
    const ownerLives = living({ kind: 'row', entity: owner.entity, alias, ...beforeOf(row) }, context);
    if (ownerLives === TRUE) return here;
    const withOwner = context.parameters.subselect(
      `exists (select from ${relation(owner.entity, row.before, context)} ${alias} where ${alias}."id" = ${row.alias}."_parent" and ${ownerLives})`,
    );
    return and(here, withOwner);
  }
  return here;
}
