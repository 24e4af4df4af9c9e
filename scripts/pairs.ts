import { startEphemeralPostgres } from '@nonet/engine';
import { PAIRED_DOCUMENTS, pairsOf } from '../packages/cli/src/fixtures/pairs/pairs.ts';
import { Site } from '../packages/cli/src/fixtures/pairs/site.ts';
import { makeTemplate } from '../packages/testing/src/own-tables.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run pairs -- [--document NAME] [--pairs N | --seconds N] [--seed S]`: pairs of databases that differ only in
 * data that a reader may not see, and that reader's random requests to both. Ends with 1 if an answer distinguishes
 * them.
 */
const values = readArguments(
  'Asks pairs of databases that differ only in what a reader may not see, and prints answers that differ.',
  {
    document: { value: 'NAME', help: 'only this document' },
    pairs: { value: 'N', help: 'how many of each document; 500 where no seconds are given' },
    seconds: { value: 'N', help: 'for how long' },
    seed: { value: 'N', default: String(Date.now() % 1_000_000_000), help: 'the first pair' },
  },
);
const seconds = Number(values.seconds ?? Number.POSITIVE_INFINITY);
const most = Number(values.pairs ?? (values.seconds === undefined ? 500 : Number.MAX_SAFE_INTEGER));
const documents = Object.entries(PAIRED_DOCUMENTS).filter(([name]) => (values.document ?? name) === name);

const postgres = await startEphemeralPostgres('pairs');
let findings = 0;
try {
  const url = await postgres.database('pairs');
  process.env['NONET_TEST_DATABASE_URL'] = url;
  process.env['NONET_TEST_TEMPLATE'] = await makeTemplate(url);
  for (const [name, text] of documents) {
    const site = await Site.open(text, 1);
    const found = { pairs: 0, cells: 0, requests: 0 };
    const until = Date.now() + (seconds * 1000) / documents.length;
    for await (const pair of pairsOf(site, Number(values.seed))) {
      found.pairs += 1;
      found.cells += pair.cells;
      found.requests += pair.requests;
      if (pair.difference !== null) {
        findings += 1;
        const { request, first, second } = pair.difference;
        console.log(`${name}, seed ${pair.seed}: ${request.method} ${request.url}\n${first}\n---\n${second}`);
      }
      if (found.pairs >= most || Date.now() > until) break;
    }
    await site.close();
    console.log(
      `${name}: ${found.pairs} pairs from seed ${values.seed}, ${found.cells} hidden cells, ${found.requests} requests to both`,
    );
  }
} finally {
  await postgres.stop();
}
console.log(findings === 0 ? 'no answer tells them apart' : `${findings} answers tell them apart`);
process.exitCode = findings > 0 ? 1 : 0;
