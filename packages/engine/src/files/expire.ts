import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { attachedFiles } from '../run/references.ts';
import { type Pool, run } from '../store/pool.ts';

const KEPT = { user: '24 hours', nobody: '1 hour' } as const;

/**
 * The SQL of an instant, with the time now as `$1`: files that were uploaded earlier and that no record holds are
 * deleted.
 */
export function keptSince(userId: string | null): string {
  return `$1::timestamptz - interval '${userId === null ? KEPT.nobody : KEPT.user}'`;
}

/**
 * Deletes expired uploads. Uploads that no record holds, and no mail that is still kept, are kept for a day, or for an hour if
 * nobody was signed in.
 */
export async function expireFiles(options: {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}): Promise<void> {
  await run(options.pool, {
    text: `delete from nonet.file f where f.uploaded_at < $1::timestamptz - case when f.uploaded_by is null then interval '${KEPT.nobody}' else interval '${KEPT.user}' end
           and not exists (select from (${attachedFiles(options.index.plan.entities)}) t where t.file = f.id)
           and not exists (select from nonet.call_file c where c.file = f.id)`,
    values: [options.clock()],
  });
}
