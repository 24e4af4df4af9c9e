import type { RE2JS as Engine } from 're2js';

/**
 * The engine of regular expressions as the built interface has it: `vite.config.ts` puts this in the place of the
 * library, which is as large as the rest of a form's code. The library comes where a product has patterns to judge.
 */
let engine: typeof Engine | null = null;

export async function fetchPatternEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

export const RE2JS = {
  compile(source: string): Engine {
    if (engine === null) throw new Error('The engine of regular expressions was not fetched.');
    return engine.compile(source);
  },
};

/** The library's error for a faulty pattern: no product with one runs. */
export class RE2JSSyntaxException extends Error {}
