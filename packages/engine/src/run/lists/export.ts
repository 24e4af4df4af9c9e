import { identitySlots } from '../../row-security/held-roles.ts';
import type { ListQuery, RecordExport, WireRecord } from '../../engine.ts';
import { createHash } from 'node:crypto';
import { clauseComment } from '../../sql/clause-comment.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Replica } from '../../replicas/replica.ts';
import { confirmActor } from '../../session/today.ts';
import { type Pool, type PoolClient, run } from '../../store/pool.ts';
import { cleanText } from '../answer-text.ts';
import { type ReadScope, refuseUnreadable, scopeIn, statementOf } from '../read-scope.ts';
import { checkedExport } from './list.ts';
import { compileExport, listKey, type UnplacedList } from './list-statement.ts';
import { smallCandidates } from './page-candidates.ts';

/** The records that are read first, and the most that are read at once; large ones are fewer. */
const FIRST = 100;
const MOST = 1_024;
/** The text that is read at once, about. */
const CHARACTERS = 128 * 1024;

/**
 * All records of a list as they are at one moment, by one statement in a connection of `exports`, which is kept until
 * the export ends.
 */
export async function exportRecords(
  outer: ReadScope,
  exports: Pool,
  entityName: string,
  query: ListQuery,
): Promise<RecordExport> {
  refuseUnreadable(outer, entityName);
  const entity = outer.index.entity(entityName);
  const inPrimary = async (): Promise<RecordExport> => {
    const client = await exports.connect();
    const snapshot = new Snapshot(client);
    try {
      // Nothing of it is kept prepared or shared: it is read once.
      const scope = scopeIn(outer, client);
      await client.query(BEGIN);
      await confirmActor(client, scope.index, scope.actor);
      scope.confirmation.done = true;
      return await open(scope, snapshot, client, await checkedExport(scope, entity, query));
    } catch (error) {
      snapshot.end();
      throw error;
    }
  };
  if (outer.replicas === null) return inPrimary();
  // The primary says what the reader may ask for.
  const asked = await checkedExport(outer, entity, query);
  const inReplica = async (replica: Replica): Promise<RecordExport> => {
    const client = await replica.connect();
    const snapshot = new Snapshot(client);
    try {
      await client.query(BEGIN);
      const opened = await open(scopeIn(outer, client), snapshot, client, asked);
      // The first records are read, and none is answered yet.
      await replica.check();
      await confirmActor(outer.client, outer.index, outer.actor);
      outer.confirmation.done = true;
      return opened;
    } catch (error) {
      snapshot.end();
      throw error;
    }
  };
  const tables = tablesOfExport(outer, asked.checked);
  return outer.replicas.read({ tables, isLong: true, inReplica, inPrimary });
}

const BEGIN = 'begin isolation level repeatable read read only';

/** The tables that an export reads. */
function tablesOfExport(scope: ReadScope, checked: UnplacedList): ReadonlySet<string> {
  const parameters = new Parameters();
  compileExport(scope, { ...checked, among: null, ranked: null }, parameters);
  return parameters.tables;
}

async function open(
  scope: ReadScope,
  snapshot: Snapshot,
  client: PoolClient,
  { checked, slots }: Awaited<ReturnType<typeof checkedExport>>,
): Promise<RecordExport> {
  const list = { ...checked, among: await smallCandidates(scope, checked), ranked: null };
  const statement = statementOf(scope, `export ${listKey(list, { size: null, versions: false })}`, (parameters) =>
    compileExport(scope, list, parameters),
  );
  // Whoever counts statements (`pg_stat_statements`) knows those of a cursor by its name, and by how many rows are taken.
  const comment = clauseComment(statement.parameters.carriedOut);
  const cursor = `export_${createHash('sha256').update(comment).digest('hex').slice(0, 16)}`;
  const values = statement.parameters.values({
    now: scope.now,
    ...identitySlots(scope.index, scope.actor),
    ...slots,
    among: list.among?.ids,
  });
  await run(client, {
    text: `declare ${cursor} no scroll cursor for ${statement.text}`,
    values,
    prepare: false,
  });
  const fetch = async (most: number): Promise<Part> => {
    const rows = await run<{ item: string }>(client, {
      text: `fetch ${most} from ${cursor}${comment}`,
      values: [],
      prepare: false,
    });
    const text = cleanText(scope.index, checked.entity.name, `[${rows.map(({ item }) => item).join(',')}]`, statement);
    const following = Math.ceil((CHARACTERS * rows.length) / text.length);
    return {
      records: JSON.parse(text) as WireRecord[],
      following: rows.length < most ? null : 2 ** Math.floor(Math.log2(Math.min(Math.max(following, 1), MOST))),
    };
  };
  // A refusal comes before anything is answered.
  let coming: Promise<Part> = Promise.resolve(await fetch(FIRST));
  return {
    async next() {
      const { records, following } = await coming;
      if (following === null) {
        coming = NOTHING;
        await snapshot.finish();
      } else {
        // The next ones are read while these are written to the client.
        coming = fetch(following);
        // It is awaited by the next call, if there is one.
        coming.catch(() => undefined);
      }
      return records.length === 0 ? null : records;
    },
    end: () => snapshot.end(),
  };
}

interface Part {
  readonly records: readonly WireRecord[];
  /** The number of records to read next; null after the last ones. */
  readonly following: number | null;
}

const NOTHING: Promise<Part> = Promise.resolve({ records: [], following: null });

/** The transaction in which an export reads; it ends once. */
class Snapshot {
  readonly #client: PoolClient;
  #hasEnded = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Ends it after everything was read, so that its connection can be used again. */
  async finish(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      await this.#client.query('commit');
      this.#client.release();
    } catch (error) {
      this.#client.release(true);
      throw error;
    }
  }

  /** Ends it at any moment. A statement may be under way, so its connection is closed. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#client.release(true);
  }
}
