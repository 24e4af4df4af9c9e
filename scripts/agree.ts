import { isDeepStrictEqual } from 'node:util';
import { startEphemeralPostgres } from '@nonet/engine';
import fc from 'fast-check';
import { expressions } from '../packages/engine/src/fixtures/expressions.ts';
import { openReadings, type Reading, type Readings } from '../packages/engine/src/fixtures/readings.ts';
import { samples } from '../packages/engine/src/fixtures/samples.ts';
import { EVERYTHING_USED, isConstant, usedIn } from '../packages/engine/src/fixtures/shares.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run agree -- [--expressions N] [--seed S]`: random typed expressions over random records, evaluated in
 * PostgreSQL and in JavaScript. Prints each disagreement, and the share of expressions that use each operator and
 * function. Ends with 1 where they disagree, or where the expressions say too little.
 */
const LEAST_SHARE = 0.01;
const LEAST_VARYING = 0.6;

const values = readArguments(
  'Evaluates random typed expressions in PostgreSQL and in JavaScript, and prints where they differ.',
  {
    expressions: { value: 'N', default: '100000', help: 'how many' },
    seed: { value: 'N', default: String(Date.now() % 1_000_000_000), help: 'where the random numbers begin' },
  },
);
const wanted = Number(values.expressions);
const seed = Number(values.seed);

const counts = new Map<string, number>();
const found = { expressions: 0, values: 0, varying: 0, errors: 0, disagreements: 0 };

function count({ source, expression, inDatabase, inJavaScript }: Reading): void {
  found.expressions += 1;
  found.values += inDatabase.length;
  for (const used of usedIn(expression)) counts.set(used, (counts.get(used) ?? 0) + 1);
  if (!isConstant(expression)) found.varying += 1;
  if (isDeepStrictEqual(inDatabase, inJavaScript)) return;
  found.disagreements += 1;
  console.log(`${source}\n  PostgreSQL ${JSON.stringify(inDatabase)}\n  JavaScript ${JSON.stringify(inJavaScript)}`);
}

async function compare(readings: Readings): Promise<void> {
  const batches = fc.sample(fc.tuple(expressions, samples), { seed, numRuns: Math.ceil(wanted / 25) + 10 });
  for (const [sources, all] of batches) {
    if (found.expressions >= wanted) return;
    try {
      for (const reading of await readings.read(sources, all)) count(reading);
    } catch (error) {
      found.errors += 1;
      console.log(`${String(error)}\n  in ${sources.length} expressions of which the first is ${sources[0]}`);
    }
  }
}

const postgres = await startEphemeralPostgres('agree');
try {
  const readings = await openReadings(await postgres.database('agree'));
  await compare(readings);
  await readings.end();
} finally {
  await postgres.stop();
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(7);
const shares = EVERYTHING_USED.map((name) => [name, (counts.get(name) ?? 0) / found.expressions] as const);
for (const [name, share] of shares.toSorted(([, a], [, b]) => b - a)) {
  console.log(`${percent(share)} ${name}${share < LEAST_SHARE ? '  too few' : ''}`);
}
const varying = found.varying / found.expressions;
console.log(`${percent(varying)} neither an error nor a constant${varying < LEAST_VARYING ? '  too few' : ''}`);
console.log(
  `${found.expressions} expressions with ${found.values} values from seed ${seed}: ${found.disagreements} disagreements, ${found.errors} errors`,
);
const isPoor = varying < LEAST_VARYING || shares.some(([, share]) => share < LEAST_SHARE);
if (found.disagreements + found.errors > 0 || isPoor) process.exitCode = 1;
