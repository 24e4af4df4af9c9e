import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { run, type Pool } from '../store/pool.ts';

/** How long hits wait to be written together. */
const DELAY_MILLISECONDS = 500;

export interface GapHits {
  readonly hit: (clause: string, roles: readonly string[]) => void;
  readonly hits: () => Promise<ReadonlyMap<string, number>>;
  /** Writes what is waiting. */
  readonly flush: () => Promise<void>;
}

/**
 * Counts who runs into which gap, by clause, role and day. A hit is noted in passing: it never delays or breaks the
 * request that made it, and those of half a second are written together.
 */
export function createGapHits(pool: Pool, index: PlanIndex, clock: Clock): GapHits {
  let waiting = new Map<string, { clause: string; role: string; day: string; hits: number }>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: index.plan.settings.timeZone });

  const write = async () => {
    const batch = [...waiting.values()];
    waiting = new Map();
    if (batch.length === 0) return;
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
  };
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };

  return {
    hit(clause, roles) {
      const day = days.format(new Date(clock()));
      for (const role of roles.length === 0 ? [''] : roles) {
        const key = `${clause}\0${role}\0${day}`;
        const known = waiting.get(key);
        if (known === undefined) waiting.set(key, { clause, role, day, hits: 1 });
        else known.hits += 1;
      }
      if (timer !== null) return;
      timer = setTimeout(() => {
        flush().catch((error: Error) => {
          writing = Promise.resolve();
          console.error(`Hits of gaps were not counted: ${error.message}`);
        });
      }, DELAY_MILLISECONDS);
      timer.unref();
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
    flush,
  };
}
