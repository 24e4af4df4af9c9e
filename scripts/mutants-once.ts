import { readFileSync } from 'node:fs';
import { checkDocument, type Plan } from '../packages/language/src/index.ts';
import { startProofHost } from '../packages/cli/src/proof-host.ts';
import { prove } from '../packages/proof/src/index.ts';
import { PAIRED_DOCUMENTS, pairsOf } from '../packages/cli/src/fixtures/pairs/pairs.ts';
import { Site } from '../packages/cli/src/fixtures/pairs/site.ts';
import { createTestDatabase } from '../packages/testing/src/index.ts';

/** Before its derived tests: it is quicker. */
const PAIRED = 'pairs/cases.md';
const PAIRS = 25;

/**
 * Runs the derived tests of the documents that are named, and pairs of worlds, up to the first failure. Exit code 1:
 * something failed.
 */
async function main(files: readonly string[]): Promise<number> {
  for (const file of files) {
    if (file.endsWith(PAIRED)) {
      const told = await firstTold();
      if (told !== null) {
        process.stdout.write(`${told}\n`);
        return 1;
      }
    }
    const { plan } = checkDocument({ path: file, text: readFileSync(file, 'utf8') }, () => ({ kind: 'missing' }));
    if (plan === null) throw new Error(`${file} has errors.`);
    const failure = await firstFailure(plan);
    if (failure !== null) {
      process.stdout.write(`${failure}\n`);
      return 1;
    }
  }
  return 0;
}

/** The first answer that tells two worlds apart, or is a fault. */
async function firstTold(): Promise<string | null> {
  const site = await Site.open(PAIRED_DOCUMENTS.cases, 1);
  try {
    let pairs = 0;
    for await (const { told } of pairsOf(site, 1)) {
      if (told !== null) return `Two worlds are told apart by ${told.request.method} ${told.request.url}`.slice(0, 200);
      pairs += 1;
      if (pairs === PAIRS) break;
    }
    return null;
  } finally {
    await site.close();
  }
}

async function firstFailure(plan: Plan): Promise<string | null> {
  const host = await startProofHost({ plan, newDatabase: async () => (await createTestDatabase()).url });
  try {
    const now = '2026-03-16T09:00:00.000Z';
    const proof = await prove({ plan, host, seed: 1, now, environment: host.environment, most: 1 });
    const [failure] = proof.failures;

    return failure === undefined ? null : `${failure.derived.title}: ${failure.result.reason}`.slice(0, 200);
  } finally {
    await host.close();
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`.slice(0, 200));
  return 1;
});
