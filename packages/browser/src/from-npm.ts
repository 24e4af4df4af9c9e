import { lstatSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** The executable of the npm package's browser: it has its own libraries and fonts, for systems without them. */
export interface BrowserFromNpm {
  readonly file: string;
  readonly environment: Record<string, string>;
}

/**
 * The Chromium that npm brings for Linux on x64, with the system libraries that it needs: from one package, unpacked
 * once per user. Null if npm has not brought it.
 */
export async function browserFromNpm(): Promise<BrowserFromNpm | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const entry = entryOf('@sparticuz/chromium');
  if (entry === null) return null;
  const folder = await unpack(entry);
  return {
    file: path.join(folder, 'chromium'),
    environment: {
      HOME: folder,
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
    },
  };
}

const require = createRequire(import.meta.url);

function entryOf(name: string): string | null {
  try {
    return require.resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Unpacks into a temporary folder first, so that a partly unpacked browser is never used. */
async function unpack(entry: string): Promise<string> {
  const { version } = require(path.join(path.dirname(entry), '..', 'package.json')) as { version: string };
  const folder = path.join(os.tmpdir(), `nonet-chromium-${version}-${os.userInfo().uid}`);
  if (isThere(folder)) return folder;
  const { inflate } = await import('@sparticuz/chromium');
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const archives = path.join(path.dirname(entry), '..', 'bin');
  const before = process.env.TMPDIR;
  // `inflate` unpacks into the system's temporary folder.
  process.env.TMPDIR = unfinished;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(path.join(archives, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await writeFile(path.join(unfinished, 'fonts', 'fonts.conf'), fontConfiguration(folder));
  await rename(unfinished, folder).catch(async (error: Error & { code?: string }) => {
    // Another process was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(unfinished, { recursive: true, force: true });
  });
  return folder;
}

/**
 * Any user may have created a file with this name in a folder that all users share: only the user's own files are
 * executed.
 */
function isThere(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isDirectory() || found.uid !== os.userInfo().uid || (found.mode & 0o022) !== 0)
    throw new Error(
      `${folder} is somebody else's, or open to others: remove it, and a browser is unpacked there again.`,
    );
  return true;
}

/**
 * The package's own one looks for its fonts in fixed places; without any font, the browser ends at the first control.
 */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}
