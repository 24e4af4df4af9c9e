import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../packages/engine/src/index.ts';
import { equivalenceOf } from './mutants/equivalent.ts';
import { executedIn } from './mutants/executed.ts';
import { Journal } from './mutants/journal.ts';
import type { Outcome } from './mutants/outcome.ts';
import { PLANTED } from './mutants/planted.ts';
import { nameOf, type Probe, PROBES } from './mutants/probes.ts';
import { allFaults, type Fault, faultsInTurn } from './mutants/sites.ts';
import { copyTree, probe } from './mutants/tree.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run mutants`: plants faults in a copy of the sources, each alone, and lets the derived tests and the pairs of
 * databases look for it. A fault that they don't find is printed; the closing line counts those that were found. A
 * fault is found if a derived test fails or an answer distinguishes two databases; if the product doesn't start,
 * crashes, or takes many times its usual time, that must happen twice.
 */
const values = readArguments(
  'Plants faults in the engine, each alone, and prints those that the derived tests do not find.',
  {
    mechanical: { value: 'N', default: '60', help: 'how many are made from the source' },
    seed: { value: 'N', default: '1', help: 'which ones are made' },
    only: { value: 'REGEX', default: '', help: 'only faults whose words it finds' },
    documents: {
      value: 'REGEX',
      default: '',
      help: 'only probes whose names it finds: pairs of worlds, or derived tests, of a document',
    },
    jobs: { value: 'N', default: '2', help: 'how many are tried at once' },
    journal: {
      value: 'FILE',
      default: '',
      help: 'keeps what was found, and goes on from there while no source has changed',
    },
    list: { help: 'only lists the faults and the places that nothing comes by' },
  },
);

/** A probe's measured time and executed places, without a fault. */
interface Clean {
  readonly probe: Probe;
  readonly seconds: number;
  readonly executed: (file: string, at: number) => boolean;
}

async function main(): Promise<number> {
  const started = performance.now();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nonet-mutants-'));
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'data'),
    settings: { fsync: 'off', max_connections: '200' },
  });
  try {
    const environment = { NONET_TEST_DATABASE_URL: await server.database('nonet') };
    const trees = Array.from({ length: Number(values.jobs) }, (_, n) => copyTree(path.join(folder, `tree-${n}`)));
    const clean = await runClean(trees, folder, environment);
    const [root = ''] = trees;
    const { faults, equivalent } = planted(root, clean);
    for (const { what, reason } of equivalent) print(`equivalent: ${what}: ${reason}`);
    if (values.list) {
      for (const { what } of faults) print(what);
      for (const { what } of allFaults(root).filter((fault) => !isReachedBy(clean, fault)))
        print(`not reached: ${what}`);
      return 0;
    }
    const journal = values.journal === '' ? null : new Journal(values.journal, root);
    const outcomes = await tryAll(faults, trees, clean, environment, journal);
    const missed = outcomes.filter(({ outcome }) => outcome.kind === 'nothing');
    for (const { fault } of missed) print(`not found: ${fault.what}`);
    const count = (kind: Outcome['kind']) => outcomes.filter(({ outcome }) => outcome.kind === kind).length;
    const how = `${count('answered')} by an answer, ${count('broken')} because the product breaks down, ${count('endless')} because it does not end`;
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    print(
      `${faults.length - missed.length} of ${faults.length} planted faults found (${how}); ${equivalent.length} left out as equivalent; ${minutes} minutes`,
    );
    return missed.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    // One probe has failed; another one may still write its coverage.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs each probe without a fault: it must find nothing. Measures its time, and the sources that it executes. */
async function runClean(
  trees: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Clean[]> {
  const asked = PROBES.filter((each) => new RegExp(values.documents, 'u').test(nameOf(each)));
  const waiting = asked.map((each, place) => ({ each, coverage: path.join(folder, `coverage-${place}`) }));
  const clean: Clean[] = [];
  await Promise.all(
    trees.map(async (tree) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { each, coverage } = next;
        const begun = performance.now();
        const outcome = await probe(tree, [each], {
          seconds: LONGEST_SECONDS,
          environment: { ...environment, NODE_V8_COVERAGE: coverage },
        });
        if (outcome.kind !== 'nothing') throw new Error(`Without any fault: ${nameOf(each)}: ${wordsOf(outcome)}`);
        const seconds = (performance.now() - begun) / 1000;
        print(`${nameOf(each)}: ${seconds.toFixed(0)} s`);
        clean.push({ probe: each, seconds, executed: executedIn(coverage, tree) });
        rmSync(coverage, { recursive: true });
      }
    }),
  );
  return clean.toSorted((a, b) => a.seconds - b.seconds);
}

