import { readFileSync } from 'node:fs';
import path from 'node:path';
import { planOf, proofOf } from '../packages/cli/src/fixtures/proof.ts';
import { pairsOf } from '../packages/cli/src/fixtures/pairs/pairs.ts';
import { Site } from '../packages/cli/src/fixtures/pairs/site.ts';
import type { Outcome } from './mutants/outcome.ts';
import { differenceByNarrowings } from './mutants/narrowings.ts';
import { nameOf, type Probe, PROBES } from './mutants/probes.ts';
import { differenceByRenames } from './mutants/renames.ts';

/** The number of pairs of databases, and the first seed. */
const PAIRS = 25;
const SEED = 1;

/** The kinds of probes; each gives its first finding for a document's file. */
const LOOKS = {
  pairs: firstDifference,
  derived: (file) => firstFailure(file),
  grown: (file) => firstFailure(file, file.replace('after.md', 'before.md')),
  narrowed: differenceByNarrowings,
  renamed: differenceByRenames,
} satisfies Record<Probe['kind'], (file: string) => Promise<string | null>>;

/** Runs the named probes up to the first that finds something, and prints the result as one line of JSON. */
async function main(names: readonly string[]): Promise<Outcome> {
  for (const name of names) {
    const probe = PROBES.find((each) => nameOf(each) === name);
    if (probe === undefined) throw new Error(`There is no probe ${name}.`);
    const found = await LOOKS[probe.kind](probe.file);
    if (found !== null) return { kind: 'answered', probe: name, words: found };
  }
  return { kind: 'nothing' };
}

/** The first answer that distinguishes two databases, or is a fault. */
async function firstDifference(file: string): Promise<string | null> {
  const site = await Site.open(readFileSync(file, 'utf8'), SEED);
  try {
    let pairs = 0;
    for await (const { difference } of pairsOf(site, SEED)) {
      if (difference !== null)
        return `an answer of two worlds differs: ${difference.request.method} ${difference.request.url}`;
      pairs += 1;
      if (pairs === PAIRS) break;
    }
    return null;
  } finally {
    await site.close();
  }
}

async function firstFailure(file: string, formerFile: string | null = null): Promise<string | null> {
  const plan = planOf(readFileSync(file, 'utf8'), path.dirname(file));
  const former = formerFile === null ? {} : { former: planOf(readFileSync(formerFile, 'utf8')) };
  const { failures } = await proofOf(plan, plan, { most: 1, ...former });
  const [failure] = failures;
  return failure === undefined ? null : `${failure.derived.title}: ${failure.result.reason.text}`;
}

const outcome = await main(process.argv.slice(2)).catch(
  (error: unknown): Outcome => ({ kind: 'broken', words: error instanceof Error ? error.message : String(error) }),
);
process.stdout.write(`${JSON.stringify(outcome)}\n`);
// A fault may leave connections open: the process ends without waiting for them.
process.exit(0);
