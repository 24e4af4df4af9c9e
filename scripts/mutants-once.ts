import { readFileSync } from 'node:fs';
import { checkDocument, type Plan } from '../packages/language/src/index.ts';
import { startProofHost } from '../packages/cli/src/proof-host.ts';
import { prove } from '../packages/proof/src/index.ts';
import { createTestDatabase } from '../packages/testing/src/index.ts';

/** Runs the derived tests of the documents that are named, up to the first failure. Exit code 1: something failed. */
async function main(files: readonly string[]): Promise<number> {
  for (const file of files) {
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
