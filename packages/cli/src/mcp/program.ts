import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Failure } from '../failure.ts';

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was ended because its time was over. */
  readonly isEnded: boolean;
}

/** The start of the program: beside the sources, or beside what is built from them. */
const NONET = ['../bin/nonet.js', '../../bin/nonet.js']
  .map((file) => path.resolve(import.meta.dirname, file))
  .find((file) => existsSync(file));

/** Runs a command of this program in a process of its own, which can be ended at any moment. */
export async function runProgram(
  words: readonly string[],
  { folder, seconds, signal }: { readonly folder: string; readonly seconds: number; readonly signal: AbortSignal },
): Promise<Ran> {
  if (NONET === undefined) throw new Error('The program is not where this code expects it.');
  const child = spawn(process.execPath, [NONET, ...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', npm_lifecycle_event: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isEnded = false;
  const end = () => {
    isEnded = true;
    child.kill('SIGTERM');
  };
  const timer = setTimeout(end, seconds * 1000);
  signal.addEventListener('abort', end, { once: true });
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    const [status, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr, isEnded };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** The JSON that a command has printed. @throws {Failure} with its own message if there is none. */
export function printedJson({ stdout, stderr, isEnded }: Ran): object {
  if (isEnded && stdout === '') throw new Failure('It was ended, because it took too long.');
  try {
    return JSON.parse(stdout) as object;
  } catch {
    throw new Failure(stderr.trim() || stdout.trim() || 'The command has ended without an answer.');
  }
}
