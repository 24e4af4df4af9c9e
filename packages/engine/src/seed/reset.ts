import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { refuse } from '../run/refuse.ts';
import { idSequence, table } from '../sql/identifiers.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import { DEMO_RECORDS, hashPasswords, putInSets, RECORDS } from './seed.ts';

/** The tables with data of records and people. Hits of gaps and attempts to sign in stay: they belong to no record. */
const KEPT_WITH_RECORDS = [
  'history',
  'hidden_with',
  'number_counter',
  'repeated_timer',
  'scheduled_call',
  'worker_failure',
  'outbound_call',
  'received_mail',
  'feed_run',
  'feed_record',
  'notice',
  'notice_way',
  'notice_digest',
  'personal_time_zone',
  'personal_region',
  'idempotency',
  'session',
  'api_token',
  'password_link',
  'credential',
  'known_browser',
  'identity',
  'saved_view',
  'file',
] as const;

/**
 * Restores the document's records and demo records as they were at the first start (7, `reset`). Everything else is
 * deleted, including sessions and queued calls. It runs in one transaction, and only in a database of `dev`; elsewhere
 * there is no such call (NOT_FOUND). Rows are deleted and not truncated, so that listeners are notified.
 */
export async function resetRecords(engine: {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}): Promise<void> {
  const { index, pool, clock } = engine;
  const passwords = await hashPasswords(index);
  await transaction(pool, async (client) => {
    const [product] = await run<{ isDev: boolean }>(client, {
      text: 'select demo_seeded_at is not null as "isDev" from nonet.product for update',
      values: [],
    });
    if (product?.isDev !== true) throw refuse(index, 'NOT_FOUND');
    await empty(index, client);
    await putInSets({ index, client, clock }, [RECORDS, DEMO_RECORDS], passwords);
  });
}

async function empty(index: PlanIndex, client: PoolClient): Promise<void> {
  // Records that refer to each other are deleted together, so foreign keys are checked at the end.
  await client.query('set constraints all deferred');
  for (const { name } of index.plan.entities) await client.query(`delete from ${table(name)}`);
  for (const name of KEPT_WITH_RECORDS) await client.query(`delete from nonet.${name}`);
  for (const { name } of index.plan.entities.filter((entity) => index.hasWholeIds(entity.name)))
    await client.query(`select nonet.restart_numbers('${idSequence(name)}')`);
}
