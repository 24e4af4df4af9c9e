import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments, refuseArguments } from './arguments.ts';
import { type Proof, PROOFS } from './assurance/proofs.ts';
import { figuresIn, type Round, tableOf } from './assurance/tally.ts';

/**
 * `npm run assurance -- [--hours N] [--seed S] [--only NAMES] [--keep FILE]`: all proofs that try random cases, one after
 * the other, each for its part of the time and with seeds that no round before had. Every round is kept, so that the
 * figures of many nights add up; one table ends it. Ends with 1 if anything was found, or a proof broke down.
 */
const values = readArguments('Tries random cases in every way there is, for some hours, and prints one table.', {
  hours: { value: 'HOURS', default: '8', help: 'for how long, as a decimal: 0.5' },
  seed: { value: 'N', help: 'the first seed; of its own in each run where none is given' },
  only: { value: 'NAMES', default: '', help: `only these, with commas: ${PROOFS.map(({ name }) => name).join(',')}` },
  keep: { value: 'FILE', default: '.nonet/assurance.jsonl', help: 'where rounds are kept, one a line' },
});
/** The longest end of an output that is kept. */
const MOST_KEPT = 20_000;

const hours = Number(values.hours);
if (!(hours > 0)) refuseArguments('--hours takes a number above 0, such as 8 or 0.5.');
const only = values.only.split(',').filter((name) => name !== '');
const unknown = only.filter((name) => !PROOFS.some((proof) => proof.name === name));
if (unknown.length > 0)
  refuseArguments(`--only takes ${PROOFS.map(({ name }) => name).join(', ')}, and not ${unknown.join(', ')}.`);

const chosen = PROOFS.filter(({ name }) => only.length === 0 || only.includes(name));
const shares = chosen.reduce((sum, { share }) => sum + share, 0);
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const before = readKept(values.keep);
let seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const rounds: Round[] = [];
for (const proof of chosen) {
  const until = Date.now() + (hours * 3_600_000 * proof.share) / shares;
  do {
    const round = await runRound(proof, (until - Date.now()) / 1000);
    rounds.push(round);
    keep(values.keep, round);
    console.log(`${proof.name}: ${round.tried} ${proof.cases}, ${round.faults} faults`);
    if (round.output !== null)
      console.log(`${round.output}\nagain: npm run ${proof.name} -- ${round.arguments.join(' ')}`);
  } while (!proof.hasSeed && Date.now() < until);
}
console.log(`\n${tableOf(chosen, rounds, [...before, ...rounds])}`);
process.exitCode = rounds.some(({ output }) => output !== null) ? 1 : 0;

async function runRound(proof: Proof, seconds: number): Promise<Round> {
  const given = [...proof.arguments(seconds), ...(proof.hasSeed ? ['--seed', String(seed)] : [])];
  const [at, began] = [new Date().toISOString(), performance.now()];
  const { output, status } = await run(proof.name, given);
  const figures = figuresIn(proof, output);
  // The seeds of a run are those behind its first; the next ones lie far behind them.
  seed += 10_000_000;
  const isClean = status === 0 && figures?.faults === 0;
  return {
    proof: proof.name,
    at,
    commit,
    arguments: given,
    seconds: (performance.now() - began) / 1000,
    tried: figures?.tried ?? 0,
    // A proof that ends without its figures, or with another fault than it counts, has one.
    faults: isClean ? 0 : Math.max(1, figures?.faults ?? 1),
    output: isClean ? null : output.slice(-MOST_KEPT),
  };
}

async function run(name: string, given: readonly string[]): Promise<{ output: string; status: number | null }> {
  const script = path.join(import.meta.dirname, `${name}.ts`);
  const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const status = await promise;
  return { output: parts.join(''), status };
}

function keep(file: string, round: Round): void {
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(round)}\n`);
}

function readKept(file: string): readonly Round[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Round);
}
