import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page of the documentation. */
export interface Page {
  /** `3-entities`. */
  readonly name: string;
  readonly title: string;
  /** From the folder of the documentation. */
  readonly file: string;
}

/** The folder of the pages: the one that is built from the sources, or that of the repository. */
const FOLDER = ['../docs', '../../../docs']
  .map((folder) => path.resolve(import.meta.dirname, folder))
  .find((folder) => existsSync(path.join(folder, 'language')));

/**
 * The one page with the whole language, the others of its reference, the cookbook, and those about running a product.
 */
export function pages(): readonly Page[] {
  const reference = pagesIn('language').filter((file) => file !== 'language/grammar.md');
  const files = ['language/grammar.md', ...reference, ...pagesIn('cookbook')];
  return [
    ...files,
    'first-document.md',
    'operations.md',
    'kubernetes.md',
    'failover.md',
    'ci.md',
    'agents.md',
    'versions.md',
  ].map((file) => ({
    name: path.basename(path.basename(file) === 'README.md' ? path.dirname(file) : file, '.md'),
    title: /^# (.+)$/m.exec(textOf(file))?.[1] ?? file,
    file,
  }));
}

/** The pages of a folder, its first one before the others. */
function pagesIn(name: string): string[] {
  const others = readdirSync(folder(name)).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return ['README.md', ...others.toSorted()].map((file) => `${name}/${file}`);
}

/** A page as Markdown. */
export function textOf(file: string): string {
  return readFileSync(folder(file), 'utf8');
}

function folder(file: string): string {
  if (FOLDER === undefined) throw new Error('The documentation is not where this code expects it.');
  return path.join(FOLDER, file);
}
