import { OtherProduct } from '../refusals.ts';
import { storedDocument } from '../stored-document.ts';
import { openPool } from '../../store/pool.ts';
import { withTables } from '../locks.ts';
import { requireOwnTables } from '../own.ts';
import { type SessionOptions, withSession } from '../session.ts';
import { dropKeptParts, type KeptParts, readKeptParts } from './finish-former.ts';
import { readServing, SERVING, type ServingProcess, wordsOfServing } from './serving.ts';

/** A process still serves the former version, so its parts stay. Nothing was changed. */
export class FormerStillServed extends Error {
  constructor(processes: readonly ServingProcess[]) {
    const who = processes.length === 0 ? 'A process that begins just now' : processes.map(wordsOfServing).join('; ');
    super(`The former version is still served: ${who}. Stop these processes first. Nothing was changed.`);
    this.name = 'FormerStillServed';
  }
}

export interface FinishOptions extends SessionOptions {
  /** The product that is meant, by its document's title; nothing is checked without it. */
  readonly title?: string;
}

/**
 * Removes everything that the storage keeps for processes of the former version, and returns a list of it. From then
 * on the former version can't be served beside the one in use.
 * @throws {FormerStillServed}
 * @throws {OtherProduct}
 * @throws {StorageInUse} If others use a table longer than `options.lockSeconds`.
 */
export async function finishFormer(databaseUrl: string, options: FinishOptions = {}): Promise<KeptParts> {
  const { title } = options;
  const pool = openPool(databaseUrl, { connections: 1, answerMilliseconds: 0 });
  try {
    return await withSession(pool, options, async (session) => {
      const { client } = session;
      await requireOwnTables(client);
      const inUse = await storedDocument(client);
      if (title !== undefined && inUse !== null && inUse.plan.title !== title)
        throw new OtherProduct(inUse.plan.title, title);
      const kept = await readKeptParts(client);
      if (kept.schemas.length === 0) return kept;
      await withTables(session, kept.tables, 'access exclusive', async () => {
        const { rows } = await client.query<{ number: number; taken: boolean }>(
          `select number, pg_try_advisory_xact_lock(${SERVING}, number) as taken from nonet.version v
           where behaviour_hash <> (select behaviour_hash from nonet.version order by number desc limit 1)
             and exists (select from nonet.version w where w.number > v.number and w.former_behaviour = v.behaviour_hash)`,
        );
        const served = new Set(rows.flatMap(({ number, taken }) => (taken ? [] : [number])));
        if (served.size > 0)
          throw new FormerStillServed((await readServing(client)).filter(({ version }) => served.has(version)));
        await client.query(dropKeptParts(kept).join(';\n'));
      });
      return kept;
    });
  } finally {
    await pool.end();
  }
}
