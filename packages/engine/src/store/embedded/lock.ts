import { readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
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
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(`${process.pid} ${startOf(process.pid) ?? ''}\n`);
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
    const [pid, start = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ');
    if (pid && isAlive(Number(pid)) && (startOf(Number(pid)) ?? '') === start)
      throw new FolderInUse(folder, Number(pid));
    await rm(file, { force: true });
  }
}

/** When a process started, in the kernel's own count; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    // The second field is the command in parentheses and may hold anything; the start is the 22nd.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
