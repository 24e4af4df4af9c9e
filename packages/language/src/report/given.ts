import type { Model } from '../model/model.ts';
import { givenFunctions, givenIn, type ListedGiven } from '../plan/given.ts';

/** All that a document is given, in its order. */
export function listGiven(model: Pick<Model, 'screens' | 'entities' | 'terms'>): ListedGiven[] {
  return givenIn({ ...model, given: givenFunctions(model) });
}

/** `given: 2, not proven: 2.plan (screens/plan.html), 9.iban_valid (functions.js#ibanValid)`; null if there is none. */
export function wordsOfGiven(given: readonly ListedGiven[]): string | null {
  if (given.length === 0) return null;
  const listed = given.map(({ clause, file, exported }) => `${clause} (${addressOfGiven({ file, exported })})`);
  return `given: ${given.length}, not proven: ${listed.join(', ')}`;
}

/** `functions.js#ibanValid`, or `screens/plan.html`. */
function addressOfGiven({ file, exported }: Pick<ListedGiven, 'file' | 'exported'>): string {
  return exported === null ? file : `${file}#${exported}`;
}
