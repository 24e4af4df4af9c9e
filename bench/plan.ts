import { readFile } from 'node:fs/promises';
import { checkDocument, type Plan } from '@nonet/language';

/** The plan of a document without includes. @throws With its diagnostics, if it has errors. */
export async function planOf(path: string): Promise<Plan> {
  const { plan, diagnostics } = checkDocument({ path, text: await readFile(path, 'utf8') }, () => {
    throw new Error('The document includes nothing.');
  });
  if (plan === null) throw new Error([`${path} has errors:`, ...diagnostics.map(({ message }) => message)].join('\n'));
  return plan;
}

/** The document of the benchmark beside `floor.mjs`. */
export const INVOICES = new URL('./invoices/spec.md', import.meta.url).pathname;
