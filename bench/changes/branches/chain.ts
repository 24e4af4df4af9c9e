import { openPool } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { Edit } from '../edit.ts';
import type { FilledDatabases } from '../filled-databases.ts';
import { InvalidDocument, planOfText } from '../plan-of-text.ts';
import { mergePairs } from './merge.ts';
import { documentOf } from './merge-branches.ts';
import { hashProduct, otherColumnsOf, useDocuments } from './use-documents.ts';

/** Versions of a document that follow each other. */
export interface Chain {
  readonly numbers: readonly string[];
  readonly plans: readonly Plan[];
}

/** So many versions, each the one before merged with a further edit, of edits in this order that Git merges. */
export function chainOf(edits: readonly Edit[], text: string, length: number): Chain {
  const numbers: string[] = [];
  const plans: Plan[] = [];
  let last = text;
  for (const edit of edits) {
    if (plans.length === length) break;
    const next = nextOf(documentOf(edit, text), { base: text, last });
    if (next === null) continue;
    numbers.push(edit.number);
    plans.push(next.plan);
    last = next.text;
  }
  return { numbers, plans };
}

/** Null if the edit and those before it exclude each other. */
function nextOf(
  edited: string,
  { base, last }: { readonly base: string; readonly last: string },
): { readonly text: string; readonly plan: Plan } | null {
  const merged = mergePairs(base, [last, edited])(0, 1);
  if (merged.kind === 'conflict') return null;
  try {
    return { text: merged.text, plan: planOfText(merged.text) };
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    return null;
  }
}

/** Puts all versions to use one after the other, and the last one at once. Answers the columns that differ. */
export async function compareChain(
  { plans, numbers }: Chain,
  { databases, product }: { readonly databases: FilledDatabases; readonly product: Edit },
): Promise<readonly string[]> {
  const after = async (documents: readonly Plan[]) =>
    databases.with(product, async (_text, databaseUrl) => {
      const refused = await useDocuments(documents, databaseUrl);
      if (refused !== null) return `refused: ${refused.clauses.join(', ')}`;
      const pool = openPool(databaseUrl, { connections: 1 });
      try {
        return await hashProduct(pool);
      } finally {
        await pool.end();
      }
    });
  const last = plans.at(-1);
  if (last === undefined) throw new Error(`No edit of ${numbers.length} fits.`);
  const [step, leap] = [await after(plans), await after([last])];
  if (typeof step === 'string' || typeof leap === 'string')
    return step === leap ? [] : [`one after the other: ${wordsOf(step)}; at once: ${wordsOf(leap)}`];
  return otherColumnsOf(step, leap);
}

function wordsOf(outcome: string | ReadonlyMap<string, string>): string {
  return typeof outcome === 'string' ? outcome : 'applied';
}
