import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { run, type Pool } from '../store/pool.ts';

/** The time for which hits are collected before they are written together. */
const DELAY_MILLISECONDS = 500;

/** The time after which hits are written again if the database could not be reached. */
const PAUSE_MILLISECONDS = 5_000;

/** The number of times that people of one role met one gap on one day. */
interface Hits {
  readonly clause: string;
  readonly role: string;
  readonly day: string;
  hits: number;
}

export interface GapHits {
  readonly hit: (clause: string, roles: readonly string[]) => void;
  readonly hits: () => Promise<ReadonlyMap<string, number>>;
  /** Writes the remaining hits. A failure is reported and does not delay the end of the process. */
  readonly close: () => Promise<void>;
}

/**
 * Counts who runs into which gap, by clause, role and day. A hit is noted in passing: it never delays or breaks the
 * request that made it, and those of half a second are written together.
 */
export function createGapHits(pool: Pool, index: PlanIndex, clock: Clock): GapHits {
  let waiting = new Map<string, Hits>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isReported = false;
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: index.plan.settings.timeZone });

  const add = (key: string, hit: Hits) => {
    const known = waiting.get(key);
    if (known === undefined) waiting.set(key, { ...hit });
    else known.hits += hit.hits;
  };
  const write = async () => {
    const batch = waiting;
    waiting = new Map();
    if (batch.size === 0) return;
    try {
      await insert(pool, [...batch.values()]);
    } catch (error) {
      // They are counted as soon as the database answers again.
      for (const [key, hit] of batch) add(key, hit);
      throw error;
    }
    isReported = false;
  };
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };
  const writeAfter = (milliseconds: number) => {
    timer ??= setTimeout(() => {
      flush().catch((error: Error) => {
        if (!isReported) console.error(`Hits of gaps are not counted yet: ${error.message}`);
        isReported = true;
        writeAfter(PAUSE_MILLISECONDS);
      });
    }, milliseconds);
    timer.unref();
  };

  return {
    hit(clause, roles) {
      const day = days.format(new Date(clock()));
      for (const role of roles.length === 0 ? [''] : roles)
        add(`${clause}\0${role}\0${day}`, { clause, role, day, hits: 1 });
      writeAfter(DELAY_MILLISECONDS);
    },
    async hits() {
      await flush();
      // One hit of a person with three roles is one hit.
      const rows = await run<{ clause: string; hits: string }>(pool, {
        text: 'select clause, max(hits)::bigint::text as hits from (select clause, role, sum(hits) as hits from nonet.gap_hit group by clause, role) r group by clause',
        values: [],
      });
      return new Map(rows.map(({ clause, hits }) => [clause, Number(hits)]));
    },
    async close() {
      try {
        await flush();
      } catch (error) {
        // A process whose version is not in use any more counts nothing.
        const reason = error instanceof Error ? error.message : String(error);
        console.error(`The last hits of gaps are not counted: ${reason}`);
      }
    },
  };
}

async function insert(pool: Pool, batch: readonly Hits[]): Promise<void> {
  await run(pool, {
    text: `insert into nonet.gap_hit (clause, role, day, hits)
           select * from unnest($1::text[], $2::text[], $3::date[], $4::bigint[])
           on conflict (clause, role, day) do update set hits = gap_hit.hits + excluded.hits`,
    values: [
      batch.map((hit) => hit.clause),
      batch.map((hit) => hit.role),
      batch.map((hit) => hit.day),
      batch.map((hit) => hit.hits),
    ],
  });
}
