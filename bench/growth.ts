import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '@nonet/engine';
import { openDatabases } from './databases.ts';
import { median, percentile, row } from './figures.ts';
import { fill, HELP_DESK } from './growth/fill.ts';
import { type Asked, type Question, QUESTIONS } from './growth/questions.ts';
import { type Server, startServer } from './servers.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench:growth`: how much longer each kind of request takes in a large database than in a small one. Each
// request to one is followed by the same to the other, so that other load on the machine affects both.

const values = readArguments('Measures what grows with the number of records.', {
  sizes: { value: 'SIZES', default: '10000,1000000', help: 'numbers of records, with commas between them' },
  times: { value: 'N', default: '60', help: 'how often each question is asked of each size' },
  seconds: { value: 'N', default: '20', help: 'the time after which a question is asked no more' },
  only: { value: 'WORDS', default: '', help: 'only what has one of these words in its name, with commas between them' },
  data: { value: 'FOLDER', default: '', help: 'keeps the filled databases there for the next run' },
  database: {
    value: 'URL',
    default: '',
    help: 'a PostgreSQL of your own, on which databases `growth_<size>` are made and dropped',
  },
});
const words = values.only.split(',');
const isAsked = (name: string): boolean => words.some((word) => name.includes(word));
const PORT = 7021;
/** The number of records before a deep page, in the smallest database the half of its records. */
const DEEP = 250_000;
const WARM_UP = 3;
const IDLE_SECONDS = 20;

const folder = values.data || (await mkdtemp(path.join(os.tmpdir(), 'nonet-growth-')));
const ends: (() => Promise<unknown>)[] = [];
try {
  const databases = await openDatabases(folder, values.database);
  ends.push(() => databases.close());
  const products: { readonly asked: Asked; readonly server: Server }[] = [];
  for (const size of values.sizes.split(',').map(Number)) {
    console.log(`${size.toLocaleString('en')} tickets: preparing`);
    const filled = await fill(await databases.create(`growth_${size}`), size);
    const server = await startServer('./nonet.ts', PORT + products.length, {
      DATABASE_URL: filled.url,
      SPEC: HELP_DESK,
    });
    ends.unshift(() => server.stop());
    const asked: Asked = { ...filled, origin: server.origin, cursors: [] };
    products.push({ server, asked: { ...asked, cursors: isAsked('a deep page') ? await deepCursors(asked) : [] } });
  }
  const all = products.map(({ asked }) => asked);
  const sizes = all.map(({ size }) => size.toLocaleString('en'));
  console.log(`\n${row('milliseconds', ...sizes.flatMap((size) => [size, 'p95']), 'p95 ratio', 'aim')}`);
  for (const question of QUESTIONS.filter(({ name }) => isAsked(name))) await compare(question, all);
  if (isAsked('export')) for (const product of products) await measureExport(product.asked, product.server);
  if (isAsked('idle')) for (const { asked } of products) await measureIdle(asked);
} finally {
  for (const end of ends) await end();
  if (values.data === '') await rm(folder, { recursive: true, force: true });
}

interface Answer {
  readonly milliseconds: number;
  readonly body: { readonly next?: string | null; readonly tiles?: readonly { readonly late: boolean }[] };
}

async function ask({ origin, ...asked }: Asked, as: Question['as'], at: string, user = 0): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(`${origin}${at}`, { headers: headers(asked, as, user) });
  const body = (await response.json()) as Answer['body'];
  const milliseconds = performance.now() - began;
  if (response.status !== 200 && response.status !== 503)
    throw new Error(`${at} was answered with ${response.status}: ${JSON.stringify(body)}`);
  return { milliseconds: response.status === 503 ? Number.POSITIVE_INFINITY : milliseconds, body };
}

function headers(asked: Pick<Asked, Question['as']>, as: Question['as'], user = 0): Record<string, string> {
  return asked[as][user % asked[as].length] ?? {};
}

async function deepCursors(asked: Asked): Promise<string[]> {
  const cursors: string[] = [];
  const pages = Math.min(DEEP, asked.size / 2) / 100;
  let cursor: string | null | undefined;
  for (let page = 0; page < pages; page++) {
    const after: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    cursor = (await ask(asked, 'agent', `/api/tickets?screen=tickets&fields=number&limit=100${after}`)).body.next;
    if (cursor) cursors.push(cursor);
  }
  return cursors.slice(-20);
}

async function compare({ name, as, path: pathOf, aim, ofOne }: Question, all: readonly Asked[]): Promise<void> {
  const taken = all.map((): number[] => []);
  let late = 0;
  const until = performance.now() + Number(values.seconds) * 1000 * all.length;
  for (let turn = -WARM_UP; turn < Number(values.times) && (turn < 1 || performance.now() < until); turn++) {
    for (const [place, asked] of all.entries()) {
      const { milliseconds, body } = await ask(asked, as, pathOf(asked, turn + WARM_UP), ofOne ? 0 : turn + WARM_UP);
      late = body.tiles?.filter((tile) => tile.late).length ?? 0;
      if (turn >= 0) taken[place]?.push(milliseconds);
    }
  }
  const p95 = taken.map((each) => percentile(each, 0.95));
  const ratio = (p95.at(-1) ?? Number.NaN) / (p95[0] ?? Number.NaN);
  const cells = taken.flatMap((each, place) => [median(each).toFixed(1), p95[place]?.toFixed(1) ?? '']);
  const said = late > 0 ? `  ${late} tiles late` : '';
  console.log(row(name, ...cells, ratio.toFixed(2), aim?.toFixed(2) ?? '–') + said);
}

/** The lines a second of an export, and the most memory that the server has taken up to its end. */
async function measureExport({ origin, size, ...asked }: Asked, { processId }: Server): Promise<void> {
  const before = await memoryOf(processId);
  const began = performance.now();
  const response = await fetch(`${origin}/api/tickets?screen=tickets`, {
    headers: { ...headers(asked, 'lead'), accept: 'text/csv' },
  });
  let lines = -1;
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) lines += decoder.decode(part, { stream: true }).split('\n').length - 1;
  const seconds = (performance.now() - began) / 1000;
  if (response.status !== 200 || lines !== size) throw new Error(`${response.status} with ${lines} of ${size} lines.`);
  const grown = (await memoryOf(processId)) - before;
  console.log(
    `export of ${size.toLocaleString('en')}: ${(lines / seconds).toFixed(0)} lines/s, ${grown.toFixed(0)} MB more at most`,
  );
}

/** The most memory that a process has had, in MB, where the system tells it. */
async function memoryOf(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The part of a core that the database needs while nobody asks anything: the timers look for what is due. */
async function measureIdle({ url, size }: Asked): Promise<void> {
  const pool = openPool(url, { connections: 1 });
  const active = async () => {
    const { rows } = await pool.query<{ active: number }>(
      'select active_time::float8 as active from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.active ?? Number.NaN;
  };
  await delay(2_000);
  const before = await active();
  await delay(IDLE_SECONDS * 1000);
  const percent = ((await active()) - before) / IDLE_SECONDS / 10;
  await pool.end();
  console.log(`idle with ${size.toLocaleString('en')}: ${percent.toFixed(2)} % of a core in the database`);
}
