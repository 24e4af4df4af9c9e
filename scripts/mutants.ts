import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../packages/engine/src/index.ts';
import { executedIn } from './mutants/executed.ts';
import { PLANTED } from './mutants/planted.ts';
import { type Fault, faultsIn } from './mutants/sites.ts';

/**
 * `npm run mutants`: switches faults on in a copy of the sources, each alone, and runs the derived tests and the paired
 * worlds against it. A fault that they don't find is printed; the closing line says how many of those that were planted were found.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENTS = [
  'packages/cli/src/fixtures/desks.md',
  'packages/cli/src/fixtures/tool-shed.md',
  'packages/cli/src/fixtures/pairs/cases.md',
  'examples/expenses/spec.md',
];
/** Where the mechanical faults come from: permissions, transitions, rules, migration, outbound calls. */
const SOURCES = [
  'packages/engine/src/sql/authority.ts',
  'packages/engine/src/sql/projection.ts',
  'packages/engine/src/sql/fields.ts',
  'packages/engine/src/run/permit.ts',
  'packages/engine/src/run/transition.ts',
  'packages/engine/src/run/fire.ts',
  'packages/engine/src/run/rules.ts',
  'packages/engine/src/run/checks.ts',
  'packages/engine/src/run/limits.ts',
  'packages/engine/src/run/update.ts',
  'packages/engine/src/run/create.ts',
  'packages/engine/src/run/delete.ts',
  'packages/engine/src/migrate/schema.ts',
  'packages/engine/src/calls/queue.ts',
  'packages/engine/src/calls/worker.ts',
];
const LONGEST_SECONDS = 1200;

const { values } = parseArgs({
  options: {
    /** How many are made from the source. */
    mechanical: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    /** Only those whose words this regular expression finds. */
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
  },
});

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nonet-mutants-'));
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'data'),
    settings: { fsync: 'off', max_connections: '200' },
  });
  const database = await server.database('nonet');
  try {
    const first = copyTree(path.join(folder, 'tree-0'));
    const coverage = path.join(folder, 'coverage');
    const clean = await run(first, database, { NODE_V8_COVERAGE: coverage });
    if (clean.code !== 0) throw new Error(`The derived tests fail without any fault: ${clean.words}`);
    const faults = [...handMade(), ...mechanical(executedIn(coverage, first))].filter(({ what }) =>
      new RegExp(values.only, 'u').test(what),
    );
    const trees = [
      first,
      ...Array.from({ length: Number(values.jobs) - 1 }, (_, n) => copyTree(path.join(folder, `tree-${n + 1}`))),
    ];
    const missed = await tryAll(faults, trees, database);
    for (const { what } of missed) process.stdout.write(`not found: ${what}\n`);
    process.stdout.write(`${faults.length - missed.length} of ${faults.length} planted faults found\n`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function handMade(): Fault[] {
  return PLANTED.map(({ what, file, from, to }) => {
    const start = readFileSync(path.join(ROOT, file), 'utf8').indexOf(from);
    if (start < 0) throw new Error(`${file} has no ${JSON.stringify(from)} any more: plant "${what}" anew.`);
    return { file, what, start, end: start + from.length, text: to };
  });
}

/** A share of each source's faults, chosen by the seed, among those that the tests come by. */
function mechanical(executed: (file: string, at: number) => boolean): Fault[] {
  const each = Math.ceil(Number(values.mechanical) / SOURCES.length);
  const chosen = SOURCES.flatMap((file) => {
    const faults = faultsIn(file, readFileSync(path.join(ROOT, file), 'utf8')).filter(({ start }) =>
      executed(file, start),
    );
    const step = Math.max(1, Math.floor(faults.length / each));
    return faults.filter((_fault, place) => (place + Number(values.seed)) % step === 0).slice(0, each);
  });
  return chosen.slice(0, Number(values.mechanical));
}

async function tryAll(faults: readonly Fault[], trees: readonly string[], database: string): Promise<Fault[]> {
  const waiting = [...faults];
  const missed: Fault[] = [];
  const work = async (tree: string) => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const source = readFileSync(path.join(ROOT, fault.file), 'utf8');
      const target = path.join(tree, fault.file);
      writeFileSync(target, source.slice(0, fault.start) + fault.text + source.slice(fault.end));
      const { code, words } = await run(tree, database, {});
      writeFileSync(target, source);
      if (code === 0) missed.push(fault);
      process.stdout.write(
        `${code === 0 ? 'NOT FOUND' : 'found    '} ${fault.what}${code === 0 ? '' : `\n            ${words}`}\n`,
      );
    }
  };
  await Promise.all(trees.map(work));
  return missed;
}

/** The derived tests in a tree; one that doesn't end is one that fails. */
function run(
  tree: string,
  database: string,
  environment: Record<string, string>,
): Promise<{ code: number; words: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/mutants-once.ts', ...DOCUMENTS], {
      cwd: tree,
      env: { ...process.env, NONET_TEST_DATABASE_URL: database, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let words = '';
    child.stdout.on('data', (chunk: Buffer) => {
      words += chunk.toString('utf8');
    });
    const deadline = setTimeout(() => child.kill('SIGKILL'), LONGEST_SECONDS * 1000);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(deadline);
      resolve({ code: code ?? 1, words: words.trim() || 'it did not end, or broke down' });
    });
  });
}

/** The sources, with the packages of the registry beside them by links: what is changed here changes nothing elsewhere. */
function copyTree(target: string): string {
  for (const part of ['packages', 'scripts', 'examples', 'package.json'])
    cpSync(path.join(ROOT, part), path.join(target, part), {
      recursive: true,
      filter: (source) => !/\/(?:dist|node_modules|\.nonet)(?:\/|$)/.test(source.slice(ROOT.length)),
    });
  const modules = path.join(target, 'node_modules');
  mkdirSync(path.join(modules, '@nonet'), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@nonet') symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const name of readdirSync(path.join(target, 'packages')))
    symlinkSync(path.join(target, 'packages', name), path.join(modules, '@nonet', name));
  return target;
}

await main();
