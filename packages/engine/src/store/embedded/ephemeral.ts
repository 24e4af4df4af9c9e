import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isAlive } from './lock.ts';

/** Settings for a server whose data is temporary: it need not survive a crash of the machine. */
export const EPHEMERAL_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** The folder in which Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const GIBIBYTE = 1024 ** 3;
/** The space that must be free there, and in memory altogether, before a database is put there. */
const ROOM_BYTES = 2 * GIBIBYTE;
const AVAILABLE_BYTES = 4 * GIBIBYTE;
/** `<name>-<process>-<six letters>`: a folder’s name says whose it is. */
const NAMED = /^nonet-[a-z]+-(\d+)-\w{6}$/;
const LEFT_BEHIND_AFTER_MILLISECONDS = 3_600_000;

/**
 * Starts a temporary PostgreSQL: `stop` ends it immediately and removes its data.
 *
 * @param name Its purpose, in lower-case letters: a part of its folder's name.
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
 * Makes a folder for a temporary database. It is in memory if there is room and `TMPDIR` names no folder, because
 * creating a database on a disk takes half a second, and in memory a tenth of that. Otherwise it is among the
 * temporary files. The caller removes it.
 * @param name The purpose of the folder, in lower-case letters: a part of its name.
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
