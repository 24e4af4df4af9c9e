import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface RunningProduct {
  readonly url: string;
  /** Everything that was printed so far. */
  output(): string;
  stop(): Promise<void>;
}

const NONET = path.resolve(import.meta.dirname, '..', '..', '..', 'cli', 'bin', 'nonet.js');

/** Runs `nonet dev` on a document in a folder of its own, as a person would, and waits until it tells its address. */
export async function startProduct(
  document: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningProduct> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-story-'));
  await writeFile(path.join(folder, 'spec.md'), document);
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [NONET, 'dev', 'spec.md', '--port', '0'], {
    cwd: folder,
    env: { ...inherited, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /^\s+(http:\/\/\S+)$/m.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`nonet dev ended with ${code}:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
