import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Failure } from './failure.ts';

/** Writes a file whole or not at all: a document is never left half written, and keeps its permissions. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const real = await realpath(file);
  const beside = `${real}.${process.pid}.new`;
  const { mode } = await stat(real);
  // Put in its place by a rename, it would not be asked for its permission.
  if ((mode & 0o222) === 0) throw new Failure(`${file} can't be written: it is write-protected.`);
  try {
    await writeFile(beside, text, { mode });
    await rename(beside, real);
  } catch (error) {
    await rm(beside, { force: true });
    throw new Failure(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Replaces a text that was read as `before`, unless another program has written the file since. */
export async function replaceUnchanged(file: string, before: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8')) !== before) {
    throw new Failure(`${file} was changed meanwhile; it was not written. Run the command again.`);
  }
  await replaceFile(file, text);
}
