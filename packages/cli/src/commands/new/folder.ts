import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@nonet/engine';

/** The files of a new folder, and the files that they are made from. */
const FILES: readonly (readonly [file: string, template: string])[] = [
  ['spec.md', 'spec.md'],
  ['AGENTS.md', 'AGENTS.md'],
  ['compose.yaml', 'compose.yaml'],
  ['.gitignore', 'gitignore'],
  ['.github/workflows/nonet.yml', 'ci.yml'],
];

const TEMPLATES = new URL('./template/', import.meta.url);

/** The files that were written, and those that were there already and stay as they were. */
export interface NewFolder {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** Writes the files of a new product that the folder does not have yet. */
export async function beginFolder(
  folder: string,
  values: Readonly<Record<'title' | 'version', string>>,
): Promise<NewFolder> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const [file, template] of FILES) {
    const target = path.join(folder, file);
    const text = (await readFile(new URL(template, TEMPLATES), 'utf8')).replaceAll(
      /\{\{(title|version)\}\}/g,
      (_all, name: 'title' | 'version') => values[name],
    );
    await mkdir(path.dirname(target), { recursive: true });
    try {
      await writeFile(target, text, { flag: 'wx' });
      written.push(file);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      kept.push(file);
    }
  }
  return { written, kept };
}
