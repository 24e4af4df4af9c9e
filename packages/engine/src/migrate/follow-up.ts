import type { Plan } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { putInLaterRecords } from '../seed/later-records.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import { effectsOf } from './effects.ts';
import { pairVersions } from './pair-versions.ts';
import { isPutToUseAgain, keepEffects } from './versions.ts';

interface FollowUpOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

/**
 * Carries out the consequences of a changed document besides those for the storage, once: inserts changed `Records`,
 * and stores and returns the list of its effects. If the process dies before that, the next start does it
 * (`followUpFrom`). Records that can't be inserted do not prevent the start, because the document is in use already.
 * @param version The number of the document's version.
 */
export async function followUp(options: FollowUpOptions, former: Plan, version: number): Promise<readonly string[]> {
  const { index, pool, clock } = options;
  const isBack = await isPutToUseAgain(pool);
  const { names } = pairVersions(former, index.plan, isBack);
  const effects = await effectsOf({ index, pool, clock }, former, isBack);
  try {
    await finish(pool, version, effects, (client) => putInLaterRecords({ index, client, clock }, former, names));
    return effects;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const all = [
      ...effects,
      `the Records that are stated otherwise could not be put in, and are for people to see to: ${reason}`,
    ];
    await finish(pool, version, all, async () => {});
    return all;
  }
}

/** Does the rest in one transaction, unless another process has done it meanwhile. */
async function finish(
  pool: Pool,
  version: number,
  effects: readonly string[],
  putIn: (client: PoolClient) => Promise<void>,
): Promise<void> {
  await transaction(pool, async (client) => {
    const [product] = await run<{ is_open: boolean }>(client, {
      text: 'select follow_up_from is not null as is_open from nonet.product for update',
      values: [],
      prepare: false,
    });
    if (product?.is_open !== true) return;
    await putIn(client);
    await keepEffects(client, version, effects);
    await run(client, { text: 'update nonet.product set follow_up_from = null', values: [], prepare: false });
  });
}
