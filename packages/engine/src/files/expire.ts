import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { attachedFiles } from '../run/references.ts';
import { type Pool, run } from '../store/pool.ts';

/** Uploads that no record holds are kept for a day, an hour where nobody was signed in. */
export async function expireFiles(options: {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}): Promise<void> {
  await run(options.pool, {
    text: `delete from nonet.file f where f.uploaded_at < $1::timestamptz - case when f.uploaded_by is null then interval '1 hour' else interval '24 hours' end
           and not exists (select from (${attachedFiles(options.index.plan.entities)}) t where t.file = f.id)`,
    values: [options.clock()],
  });
}
