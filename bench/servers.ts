import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';

export interface Server {
  readonly origin: string;
  readonly processId: number;
  stop(): Promise<void>;
}

/** Starts a server of this folder in a process of its own, and waits until it says that it is ready. */
export async function startServer(file: string, port: number, environment: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [...nodeOptions(file), new URL(file, import.meta.url).pathname], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await isReady(child, child.stdout, 'ready');
  return serverOf(child, port);
}

const NONET = new URL('../packages/cli/bin/nonet.js', import.meta.url).pathname;

/** Starts `nonet serve` as people do, with its log, which goes to a file. */
export async function serveProduct(
  document: string,
  { port, log, environment }: { port: number; log: string; environment: Record<string, string> },
): Promise<Server> {
  const written = await open(log, 'a');
  const child = spawn(process.execPath, [...profiled(), NONET, 'serve', document, '--port', String(port)], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', written.fd, 'pipe'],
  });
  await isReady(child, child.stderr, 'is served at');
  await written.close();
  return serverOf(child, port);
}

async function isReady(child: ChildProcess, from: NodeJS.ReadableStream | null, word: string): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A server ended with ${code}. ${said}`)));
    from?.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes(word)) resolve();
    });
  });
}

function serverOf(child: ChildProcess, port: number): Server {
  return { origin: `http://127.0.0.1:${port}`, processId: child.pid ?? 0, stop: () => stop(child) };
}

function nodeOptions(file: string): string[] {
  return file === './nonet.ts' ? profiled() : [];
}

/** `PROFILE=folder` writes a CPU profile of the Nonet server there. */
function profiled(): string[] {
  const folder = process.env.PROFILE;
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', folder];
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await gone;
}
