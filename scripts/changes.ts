import { parseArgs } from 'node:util';
import { startEphemeralPostgres } from '@nonet/engine';
import { EDITS } from '../bench/changes/edits/index.ts';
import type { Judged } from '../bench/changes/judge-edit.ts';
import { FilledDatabases, WRITES } from '../bench/changes/filled-databases.ts';
import { figureLines } from '../bench/changes/figures.ts';
import { shuffled } from '../bench/changes/shuffled.ts';
import { measureByTests } from '../bench/changes/tests.ts';

const HELP = `npm run changes -- [--only NUMBERS] [--size small|full] [--answers] [--seed N] [--tests]

Carries each edit out on a filled database: plans it, puts it to use while people write by the former document, compares every
column, lets people write by the new one, and puts the former one to use again. Prints what became of each, and the figures, with
those that other commands have measured on this machine.

  --only 05,14b   these edits alone
  --size full     4,000 claims and orders, and 1,000 writes before the way back; 1,000 and 20 otherwise
  --answers       prints refusals and effects as well
  --seed N        the order in which the edits are carried out, so that none profits from another
  --tests         first runs the tests that measure some of the figures (some minutes); with --only none, these alone

Ends with 1 where one is not as it was meant.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string', default: 'small' },
    answers: { type: 'boolean', default: false },
    seed: { type: 'string', default: '0' },
    tests: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const only = values.only === 'none' ? [] : (values.only?.split(',') ?? null);
const wanted = EDITS.filter(({ number }) => only === null || only.includes(number));
const unknown = only?.filter((each) => !EDITS.some(({ number }) => number === each)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no edit ${unknown.join(', ')}.`);
  process.exit(2);
}

if (values.tests) measureByTests();
const postgres = await startEphemeralPostgres('changes', { max_connections: '120' });
const size = values.size === 'full' ? 'full' : 'small';
const databases = new FilledDatabases(await postgres.database('changes'), size);
const judged: Judged[] = [];
try {
  for (const edit of shuffled(wanted, Number(values.seed))) {
    const result = await databases.judge(edit);
    judged.push(result);
    print(result);
  }
} finally {
  await databases.close();
  await postgres.stop();
}
console.log('');
for (const line of figureLines(judged, WRITES[size])) console.log(line);
process.exitCode = judged.some(({ faults }) => faults.length > 0) ? 1 : 0;

function print({ edit, outcome, wayBack, faults, answers, seconds }: Judged): void {
  const lacks = outcome === 'no way' && edit.lacks !== undefined ? ` (the language lacks ${edit.lacks})` : '';
  const back = wayBack === 'none' ? '' : `; ${wayBack}`;
  console.log(`${edit.number.padEnd(4)} ${edit.title}: ${outcome}${lacks}${back} (${seconds.toFixed(1)} s)`);
  for (const fault of faults) console.log(`     ! ${fault}`);
  if (values.answers) for (const answer of answers) console.log(`     ${answer.replaceAll('\n', '\n     ')}`);
}
