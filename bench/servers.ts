import { type ChildProcess, spawn } from 'node:child_process';

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
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('ready')) resolve();
    });
  });
  return { origin: `http://127.0.0.1:${port}`, processId: child.pid ?? 0, stop: () => stop(child) };
}

/** `PROFILE=folder` writes a CPU profile of the Nonet server there. */
function nodeOptions(file: string): string[] {
  const folder = process.env.PROFILE;
  return folder === undefined || file !== './nonet.ts' ? [] : ['--cpu-prof', '--cpu-prof-dir', folder];
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await gone;
}
