import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createEngine, openPool, startEmbeddedPostgres } from '@nonet/engine';
import { row } from './figures.ts';
import { HELP_DESK } from './growth/fill.ts';
import { planOf } from './plan.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench:load`: `nonet load` as a process of its own, on files of tickets that refer to customers and users, with
// a unique number, a rule, and a history.

const values = readArguments('Measures how fast `nonet load` loads files, and in how much memory.', {
  sizes: { value: 'SIZES', default: '100000,1000000', help: 'numbers of rows, with commas between them' },
  customers: { value: 'N', default: '50000', help: 'how many customers the tickets refer to' },
  wrong: { value: 'N', default: '0', help: 'one row of so many is wrong, and is left out; 0: none' },
});
const NONET = new URL('../packages/cli/bin/nonet.js', import.meta.url).pathname;
const CLOCK_TICKS = 100;
const customers = Number(values.customers);
const wrong = Number(values.wrong);

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-load-'));
const postgres = await startEmbeddedPostgres({ folder });
try {
  console.log(row('rows', 'seconds', 'rows/s', 'MB', 'µs nonet', 'µs database'));
  for (const size of values.sizes.split(',').map(Number)) await measure(size);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(size: number): Promise<void> {
  const url = await postgres.database(`load_${size}`);
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  await (await createEngine({ plan: await planOf(HELP_DESK), pool, change: 'any' })).close();
  await pool.query(
    `insert into product."user" (email, name, roles) select 'agent' || n || '@example.com', 'Agent ' || n, '{agent}' from generate_series(1, 20) n`,
  );
  await pool.query(
    `insert into product.customer (name, city) select 'Customer ' || n, 'City ' || n % 500 from generate_series(1, ${customers}) n`,
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  const file = path.join(folder, 'tickets.csv');
  await writeTickets(file, size);

  const before = await processorSeconds(isPostgres);
  const began = performance.now();
  const report = wrong === 0 ? [] : ['--skip-refused', '--report', path.join(folder, 'refused.csv')];
  const child = spawn(process.execPath, [NONET, 'load', 'Ticket', file, '--document', HELP_DESK, ...report], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const used = await watch(child);
  const seconds = (performance.now() - began) / 1000;
  const database = (await processorSeconds(isPostgres)) - before;
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from product.ticket');
  const expected = wrong === 0 ? size : size - Math.floor(size / wrong);
  if (rows[0]?.n !== expected) throw new Error(`${rows[0]?.n} tickets are in, and not ${expected}.`);
  const perRow = (sum: number) => ((sum * 1e6) / size).toFixed(0);
  console.log(
    row(
      size.toLocaleString('en'),
      seconds.toFixed(1),
      (size / seconds).toFixed(0),
      used.megabytes.toFixed(0),
      perRow(used.seconds),
      perRow(database),
    ),
  );
  await pool.end();
}

async function writeTickets(file: string, size: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('number,subject,description,customer,assignee,priority,opened,due,effort,points\n');
  for (let place = 1; place <= size; place++) {
    const opened = new Date(Date.UTC(2023, 0, 1 + ((place * 6151) % 1095)));
    const isWrong = wrong > 0 && place % wrong === 0;
    const due = new Date(opened.getTime() + (isWrong ? -14 : 14) * 86_400_000);
    const cells = [
      `T-${place}`,
      `Ticket about part ${(place * 7717) % 9973} of order ${(place * 104_729) % 1_299_709}`,
      `"${'It does not work, as it did. '.repeat(1 + (place % 8)).trim()}"`,
      `Customer ${1 + ((place * 7919) % customers)}`,
      `agent${1 + (place % 20)}@example.com`,
      ['low', 'normal', 'normal', 'urgent'][(place * 13) % 4],
      opened.toISOString().slice(0, 10),
      due.toISOString().slice(0, 10),
      (((place * 37) % 100_000) / 100).toFixed(2),
      (place * 3571) % 100_003,
    ];
    if (!out.write(`${cells.join(',')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/** The most memory of a process up to its end, and its time on a processor. */
async function watch(child: ChildProcess): Promise<{ readonly megabytes: number; readonly seconds: number }> {
  const id = String(child.pid);
  let megabytes = 0;
  let seconds = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${id}/status`, 'utf8').then(
      (status) => (megabytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
      () => undefined,
    );
    void processorSeconds((name) => name === id).then((sum) => (seconds = Math.max(seconds, sum)));
  }, 200);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== (wrong === 0 ? 0 : 1)) throw new Error(`nonet load ended with ${String(code)}.`);
  return { megabytes, seconds };
}

/** The time on a processor of processes, and of those children of theirs that have ended. */
async function processorSeconds(isMeant: (id: string, command: string) => boolean): Promise<number> {
  let ticks = 0;
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')),
    );
    if (stat === undefined || stat === '' || !isMeant(id, command ?? '')) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    for (const place of [11, 12, 13, 14]) ticks += Number(fields[place]);
  }
  return ticks / CLOCK_TICKS;
}

/** The server of this benchmark, which counts the processes of its connections once they have ended. */
function isPostgres(_id: string, command: string): boolean {
  return command.includes(folder);
}
