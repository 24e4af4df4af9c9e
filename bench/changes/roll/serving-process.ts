import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const NONET = new URL('../../../packages/cli/bin/nonet.js', import.meta.url).pathname;

/** Runs a command of `nonet` on a database; answers its exit code and its output. */
export async function nonet(
  databaseUrl: string,
  ...given: readonly string[]
): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = start(databaseUrl, given);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}

function start(databaseUrl: string, given: readonly string[]): ChildProcess {
  return spawn(process.execPath, [NONET, ...given], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** One of the processes of a deployment, which serves a document. */
export interface ServingProcess {
  readonly origin: string;
  /** Whether it says that it is ready for requests. */
  isReady(): Promise<boolean>;
  /** Stops it in order, as a deployment does. */
  stop(): Promise<void>;
}

const ADDRESS = /is served at (http:\/\/\S+?)\/? /;

/** Starts a process at a free port and waits until it is ready. @throws With its output, if it ends before. */
export async function serve(databaseUrl: string, file: string): Promise<ServingProcess> {
  const child = start(databaseUrl, ['serve', file, '--port', '0']);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  child.stdout?.resume();
  const ended = once(child, 'close');
  const place = () => ADDRESS.exec(said)?.[1] ?? null;
  const isReady = async () => {
    const answer = await fetch(`${place()}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
  while (place() === null || !(await isReady())) {
    if (child.exitCode !== null) throw new Error(said.trim());
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  const origin = place() as string;
  return {
    origin,
    isReady,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
