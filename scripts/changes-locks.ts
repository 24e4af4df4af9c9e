import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createEngine, openPool, startEphemeralPostgres } from '@nonet/engine';
import { CLASSES, FORMER, type ChangeClass } from '../bench/changes/claims.ts';
import { type Blocks, under } from '../bench/changes/load.ts';
import { noteReached } from '../bench/changes/reached.ts';
import { type Wait, watchWaits } from '../bench/changes/waits.ts';
import { row } from '../bench/figures.ts';
import { readArguments } from './arguments.ts';

// `npm run changes:locks`: how long each class of change makes a writer and a reader of the former document wait, on a
// table of so many records, with 200 writes and 50 reads a second and one long reader. Ends with 1 if one waited longer
// than the aim. The first line, without a change, shows the machine's own delays; `lock` is the longest time for which a
// request was seen to wait for a lock, whoever held it.

const values = readArguments('Measures how long each class of changed document keeps a writer and a reader waiting.', {
  rows: { value: 'N', default: '1000000', help: 'how many records the table has' },
  reader: { value: 'N', default: '6', help: 'seconds that the long reader reads' },
  only: { value: 'WORDS', default: '', help: 'only classes whose name has one of these: new,renamed' },
});
/** Milliseconds. */
const AIM = { longest: 500, p99: 50 };
const ROWS = Number(values.rows);
const wanted = values.only.split(',');

const postgres = await startEphemeralPostgres('changes', { max_connections: '120' });
let missed = 0;
let measured = 0;
const longest = { block: 0, p99: 0 };
/** The same without a change. */
const machine = { block: 0, p99: 0 };
try {
  const ids = await fill(await postgres.database('former'));
  const server = openPool(await postgres.database('postgres'), { connections: 1 });
  console.log(
    `${ROWS.toLocaleString('en')} records, 200 writes/s, 50 reads/s, a reader of ${values.reader} s beside, as pg_dump is. In milliseconds:`,
  );
  console.log(row('class of change', 'takes', 'write max', 'p99', 'read max', 'p99', 'lock'));
  const none = { name: 'no change', plan: FORMER };
  for (const [place, change] of [none, ...CLASSES].entries()) {
    if (place > 0 && !wanted.some((word) => change.name.includes(word))) continue;
    await server.query('set statement_timeout = 0');
    await server.query(`create database change_${place} template former`);
    await one(change, await postgres.database(`change_${place}`), ids, place > 0);
    await server.query(`drop database change_${place} with (force)`);
  }
  await server.end();
} finally {
  await postgres.stop();
}
const figures = `${longest.block.toFixed(0)} ms, p99 ${longest.p99.toFixed(0)} ms`;
console.log(`\n${row('', 'to reach', 'reached', 'no change')}`);
console.log(row('longest wait, ms', `<= ${AIM.longest}`, longest.block.toFixed(0), machine.block.toFixed(0)));
console.log(row('largest p99, ms', `<= ${AIM.p99}`, longest.p99.toFixed(0), machine.p99.toFixed(0)));
console.log(row('classes beyond', '0', `${missed} of ${measured}`));
if (machine.block > AIM.longest || machine.p99 > AIM.p99)
  console.log(
    '\nRequests waited that long for this machine alone, without a change: measure again when it does nothing else.',
  );
noteReached(
  'locks',
  `${figures}: ${measured} classes of changes, ${missed} beyond, ${ROWS.toLocaleString('en')} records`,
);
process.exitCode = missed > 0 ? 1 : 0;

/** Claims of a thousand customers, each second with an entry of history; answers the ids of some. */
async function fill(url: string): Promise<readonly string[]> {
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  await (await createEngine({ plan: FORMER, pool })).close();
  await pool.query('set statement_timeout = 0');
  await pool.query("insert into product.customer (name) select 'Customer ' || n from generate_series(1, 1000) n");
  await pool.query(
    `insert into product.claim (title, amount, note, customer, status, _entered_at)
     select 'Claim ' || n, n % 1000, 'Note ' || n, c.id, case when n % 2 = 0 then 'open' else 'done' end, now()
     from generate_series(1, $1::int) n join (select id, row_number() over () as place from product.customer) c on c.place = n % 1000 + 1`,
    [ROWS],
  );
  await pool.query(
    `insert into nonet.history (entity, record, at, action, clause, from_state, to_state, before, after)
     select 'Claim', id, now(), 'finish', '4.Claim.status.finish', 'open', 'done', to_jsonb(c), to_jsonb(c) from product.claim c where status = 'done'`,
  );
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ id: string }>('select id from product.claim order by random() limit 5000');
  await pool.end();
  return rows.map(({ id }) => id);
}

interface Done {
  readonly seconds: number;
  readonly outcome: string;
}

async function putToUse(name: string, url: string): Promise<Done> {
  const worker = new Worker(new URL('../bench/changes/change.ts', import.meta.url), { workerData: { name, url } });
  const [done] = (await once(worker, 'message')) as [Done];
  return done;
}

async function one({ name }: ChangeClass, url: string, ids: readonly string[], isJudged: boolean): Promise<void> {
  let done: Done = { seconds: Number(values.reader), outcome: '' };
  let waited: Wait = { milliseconds: 0, holder: '' };
  const blocks = await under(url, ids, Number(values.reader), async () => {
    const until = new AbortController();
    const watched = watchWaits(url, until.signal);
    try {
      if (isJudged) done = await putToUse(name, url);
      else await pause(Number(values.reader) * 1000);
    } finally {
      until.abort();
      waited = await watched;
    }
  });
  const { seconds, outcome } = done;
  const figures = [blocks.writes, blocks.reads].flatMap((times) => [Math.max(...times), quantile(times, 0.99)]);
  const [write = 0, write99 = 0, read = 0, read99 = 0] = figures;
  const isMissed = Math.max(write, read) > AIM.longest || Math.max(write99, read99) > AIM.p99;
  if (isMissed && isJudged) missed += 1;
  if (isJudged) measured += 1;
  const reached = isJudged ? longest : machine;
  reached.block = Math.max(reached.block, write, read);
  reached.p99 = Math.max(reached.p99, write99, read99);
  const cells = [...figures, waited.milliseconds].map((each) => each.toFixed(0));
  console.log(`${row(name, `${seconds.toFixed(1)} s`, ...cells)}${isMissed ? ' !' : ''} ${outcome}${endings(blocks)}`);
  if (isMissed && waited.holder !== '') console.log(`  the longest wait for a lock: behind ${waited.holder}`);
}

/** The answers to the former process once the new document was in use. */
function endings({ ended }: Blocks): string {
  const [first] = ended;
  return first === undefined ? '' : ` then: ${first[0]}`;
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
