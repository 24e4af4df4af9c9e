import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isAlive } from './lock.ts';

/** For a server whose data nobody keeps: what a crash of the machine would leave behind is of no use. */
export const EPHEMERAL_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const GIBIBYTE = 1024 ** 3;
/** What must be free there, and in memory at all, before a database is put there. */
const ROOM_BYTES = 2 * GIBIBYTE;
const AVAILABLE_BYTES = 4 * GIBIBYTE;
/** `<name>-<process>-<six letters>`: a folder’s name says whose it is. */
const NAMED = /^nonet-[a-z]+-(\d+)-\w{6}$/;
const LEFT_BEHIND_AFTER_MILLISECONDS = 3_600_000;

/**
 * Starts a PostgreSQL that nobody keeps: `stop` ends it at once and removes its data.
 *
 * @param name What it is for, lower-case letters: a part of its folder's name.
 */
export async function startEphemeralPostgres(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pick<EmbeddedPostgres, 'database' | 'stop'>> {
  const folder = await makeScratchFolder(name);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const server = await startEmbeddedPostgres({ folder, settings: { ...EPHEMERAL_SETTINGS, ...settings } });
    return {
      database: (called) => server.database(called),
      stop: async () => {
        await server.stop('immediate');
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Makes a folder for a database that nobody keeps. Making one on a disk costs half a second, in memory a tenth of that:
 * it is in memory where there is room, else among the temporary files, as also where `TMPDIR` names a folder for them. The
 * caller removes it.
 *
 * @param name What the folder is for, lower-case letters: a part of its name.
 */
export async function makeScratchFolder(name: string): Promise<string> {
  const parent = (await isInMemory()) ? MEMORY : os.tmpdir();
  if (parent === MEMORY) await removeLeftBehind(parent);
  return mkdtemp(path.join(parent, `nonet-${name}-${process.pid}-`));
}

async function isInMemory(): Promise<boolean> {
  // A container may have less memory than its machine reports.
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined || process.availableMemory() < AVAILABLE_BYTES)
    return false;
  const room = await statfs(MEMORY).catch(() => null);
  return room !== null && room.bavail * room.bsize >= ROOM_BYTES;
}

/** A killed process leaves its folder, which would take up memory until the machine is started again. */
async function removeLeftBehind(parent: string): Promise<void> {
  const limit = Date.now() - LEFT_BEHIND_AFTER_MILLISECONDS;
  for (const name of await readdir(parent)) {
    const owner = Number(NAMED.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => null);
    if (found === null || found.uid !== process.getuid?.() || found.mtimeMs > limit) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
