import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KEY_VARIABLE } from '@nonet/engine';

/** The file with the key of `nonet dev`, in its folder of data. */
const FILE = 'dev-encryption.key';

/**
 * The environment of a product of `nonet dev`: with a key of its own, which is made at its first start, where the
 * environment states none.
 */
export async function withDevKey(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string | undefined>>> {
  if (environment[KEY_VARIABLE]) return environment;
  return { ...environment, [KEY_VARIABLE]: await readOrMake(folder) };
}

async function readOrMake(folder: string): Promise<string> {
  const file = path.join(folder, FILE);
  await mkdir(folder, { recursive: true });
  try {
    // `wx`: of two processes that start at once, one makes the key.
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
