import type { NewNames } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { PoolClient } from '../store/pool.ts';

/** A mark of keys between their former and their new name; no name of a document contains it. */
const ON_THE_WAY = '~';

/**
 * Changes the keys of rows of one of the engine's own tables, all together, so that two may be swapped. A row under a
 * new key that is no former key belonged to an earlier owner, and is deleted. If several rows get the same key, the
 * first one stays. `beside`: the other column of the key.
 */
export async function moveKeys(
  client: PoolClient,
  table: string,
  column: string,
  keys: ReadonlyMap<string, string>,
  beside: string | null = null,
): Promise<void> {
  const moved = [...keys].filter(([was, is]) => was !== is);
  if (moved.length === 0) return;
  const left = [...new Set(moved.map(([, is]) => is))].filter((is) => !keys.has(is));
  await client.query(`delete from nonet.${table} where ${column} = any($1)`, [left]);
  const isSame = (one: string, other: string) => (beside === null ? 'true' : `${one}.${beside} = ${other}.${beside}`);
  const move = async (was: string, is: string) => {
    await client.query(
      `delete from nonet.${table} a using nonet.${table} b where a.${column} = $1 and b.${column} = $2 and ${isSame('a', 'b')}`,
      [was, is],
    );
    await client.query(`update nonet.${table} set ${column} = $2 where ${column} = $1`, [was, is]);
  };
  for (const [was, is] of moved) await move(was, `${ON_THE_WAY}${is}`);
  for (const is of new Set(moved.map(([, name]) => name))) await move(`${ON_THE_WAY}${is}`, is);
}

/**
 * A repeating timer is identified by its clause, which contains names. A row under a new clause is a remnant of an
 * earlier owner at the first run; at the second run, it is a row that the first one renamed. Clauses that are swapped,
 * or that become one, are renamed only at the second run.
 */
export async function renameTimers(
  client: PoolClient,
  before: PlanIndex,
  names: NewNames,
  time: 'first' | 'again',
): Promise<void> {
  const inUse = new Set(
    before.plan.states.flatMap(({ events }) =>
      events.flatMap((event) => event.transitions.map(({ clause }) => clause)),
    ),
  );
  const { rows } = await client.query<{ clause: string }>('select distinct clause from nonet.repeated_timer');
  const all = rows.map(({ clause }) => [clause, names.clause(clause)] as const);
  const moved = all.filter(([was, is]) => was !== is);
  const isShared = (is: string) => inUse.has(is) || moved.filter(([, other]) => other === is).length > 1;
  const shared = [...moved.filter(([, is]) => isShared(is)), ...all.filter(([was, is]) => was === is && inUse.has(is))];
  if (time === 'again') await moveKeys(client, 'repeated_timer', 'clause', new Map(shared), 'record');
  for (const [clause, now] of moved) {
    if (isShared(now)) continue;
    if (time === 'first') await client.query('delete from nonet.repeated_timer where clause = $1', [now]);
    else
      await client.query(
        'delete from nonet.repeated_timer old using nonet.repeated_timer own where old.clause = $2 and own.clause = $1 and own.record = old.record',
        [clause, now],
      );
    await client.query('update nonet.repeated_timer set clause = $2 where clause = $1', [clause, now]);
  }
}
