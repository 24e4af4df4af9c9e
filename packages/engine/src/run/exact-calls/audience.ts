import type { ExactCall } from '@nonet/language';
import { mayOpen } from '../audience.ts';
import type { ReadScope } from '../read-scope.ts';
import { refuse } from '../refuse.ts';

/** Refuses callers without the right (7: `by`), and calls with a part that is not shown. */
export async function refuseCaller(scope: ReadScope, call: ExactCall): Promise<void> {
  const { index } = scope;
  const [open] = call.open;
  if (call.by === null) throw refuse(index, 'NOT_SPECIFIED', { clause: open ?? call.clause });
  if (!(await mayOpen(scope, call.clause, call.by))) {
    const code = scope.actor.userId === null ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    throw refuse(index, code, { clause: `${call.clause}.by` });
  }
  if (open !== undefined) throw refuse(index, 'NOT_SPECIFIED', { clause: open });
}
