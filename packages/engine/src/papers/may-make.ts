import type { Paper } from '@nonet/language';
import type { Authority, Row, SqlContext } from '../sql/context.ts';
import { or, TRUE } from '../sql/logic.ts';
import { roleHeld } from '../sql/permissions.ts';

/** The SQL of whether an actor who may read a record may make a paper of it (7, `for`). */
export function mayMakePaper(context: SqlContext, authority: Authority, paper: Paper, record: Row): string {
  if (paper.for === 'everyone') return TRUE;
  return or(...paper.for.map((role) => roleHeld(context, authority, context.index.role(role), record)));
}
