import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '@nonet/engine';
import { type Standby, startPrimary } from '@nonet/testing/standby';
import { readArguments } from '../scripts/arguments.ts';
import { median, percentile, row } from './figures.ts';
import { fill, type Filled, HELP_DESK } from './growth/fill.ts';
import { type Asked, QUESTIONS } from './growth/questions.ts';
import { type Server, startServer } from './servers.ts';

// `npm run bench:replicas`: readings after writes that a replica half a second behind must not answer, and what a replica takes
// off the primary. Both products work on one primary and are asked in turns, so that other load affects both.

const values = readArguments('Measures readings from replicas.', {
  size: { value: 'N', default: '50000', help: 'number of records' },
  reads: { value: 'N', default: '10000', help: 'readings after writes' },
  delay: { value: 'N', default: '500', help: 'milliseconds by which the replica is behind then' },
  rounds: { value: 'N', default: '6', help: 'rounds of each kind of reading' },
  seconds: { value: 'N', default: '3', help: 'the time of a round' },
  port: { value: 'N', default: '7041', help: 'the first of two ports' },
});
const WRITERS = 8;
const READERS = 8;
const TOKEN = 'bench';
const PORT = Number(values.port);
const ends: (() => Promise<unknown>)[] = [];

try {
  const primary = await startPrimary();
  ends.unshift(() => primary.stop());
  const url = await primary.database('desk');
  console.log(`${Number(values.size).toLocaleString('en')} tickets: preparing`);
  const filled = { ...(await fill(url, Number(values.size))), ids: await changeable(url) };
  const standby = await primary.follow();
  const product = async (port: number, replicas: string) => {
    const environment = { DATABASE_URL: url, SPEC: HELP_DESK, REPLICAS: replicas, METRICS: TOKEN };
    const server = await startServer('./nonet.ts', port, environment);
    ends.unshift(() => server.stop());
    return server;
  };
  const alone = await product(PORT, '');
  const beside = await product(PORT + 1, standby.url('desk'));
  await measureStale(filled, beside, standby, Number(values.delay));
  await measureStale(filled, beside, standby, 0);
  const processes = { primary: await postmasterOf(url), replica: await postmasterOf(standby.url('postgres')) };
  await measureRates(filled, [alone, beside], processes);
} finally {
  for (const end of ends) await end();
}

/** Tickets that every agent may change and read. */
async function changeable(url: string): Promise<readonly string[]> {
  const pool = openPool(url, { connections: 1 });
  try {
    const text = `select id from product.ticket where status <> 'solved' and priority <> 'low' order by md5(id::text) limit 1000`;
    return (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  } finally {
    await pool.end();
  }
}

/** Each writer changes a ticket, and reads it and a list with it at once: as itself, and as somebody else. */
async function measureStale(filled: Filled, server: Server, standby: Standby, milliseconds: number): Promise<void> {
  await standby.run(`alter system set recovery_min_apply_delay = ${milliseconds}`);
  await standby.run('select pg_reload_conf()');
  await delay(milliseconds + 2_000);
  const before = await readingsOf(server);
  const share = Math.ceil(Number(values.reads) / 4 / WRITERS);
  const [stale, took]: [string[], number[]] = [[], []];
  const write = async (place: number) => {
    const own = filled.agent[place % filled.agent.length] ?? {};
    const other = filled.lead[place % filled.lead.length] ?? {};
    for (let turn = 0; turn < share; turn++) {
      const id = filled.ids[place * 100 + (turn % 100)] ?? '';
      const points = turn * WRITERS + place + 1_000_000;
      const ticket = `${server.origin}/api/tickets/${id}`;
      const headers = { ...own, 'content-type': 'application/json', 'if-match': '*' };
      const saved = await fetch(ticket, { method: 'PATCH', headers, body: JSON.stringify({ points }) });
      if (saved.status !== 200) throw new Error(`A write was answered by ${saved.status}: ${await saved.text()}`);
      for (const who of [own, other])
        for (const [asked, found] of [
          [ticket, `"points":${points}`],
          [`${server.origin}/api/tickets?points=${points}`, id],
        ] as const) {
          const began = performance.now();
          const text = await (await fetch(asked, { headers: who })).text();
          took.push(performance.now() - began);
          if (!text.includes(found)) stale.push(`${asked}: ${text.slice(0, 200)}`);
        }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, place) => write(place)));
  const after = await readingsOf(server);
  const [byReplica, byPrimary] = [after.replica - before.replica, after.primary - before.primary];
  console.log(
    `\n${took.length.toLocaleString('en')} readings after writes, the replica ${milliseconds} ms behind: ${stale.length} stale; ` +
      `${percent(byReplica, byReplica + byPrimary)} by the replica; ${median(took).toFixed(1)} ms, p95 ${percentile(took, 0.95).toFixed(1)} ms`,
  );
  for (const each of stale.slice(0, 5)) console.log(`  ${each}`);
  await standby.run('alter system reset recovery_min_apply_delay');
  await standby.run('select pg_reload_conf()');
}

interface Postmasters {
  readonly primary: number;
  readonly replica: number;
}

