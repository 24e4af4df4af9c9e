import { startEphemeralPostgres } from '@nonet/engine';
import { chainOf, compareChain } from '../bench/changes/branches/chain.ts';
import { applyBranches, Branches, canBeMerged, type MergedBranches } from '../bench/changes/branches/merge-branches.ts';
import { EDITS } from '../bench/changes/edits/index.ts';
import { FilledDatabases } from '../bench/changes/filled-databases.ts';
import { noteReached } from '../bench/changes/reached.ts';
import { PRODUCTS } from '../bench/changes/products.ts';
import { shuffled } from '../bench/changes/shuffled.ts';
import { readArguments } from './arguments.ts';

// `npm run changes:branches`: pairs of edits of one product, each made on a branch of its own, are merged by Git; some of the valid
// ones are put to use on filled databases, at once and after either branch. Then versions are put to use one after the other, and the
// last one at once. Ends with 1 where something differs.

const values = readArguments(
  'Merges pairs of edits as two branches of a document, and puts versions to use one after the other and at once.',
  {
    edits: { value: 'N', default: '60', help: 'how many edits, each merged with each other one' },
    applied: { value: 'N', default: '60', help: 'how many of the valid documents are put to use' },
    chains: { value: 'N', default: '10', help: 'how many times versions follow each other' },
    versions: { value: 'N', default: '10', help: 'how many of them follow each other' },
    product: { value: 'NAME', default: 'shop', help: 'shop or expenses' },
    seed: { value: 'N', default: '17', help: 'which pairs and which versions' },
  },
);
const seed = Number(values.seed);
const product = PRODUCTS.find(({ name }) => name === values.product);
if (product === undefined) throw new Error(`There is no product ${values.product}.`);
const edits = EDITS.filter((edit) => edit.product === product.name && canBeMerged(edit)).slice(0, Number(values.edits));

const counts = { merged: 0, conflict: 0, invalid: 0 };
const faults: string[] = [];
const merged: MergedBranches[] = [];
for (const result of new Branches(edits, product.text).pairs()) {
  const [one, other] = result.edits;
  counts[result.outcome] += 1;
  faults.push(...result.faults.map((fault) => `${one.number} and ${other.number}: ${fault}`));
  if (result.outcome === 'merged') merged.push(result);
}
const pairs = counts.merged + counts.conflict + counts.invalid;
console.log(
  `${edits.length} edits of ${product.name}, ${pairs} pairs in both orders: ${counts.merged} merged, ${counts.conflict} conflicts that Git shows, ${counts.invalid} that the check shows`,
);

const postgres = await startEphemeralPostgres('branches', { max_connections: '60' });
const databases = new FilledDatabases(await postgres.database('branches'), 'small');
let applied = 0;
let refused = 0;
let chains = 0;
try {
  for (const each of shuffled(merged, seed).slice(0, Number(values.applied))) {
    const { isApplied, faults: found } = await applyBranches(each, databases);
    applied += isApplied ? 1 : 0;
    refused += isApplied ? 0 : 1;
    const name = each.edits.map(({ number }) => number).join(' and ');
    for (const fault of found) console.log(`  ! ${name}: ${fault}`);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  console.log(`of them at once, after the one and after the other: ${applied} applied, ${refused} refused each time`);
  for (; chains < Number(values.chains); chains += 1) {
    const order = shuffled(edits, seed + chains + 1);
    const [first] = order;
    if (first === undefined) break;
    const chain = chainOf(order, product.text, Number(values.versions));
    const other = await compareChain(chain, { databases, product: first });
    console.log(`${chain.numbers.join(', ')}: ${other.length === 0 ? 'the same' : other.join('; ')}`);
    faults.push(...other.map((each) => `${chain.numbers.join(', ')}: ${each}`));
  }
} finally {
  await databases.close();
  await postgres.stop();
}
for (const fault of faults) console.log(`! ${fault}`);
const wrong = `${faults.length} faults`;
noteReached('branches', `${pairs} pairs, ${applied + refused} put to use: ${wrong}`);
noteReached('versions', `${chains} times ${values.versions} versions: ${wrong}`);
console.log(`${pairs} pairs and ${chains} times ${values.versions} versions: ${wrong}`);
process.exitCode = faults.length > 0 ? 1 : 0;
