import { itemAt } from '@nonet/language';
import { checkDocument } from '../packages/language/src/check/check.ts';
import { exampleDocuments, includesOf } from '../packages/language/src/fixtures/documents.ts';
import { ORIGINALS } from '../packages/language/src/fixtures/mutants.ts';
import { randomFrom } from '../packages/language/src/fixtures/random.ts';
import { described, OUTCOMES, plant, tableOf } from '../packages/language/src/fixtures/slip-run.ts';
import { describedPair, plantPairs } from '../packages/language/src/fixtures/slip-pairs.ts';
import { SLIP_KINDS } from '../packages/language/src/fixtures/slips.ts';
import { readArguments, refuseArguments } from './arguments.ts';

/**
 * `npm run slips -- [--each N] [--seed S] [--kind WORDS] [--show OUTCOME] [--pairs N]`: plants typical mistakes one by
 * one into every document of the repository without errors, N of each kind into each, and counts what is reported. It
 * prints those with several errors, and those with the requested outcome. With `--pairs` it plants N pairs into the
 * examples instead, each in two points, and prints those that are not reported as two errors. Ends with 1 if nothing is
 * reported for a mistake.
 */
const values = readArguments('Plants slips of people into every document, and prints what is reported of them.', {
  each: { value: 'N', help: 'how many of each kind for each document; 3 where none is given' },
  seed: { value: 'N', help: 'where the random numbers begin' },
  kind: { value: 'WORDS', help: 'only kinds whose words have it' },
  show: { value: 'OUTCOME', help: 'also shows slips of these outcomes' },
  pairs: { value: 'N', help: 'plants so many pairs into the examples instead' },
});
const each = Number(values.each ?? 3);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const pairs = Number(values.pairs ?? 0);
const shown = new Set(['several', 'silenced', ...(values.show?.split(',') ?? [])]);
for (const outcome of shown)
  if (!OUTCOMES.some((known) => known === outcome)) refuseArguments(`--show takes: ${OUTCOMES.join(', ')}.`);

const random = randomFrom(seed);
const kinds = SLIP_KINDS.filter((kind) => kind.includes(values.kind ?? ''));
const documents = ORIGINALS.filter(({ files }) => checkDocument(itemAt(files, 0), includesOf(files)).plan !== null);
if (pairs > 0) reportPairs();
else reportSlips();

function reportSlips(): void {
  const planted = documents.flatMap((document) => kinds.flatMap((kind) => [...plant(document, kind, random, each)]));
  for (const one of planted) if (shown.has(one.outcome)) console.log(described(one));
  console.log(`seed ${seed}\n${tableOf(planted)}`);
  process.exitCode = planted.some(({ outcome }) => outcome === 'silenced') ? 1 : 0;
}

function reportPairs(): void {
  const plantedPairs = [...plantPairs(exampleDocuments(), random, pairs)];
  for (const pair of plantedPairs) if (pair.reported.length !== 2) console.log(describedPair(pair));
  const lost = plantedPairs.filter((pair) => pair.reported.length < 2).length;
  const more = plantedPairs.filter((pair) => pair.reported.length > 2).length;
  console.log(`seed ${seed}\n${pairs} pairs, of ${lost} one error is lost, of ${more} there are more than two`);
}
