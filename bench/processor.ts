import { readdir, readFile } from 'node:fs/promises';

/** Linux counts time in hundredths of a second, whatever its clock. */
const CLOCK_TICKS = 100;

interface Process {
  readonly id: string;
  readonly parent: string;
  readonly command: string;
  /** Its time on a processor. */
  readonly own: number;
  /** That of its children which have ended. */
  readonly ended: number;
}

/** The seconds on a processor of a process, its threads, and all processes that it has started; NaN where the system doesn't tell. */
export async function processorSeconds(processId: number): Promise<number> {
  const all = await processes();
  const isOf = (id: string): boolean => {
    for (let at: string | undefined = id; at !== undefined; at = all.get(at)?.parent)
      if (at === String(processId)) return true;
    return false;
  };
  if (!all.has(String(processId))) return Number.NaN;
  let sum = 0;
  for (const { id, own, ended } of all.values()) if (isOf(id)) sum += own + ended;
  return sum;
}

/** The seconds on a processor of children of this process that have ended. */
export async function endedSeconds(): Promise<number> {
  return (await processes()).get(String(process.pid))?.ended ?? Number.NaN;
}

/** The server behind a connection of PostgreSQL, if it runs on this machine. */
export async function serverOfBackend(backend: number): Promise<number | null> {
  const found = (await processes()).get(String(backend));
  return found?.command.startsWith('postgres') ? Number(found.parent) : null;
}

async function processes(): Promise<Map<string, Process>> {
  const ids = await readdir('/proc').catch(() => []);
  const all = await Promise.all(ids.filter((id) => /^\d+$/.test(id)).map(read));
  return new Map(all.flatMap((each) => (each === null ? [] : [[each.id, each]])));
}

async function read(id: string): Promise<Process | null> {
  // It may have ended meanwhile.
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const seconds = (...places: readonly number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) / CLOCK_TICKS;
  return {
    id,
    parent: fields[1] ?? '',
    command: stat.slice(stat.indexOf('(') + 1, end),
    own: seconds(11, 12),
    ended: seconds(13, 14),
  };
}
