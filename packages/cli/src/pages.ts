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

/** The one page with the whole language, the others of its reference, and those about running a product. */
export function pages(): readonly Page[] {
  const own = readdirSync(folder('language'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md' && name !== 'grammar.md')
    .sort();
  const files = ['language/grammar.md', 'language/README.md', ...own.map((name) => `language/${name}`)];
  return [...files, 'first-document.md', 'operations.md', 'kubernetes.md'].map((file) => ({
    name: file === 'language/README.md' ? 'language' : path.basename(file, '.md'),
    title: /^# (.+)$/m.exec(textOf(file))?.[1] ?? file,
    file,
  }));
}

/** A page as Markdown. */
export function textOf(file: string): string {
  return readFileSync(folder(file), 'utf8');
}

function folder(file: string): string {
  if (FOLDER === undefined) throw new Error('The documentation is not where this code expects it.');
  return path.join(FOLDER, file);
}
