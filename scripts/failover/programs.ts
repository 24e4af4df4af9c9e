import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { errorCode } from '@nonet/engine';

/** The programs of a cluster, where this machine has them. */
export interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

const DEBIAN = '/usr/lib/postgresql';

/** The programs, or the names of those that are not there. */
export function findPrograms(): { readonly programs: Programs } | { readonly missing: readonly string[] } {
  const [patroni, etcd, haproxy] = ['patroni', 'etcd', 'haproxy'].map(find);
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => Number(name) >= 14) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  const postgres = newest === undefined ? null : path.join(DEBIAN, newest, 'bin');
  if (patroni && etcd && haproxy && postgres) return { programs: { patroni, etcd, haproxy, postgres } };
  const all = { patroni, etcd, haproxy, postgresql: postgres };
  return { missing: Object.entries(all).flatMap(([name, found]) => (found ? [] : [name])) };
}

function find(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** The user that runs PostgreSQL, which refuses root. */
const USER = 'postgres';

/** The command with which a program runs as a user other than root, and ends with this process. */
function asUser(program: string, given: readonly string[]): [string, string[]] {
  const ends = ['--pdeathsig', 'KILL'];
  const who = process.getuid?.() === 0 ? [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : [];
  return ['setpriv', [...who, ...ends, program, ...given]];
}

/** Gives a folder to the user that runs PostgreSQL. */
export function give(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${USER}:${USER}`, folder]);
  if (status !== 0) throw new Error(`${folder} can't be given to ${USER}: ${stderr.toString()}`);
}

/** Starts a program whose words go to a file. */
export function begin(program: string, given: readonly string[], log: string): ChildProcess {
  const [command, rest] = asUser(program, given);
  const file = openSync(log, 'a');
  try {
    return spawn(command, rest, { stdio: ['ignore', file, file], detached: true });
  } finally {
    closeSync(file);
  }
}

/** The first process of the PostgreSQL of a folder; null where there is none. */
export function postmasterOf(data: string): number | null {
  try {
    return Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || null;
  } catch {
    // It does not run.
    return null;
  }
}

/** Ends a process at once, if it is there. */
export function kill(pid: number | null | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (!pid) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** The processes whose parent is this one. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
      return Number(parent) === pid ? [Number(name)] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('It has no port.')),
      );
    });
  });
}
