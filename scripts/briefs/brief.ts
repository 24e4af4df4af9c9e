import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Step, stepsOf } from '../../packages/cli/src/fixtures/cookbook/recipe.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../briefs');

/** A page of `briefs`: what a customer wants, and the checks that a product of it passes. */
export interface Brief {
  readonly name: string;
  /** The text that the agent gets: all but the checks. */
  readonly text: string;
  readonly checks: readonly Step[];
}

/** All briefs, by their names. @throws Error if one has no checks, or a row that can't be read. */
export function readBriefs(): Brief[] {
  return globSync('*.md', { cwd: FOLDER, exclude: ['README.md'] })
    .toSorted()
    .map((file) => briefOf(path.basename(file, '.md'), readFileSync(path.join(FOLDER, file), 'utf8')));
}

function briefOf(name: string, page: string): Brief {
  const [text = '', checks] = page.split(/^## Checks\n/m);
  if (checks === undefined) throw new Error(`briefs/${name}.md has no “## Checks”.`);
  return { name, text: `${text.trimEnd()}\n`, checks: stepsOf(checks) };
}

/** Whether a row states an answer: only these are counted. */
export function isCheck({ kind }: Step): boolean {
  return kind !== 'time';
}
