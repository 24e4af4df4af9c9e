import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { browserFromNpm } from '@nonet/browser';
import { readArguments } from './arguments.ts';
import buildProgram from './built-program.ts';

/**
 * `npm run lighthouse`: lets Lighthouse judge a list, a record, a form, a dashboard and a board of the expenses, served
 * by the built program, as a desktop and as a telephone with Lighthouse's own throttling. A score of performance is the
 * median of several runs; the index of the machine beside it says how fast the browser was meanwhile (a quiet machine
 * has over 1,000). Lighthouse is not among the dependencies, since it brings 200 packages: npx fetches this version.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const given = readArguments('Lets Lighthouse judge five screens, as a desktop and as a telephone.', {
  folder: { value: 'FOLDER', help: 'where the reports go; a new one where none is given' },
  only: { value: 'REGEX', help: 'only screens whose words it finds, as “list mobile”' },
  runs: { value: 'N', default: '3', help: 'how often each is judged' },
});

/** The least score of performance (0 to 100); the other categories need 100. */
const DEVICES = { desktop: 95, mobile: 85 } as const;
const WHOLE = ['accessibility', 'best-practices'] as const;

interface Report {
  readonly categories: Record<string, { readonly score: number | null } | undefined>;
  readonly audits: Record<
    string,
    {
      readonly title: string;
      readonly score: number | null;
      readonly scoreDisplayMode: string;
      readonly displayValue?: string;
    }
  >;
  readonly environment: { readonly benchmarkIndex: number };
  readonly runtimeError?: { readonly message: string };
}

const folder = given.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'nonet-lighthouse-')));
await mkdir(folder, { recursive: true });
process.env['NONET_TEST_PROGRAM'] ??= 'build';
const removeProgram = await buildProgram();
// It reads which program is meant when it is loaded.
const { asPerson, cookieOf, fillExpenses, startProduct } = await import('@nonet/testing');
const document = await readFile(path.resolve(import.meta.dirname, '../examples/expenses/spec.md'), 'utf8');
const brought = await browserFromNpm();
const product = await startProduct(document, {});
let below = 0;
try {
  await fillExpenses(product.url);
  const emma = await asPerson(product.url, 'emma@example.com');
  const { items } = await emma.list('claims', { limit: 1 });
  const screens: readonly [kind: string, by: string, route: string][] = [
    ['list', 'emma', '/claims'],
    ['record', 'emma', `/claims/${items[0]?.id}`],
    ['form', 'emma', '/claims/new'],
    ['dashboard', 'mo', '/'],
    ['board', 'finn', '/finance'],
  ];
  for (const [kind, by, route] of screens)
    for (const [device, least] of Object.entries(DEVICES)) {
      if (given.only !== undefined && !new RegExp(given.only).test(`${kind} ${device}`)) continue;
      const cookie = await cookieOf(product.url, `${by}@example.com`);
      const reports: Report[] = [];
      for (let run = 1; run <= Number(given.runs); run += 1)
        reports.push(await judge(product.url + route, cookie, device, `${kind}-${device}-${run}`));
      report(`${kind}, ${device}`, reports, least);
    }
} finally {
  await product.stop();
  await removeProgram?.();
}
process.stdout.write(`${folder}: ${below === 0 ? 'no score is too low' : `${below} scores are too low`}\n`);
process.exitCode = below === 0 ? 0 : 1;

async function judge(address: string, cookie: string, device: string, name: string): Promise<Report> {
  const file = path.join(folder, `${name}.json`);
  const words = [
    '--yes',
    LIGHTHOUSE,
    address,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    `--only-categories=performance,${WHOLE.join(',')}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking',
  ];
  const child = spawn('npx', words, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      ...(brought && { ...brought.environment, HOME: process.env['HOME'], CHROME_PATH: brought.file }),
    },
  });
  const [complaint, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}:\n${complaint}`);
  const read = JSON.parse(await readFile(file, 'utf8')) as Report;
  if (read.runtimeError) throw new Error(read.runtimeError.message);
  return read;
}

/** Prints a line of the scores, and a line for each audit that keeps a category below 100. */
function report(what: string, reports: readonly Report[], least: number): void {
  const scores = (category: string) =>
    reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)).toSorted((a, b) => a - b);
  const performance = scores('performance');
  const median = performance[Math.floor(performance.length / 2)] ?? 0;
  const whole = WHOLE.map((category) => [category, scores(category)[0] ?? 0] as const);
  const indices = reports.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(', ');
  const parts = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const last = reports.at(-1);
  const values = parts.map((part) => `${part} ${last?.audits[part]?.displayValue ?? '–'}`).join(', ');
  process.stdout.write(
    `${what}: performance ${median} (${performance.join(', ')}; machine ${indices}), ${whole.map(([category, score]) => `${category} ${score}`).join(', ')}; ${values}\n`,
  );
  if (median < least) below += 1;
  below += whole.filter(([, score]) => score < 100).length;
  if (whole.every(([, score]) => score === 100)) return;
  for (const [id, { title, score, scoreDisplayMode }] of Object.entries(last?.audits ?? {}))
    if (score !== null && score < 0.9 && scoreDisplayMode === 'binary') process.stdout.write(`  ${id}: ${title}\n`);
}