async function measureRates(filled: Filled, servers: readonly Server[], processes: Postmasters): Promise<void> {
  const asked = [
    'read by id',
    'page 1',
    'page with its total',
    'filter: a customer',
    'search: many found',
    'dashboard of six tiles',
  ];
  console.log(
    `\n${row('', 'a second', 'with one', 'ms primary', 'with one', 'ms replica', 'by replica')}\n${row('(ms: of its processors, a request)')}`,
  );
  for (const isWriting of [false, true]) {
    console.log(isWriting ? 'while twenty tickets a second change' : 'while nothing changes');
    for (const name of asked) {
      const question = QUESTIONS.find((each) => each.name === name);
      if (question === undefined) continue;
      const sums = servers.map(() => ({ requests: 0, seconds: 0, primary: 0, replica: 0, byReplica: 0, readings: 0 }));
      for (let round = 0; round < Number(values.rounds); round++)
        for (const [place, server] of servers.entries()) {
          const sum = sums[place];
          if (sum === undefined) continue;
          const [cpu, readings, began] = [cpuOf(processes), await readingsOf(server), performance.now()];
          sum.requests += await ask(
            question.path,
            { ...filled, origin: server.origin, cursors: [] },
            question.as,
            isWriting,
          );
          const [cpuAfter, after] = [cpuOf(processes), await readingsOf(server)];
          sum.seconds += (performance.now() - began) / 1000;
          sum.primary += cpuAfter.primary - cpu.primary;
          sum.replica += cpuAfter.replica - cpu.replica;
          sum.byReplica += after.replica - readings.replica;
          sum.readings += after.replica - readings.replica + after.primary - readings.primary;
        }
      const [none, one] = sums;
      if (none === undefined || one === undefined) continue;
      const rate = (sum: typeof none) => Math.round(sum.requests / sum.seconds).toLocaleString('en');
      const cost = (sum: typeof none, of: 'primary' | 'replica') => ((1000 * sum[of]) / sum.requests).toFixed(2);
      console.log(
        row(
          name,
          rate(none),
          rate(one),
          cost(none, 'primary'),
          cost(one, 'primary'),
          cost(one, 'replica'),
          percent(one.byReplica, one.readings),
        ),
      );
    }
  }
}

/** Readers ask one after the other; answers how often. */
async function ask(
  path: (asked: Asked, turn: number) => string,
  asked: Asked,
  as: 'agent' | 'lead',
  isWriting: boolean,
) {
  const until = performance.now() + 1000 * Number(values.seconds);
  let requests = 0;
  const read = async (place: number) => {
    for (let turn = place; performance.now() < until; turn += READERS) {
      const headers = asked[as][turn % asked[as].length] ?? {};
      const answer = await fetch(`${asked.origin}${path(asked, turn)}`, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path(asked, turn)} was answered by ${answer.status}: ${text}`);
      requests += 1;
    }
  };
  const write = async () => {
    for (let turn = 0; performance.now() < until; turn++) {
      const headers = {
        ...asked.agent[turn % asked.agent.length],
        'content-type': 'application/json',
        'if-match': '*',
      };
      const body = JSON.stringify({ points: turn });
      await fetch(`${asked.origin}/api/tickets/${asked.ids[turn % asked.ids.length]}`, {
        method: 'PATCH',
        headers,
        body,
      });
      await delay(50);
    }
  };
  await Promise.all([...Array.from({ length: READERS }, (_, place) => read(place)), ...(isWriting ? [write()] : [])]);
  return requests;
}

async function readingsOf({ origin }: Server): Promise<{ readonly replica: number; readonly primary: number }> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = [...(await answer.text()).matchAll(/^nonet_replica_readings\{server="([^"]*)"\} (\d+)/gm)];
  const sum = (isPrimary: boolean) =>
    lines.reduce((all, [, name, count]) => all + ((name === 'primary') === isPrimary ? Number(count) : 0), 0);
  return { replica: sum(false), primary: sum(true) };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** The first process of a server, whose child each of its other processes is. */
async function postmasterOf(url: string): Promise<number> {
  const pool = openPool(url, { connections: 1 });
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    return statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  } finally {
    await pool.end();
  }
}

/** The seconds of processors that the processes of both servers have used. */
function cpuOf(postmasters: Postmasters): { primary: number; replica: number } {
  // The first process has the time of those that have ended.
  const used = { primary: statOf(postmasters.primary)?.ended ?? 0, replica: statOf(postmasters.replica)?.ended ?? 0 };
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat?.parent === postmasters.primary) used.primary += stat.seconds;
    if (stat?.parent === postmasters.replica) used.replica += stat.seconds;
  }
  return used;
}

function statOf(pid: number): { readonly parent: number; readonly seconds: number; readonly ended: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [parent, own, system, ended, endedSystem] = [1, 11, 12, 13, 14].map((place) => Number(fields[place]));
    return {
      parent: parent ?? 0,
      seconds: ((own ?? 0) + (system ?? 0)) / 100,
      ended: ((ended ?? 0) + (endedSystem ?? 0)) / 100,
    };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
