import { startEphemeralPostgres } from '@nonet/engine';
import { Comparison } from '../packages/server/src/fixtures/permissions/compare.ts';
import { documentOf } from '../packages/server/src/fixtures/permissions/document.ts';
import { sampleOf } from '../packages/server/src/fixtures/permissions/sample.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run oracle -- [--documents N | --seconds N] [--seed S]`: random permissions and records; the answers to each
 * reader are compared with a second reading of point 6. Ends with 1 where they differ.
 */
const values = readArguments('Compares what readers of random records are answered with a second reading of point 6.', {
  documents: { value: 'N', help: 'how many documents; 500 where no seconds are given' },
  seconds: { value: 'N', help: 'for how long' },
  seed: { value: 'N', default: String(Date.now() % 1_000_000_000), help: 'the first document' },
});
const seconds = Number(values.seconds ?? Number.POSITIVE_INFINITY);
const documents = Number(values.documents ?? (values.seconds === undefined ? 500 : Number.MAX_SAFE_INTEGER));
const first = Number(values.seed);

const postgres = await startEphemeralPostgres('oracle');
const found = { documents: 0, cells: 0, differing: 0 };
try {
  const comparison = new Comparison(await postgres.database('oracle'));
  const until = Date.now() + seconds * 1000;
  for (let seed = first; seed < first + documents && Date.now() < until; seed++) {
    const { six, world } = sampleOf(seed);
    const { cells, differences } = await comparison.compare(six, world);
    found.documents += 1;
    found.cells += cells;
    if (differences.length === 0) continue;
    found.differing += 1;
    const point = documentOf(six).split('#### Task')[1]?.split('## 7.')[0];
    console.log(`seed ${seed}\n#### Task${point}${JSON.stringify(world)}`);
    for (const { what, oracle, product } of differences)
      console.log(`  ${what}: ${String(oracle)} by hand, ${String(product)} by the product`);
  }
} finally {
  await postgres.stop();
}
console.log(
  `${found.documents} documents from seed ${first}, ${found.cells} cells: ${found.differing} documents differ`,
);
process.exitCode = found.differing > 0 ? 1 : 0;
