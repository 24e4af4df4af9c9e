import { errorCode } from '../../error-code.ts';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';

/** Thrown where another living process uses the same folder. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `Another nonet (process ${pid}) is using ${folder}. Stop it, or give this one a folder of its own with --data.`,
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Takes the folder for this process. A lock whose process is gone (killed, or another process that got its number)
 * is taken over.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'nonet.lock');
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, `${process.pid} ${statOf(process.pid)?.start ?? ''}\n`);
  try {
    for (;;) {
      // The complete file is linked, so that nobody reads a lock that does not name its owner yet.
      if (await succeeds(link(own, file), 'EEXIST')) return () => rm(file, { force: true });
      await refuseIfHeld(folder, file);
      await takeAway(folder, file, `${own}.stale`);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Moves a stale lock aside; if somebody took it in the meantime, it is put back. */
async function takeAway(folder: string, file: string, aside: string): Promise<void> {
  if (!(await succeeds(rename(file, aside), 'ENOENT'))) return;
  try {
    await refuseIfHeld(folder, aside);
  } catch (error) {
    await succeeds(link(aside, file), 'EEXIST');
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function refuseIfHeld(folder: string, file: string): Promise<void> {
  const [pid, start = ''] = (await readIfThere(file)).trim().split(' ');
  if (pid && isAlive(Number(pid)) && (statOf(Number(pid))?.start ?? '') === start)
    throw new FolderInUse(folder, Number(pid));
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return '';
  }
}

/** False if it failed in the one way that is expected. */
async function succeeds(work: Promise<unknown>, expected: string): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (errorCode(error) !== expected) throw error;
    return false;
  }
}

/** A process's state, and when it started in the kernel's own count; null if the system does not say. */
function statOf(pid: number): { readonly state: string; readonly start: string } | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the command in parentheses and may hold anything; the state is the third, the start the 22nd.
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, start: rest[18] ?? '' };
}

/** Whether a process runs; a process that has ended and that its parent has not waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return statOf(pid)?.state !== 'Z';
}
