import { openPool } from '@nonet/engine';
import { itemAt, type Plan } from '@nonet/language';
import type { Edit } from '../edit.ts';
import type { FilledDatabases } from '../filled-databases.ts';
import { InvalidDocument, planOfText } from '../plan-of-text.ts';
import { type MergedPairs, mergePairs } from './merge.ts';
import { hashProduct, otherColumnsOf, readOtherwise, useDocuments } from './use-documents.ts';

/** The outcome of two branches of a document that are merged. */
export interface MergedBranches {
  readonly edits: readonly [Edit, Edit];
  /**
   * `merged`: a valid document; `conflict`: Git shows the lines of both; `invalid`: the check names places in the merged
   * document.
   */
  readonly outcome: 'merged' | 'conflict' | 'invalid';
  /** The valid document and those of both branches. */
  readonly plans: { readonly merged: Plan; readonly one: Plan; readonly other: Plan } | null;
  readonly faults: readonly string[];
}

/** The document that an edit leads to. */
export function documentOf({ first, stated }: Edit, text: string): string {
  return (stated ?? first)(text);
}

/** A default of the moment differs between two moments, and so do the ids of records that the document brings. */
const OF_THE_MOMENT = new Set(['102', '166']);

/** Whether an edit's document can be put to use without anybody's help, with the same result at any moment. */
export function canBeMerged({ becomes, stated, stages, people, before, number }: Edit): boolean {
  const isHelped = stages !== undefined || people !== undefined || before !== undefined;
  return !isHelped && !OF_THE_MOMENT.has(number) && (becomes === 'applied' || stated !== undefined);
}

/** The documents of some edits, each merged with each other one. */
export class Branches {
  readonly #edits: readonly Edit[];
  readonly #plans: readonly Plan[];
  readonly #merged: MergedPairs;

  constructor(edits: readonly Edit[], text: string) {
    const texts = edits.map((edit) => documentOf(edit, text));
    this.#edits = edits;
    this.#plans = texts.map((each) => planOfText(each));
    this.#merged = mergePairs(text, texts);
  }

  /** All pairs, each merged in both orders and checked. */
  *pairs(): Generator<MergedBranches> {
    for (const one of this.#edits.keys())
      for (let other = one + 1; other < this.#edits.length; other += 1) yield this.#pair(one, other);
  }

  #pair(one: number, other: number): MergedBranches {
    const edits = [itemAt(this.#edits, one), itemAt(this.#edits, other)] as const;
    const faults: string[] = [];
    const [merged, reversed] = [this.#merged(one, other), this.#merged(other, one)];
    if (merged.kind !== reversed.kind) faults.push('it is a conflict in one order alone');
    if (merged.kind === 'conflict') {
      if (merged.places.length === 0) faults.push('a conflict without a place');
      return { edits, outcome: 'conflict', plans: null, faults };
    }
    if (reversed.kind === 'merged' && reversed.text !== merged.text) faults.push('the order of the branches matters');
    try {
      const plans = {
        merged: planOfText(merged.text),
        one: itemAt(this.#plans, one),
        other: itemAt(this.#plans, other),
      };
      return { edits, outcome: 'merged', plans, faults };
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error;
      if (error.message === '') faults.push('an error without a word');
      return { edits, outcome: 'invalid', plans: null, faults };
    }
  }
}

/**
 * Puts merged branches to use on a filled database: at once, after the one branch, and after the other one. The records are the
 * same each time but for those of which the change says that they come from new values of the other branch, or it is refused each
 * time, with the clause and what to do. Answers what is not so.
 */
export async function applyBranches(
  { edits, plans }: MergedBranches,
  databases: FilledDatabases,
): Promise<{ readonly isApplied: boolean; readonly faults: readonly string[] }> {
  if (plans === null) return { isApplied: false, faults: [] };
  const { merged, one, other } = plans;
  const faults: string[] = [];
  const found: (ReadonlyMap<string, string> | null)[] = [];
  const named = new Set<string>();
  for (const [way, documents] of [
    ['at once', [merged]],
    ['after the one', [one, merged]],
    ['after the other', [other, merged]],
  ] as const)
    await databases.with(edits[0], async (_text, databaseUrl) => {
      const refused = await useDocuments(documents, databaseUrl);
      if (refused !== null) {
        found.push(null);
        faults.push(...refused.helpless.map((each) => `${way}: no next step: ${each}`));
        if (refused.clauses.length === 0) faults.push(`${way}: refused without a clause`);
        return;
      }
      const pool = openPool(databaseUrl, { connections: 1 });
      try {
        found.push(await hashProduct(pool));
        for (const name of await readOtherwise(pool)) named.add(name);
      } finally {
        await pool.end();
      }
    });
  const [atOnce = null, ...others] = found;
  for (const [place, hashes] of others.entries()) {
    const way = place === 0 ? 'after the one' : 'after the other';
    if ((hashes === null) !== (atOnce === null))
      faults.push(`${way}: ${hashes === null ? 'refused' : 'applied'}, and not so at once`);
    else if (hashes !== null && atOnce !== null)
      faults.push(
        ...otherColumnsOf(atOnce, hashes)
          .filter((name) => !named.has(name))
          .map((name) => `${way}: ${name} differs`),
      );
  }
  return { isApplied: atOnce !== null, faults };
}