/** The longest time of a probe, on any machine. */
const LONGEST_SECONDS = 1200;
/** The factor for a busy machine. */
const MANY_TIMES = 3;
const LEAST_SECONDS = 120;

/** The planted faults, and generated ones by seed: as many as requested, without those that change nothing. */
function planted(root: string, clean: readonly Clean[]) {
  const pattern = new RegExp(values.only, 'u');
  const mechanical: Fault[] = [];
  const equivalent: { readonly what: string; readonly reason: string }[] = [];
  const inOrder = faultsInTurn(root, { seed: Number(values.seed), isReached: (fault) => isReachedBy(clean, fault) });
  for (const fault of inOrder) {
    if (mechanical.length === Number(values.mechanical)) break;
    const reason = equivalenceOf(fault);
    if (reason === null) mechanical.push(fault);
    else equivalent.push({ what: fault.what, reason });
  }
  return { faults: [...handMade(root), ...mechanical].filter(({ what }) => pattern.test(what)), equivalent };
}

function isReachedBy(clean: readonly Clean[], { file, start }: Fault): boolean {
  return clean.some(({ executed }) => executed(file, start));
}

function handMade(root: string): Fault[] {
  return PLANTED.map(({ what, file, from, to }) => {
    const start = readFileSync(path.join(root, file), 'utf8').indexOf(from);
    if (start < 0) throw new Error(`${file} has no ${JSON.stringify(from)} any more: plant "${what}" anew.`);
    return { file, what, start, end: start + from.length, text: to };
  });
}

interface Tried {
  readonly fault: Fault;
  readonly outcome: Outcome;
}

async function tryAll(
  faults: readonly Fault[],
  trees: readonly string[],
  clean: readonly Clean[],
  environment: Readonly<Record<string, string>>,
  journal: Journal | null,
): Promise<Tried[]> {
  const waiting = [...faults];
  const tried: Tried[] = [];
  const work = async (tree: string) => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const known = journal?.known(fault) ?? null;
      const former = journal?.formerProbe(fault) ?? null;
      const isFormer = ({ probe: each }: Clean) => nameOf(each) === former;
      // The probe that found the fault before runs first.
      const inOrder = clean.toSorted((a, b) => Number(isFormer(b)) - Number(isFormer(a)));
      const outcome = known ?? (await tryFault(fault, tree, inOrder, environment));
      if (known === null) journal?.note(fault, outcome);
      tried.push({ fault, outcome });
      print(`${outcome.kind === 'nothing' ? 'NOT FOUND' : 'found    '} ${fault.what}${wordsOf(outcome)}`);
    }
  };
  await Promise.all(trees.map(work));
  return tried;
}

/** Plants a fault, and runs the probes that execute its place. */
async function tryFault(
  { file, start, end, text }: Fault,
  tree: string,
  clean: readonly Clean[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const near = clean.filter(({ executed }) => executed(file, start));
  if (near.length === 0) return { kind: 'nothing' };
  const usual = near.reduce((sum, { seconds }) => sum + seconds, 0);
  const options = { seconds: Math.max(LEAST_SECONDS, usual * MANY_TIMES), environment };
  const target = path.join(tree, file);
  const source = readFileSync(target, 'utf8');
  const look = () =>
    probe(
      tree,
      near.map((each) => each.probe),
      options,
    );
  writeFileSync(target, source.slice(0, start) + text + source.slice(end));
  try {
    const first = await look();
    // A busy machine may cause these results, and may distinguish two databases: they must happen twice.
    const by = first.kind === 'answered' ? near.find(({ probe: each }) => nameOf(each) === first.probe) : undefined;
    return first.kind === 'nothing' || (by !== undefined && by.probe.kind !== 'pairs') ? first : await look();
  } finally {
    writeFileSync(target, source);
  }
}

function wordsOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'nothing':
      return '';
    case 'endless':
      return '\n            it does not end';
    case 'answered':
      return indented(`${outcome.probe}: ${outcome.words}`);
    case 'broken':
      return indented(outcome.words);
  }
}

function indented(words: string): string {
  return `\n            ${words.slice(0, 240).replaceAll('\n', ' ')}`;
}

process.exitCode = await main();
