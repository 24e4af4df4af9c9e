import { type ChildProcess, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { makeScratchFolder } from '@nonet/engine';
import { createTestDatabase, isTestRun } from '../database.ts';

export interface RunningProduct {
  readonly url: string;
  readonly pid: number;
  /** The output so far: the log of `serve` is its standard output. */
  stdout(): string;
  output(): string;
  /** Ends the process; the answer is its exit code, null if the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  stop(): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** The command, as npm starts it: in a run of all tests the built one (`scripts/built-program.ts`), else the sources. */
export const NONET = path.join(
  process.env['NONET_TEST_PROGRAM'] ?? path.resolve(import.meta.dirname, '..', '..', '..', 'cli'),
  'bin',
  'nonet.js',
);
/** Both commands print their address when they are ready: `dev` on a line of its own, `serve` in a sentence. */
const ADDRESS = /(?:^ {2}|is served at )(http:\/\/[^\s]+)/m;

/** A document (`spec.md`) in a folder of its own, where `nonet` is called as a person would. */
export class ProductFolder {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(document: string): Promise<ProductFolder> {
    const folder = await makeScratchFolder('story');
    await writeFile(path.join(folder, 'spec.md'), document);
    return new ProductFolder(folder);
  }

  /** Runs a command to its end; where the signal aborts, it is asked to end (SIGTERM). */
  async nonet(
    words: readonly string[],
    input = '',
    environment: Environment = {},
    signal?: AbortSignal,
  ): Promise<Ended> {
    const child = this.#spawn(words, environment);
    signal?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    child.stdin?.end(input);
    const gone = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), gone]);
    return { code, stdout, stderr };
  }

  /** Starts the product on a free port, and waits until it prints its address. */
  async start(
    command: 'dev' | 'serve',
    environment: Environment = {},
    words: readonly string[] = [],
  ): Promise<RunningProduct> {
    const child = this.#spawn([command, 'spec.md', '--port', '0', ...words], environment);
    child.stdin.end();
    const printed = { stdout: '', all: '' };
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed.all += chunk.toString();
        const address = ADDRESS.exec(printed.all)?.[1];
        if (address) resolve(address);
      };
      child.stdout.on('data', (chunk: Buffer) => {
        printed.stdout += chunk.toString();
        read(chunk);
      });
      child.stderr.on('data', read);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`nonet ${command} ended with ${code}:\n${printed.all}`)));
    });
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return gone;
    };
    return {
      url,
      pid: child.pid ?? 0,
      stdout: () => printed.stdout,
      output: () => printed.all,
      end,
      stop: async () => {
        await end('SIGINT');
      },
    };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  #spawn(words: readonly string[], environment: Environment) {
    const { DATABASE_URL: _, ...inherited } = process.env;
    return spawn(process.execPath, [NONET, ...words], {
      cwd: this.folder,
      env: { ...inherited, NO_COLOR: '1', ...environment },
      stdio: 'pipe',
    }) satisfies ChildProcess;
  }
}

/**
 * Runs `nonet dev` on a document in a folder of its own, with a database of its own on the test run's PostgreSQL; both
 * go with it. To make a PostgreSQL for each product would cost more than most of what is tried in it.
 */
export async function startProduct(document: string, environment: Environment): Promise<RunningProduct> {
  await using ends = new AsyncDisposableStack();
  const place = await ProductFolder.make(document);
  ends.defer(() => place.remove());
  const database = isTestRun() ? await createTestDatabase() : null;
  if (database !== null) ends.defer(() => database.drop());
  const running = await place.start('dev', { ...(database && { DATABASE_URL: database.url }), ...environment });
  ends.defer(() => running.stop());
  const started = ends.move();
  return { ...running, stop: () => started.disposeAsync() };
}
