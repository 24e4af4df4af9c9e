import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@nonet/engine';
import { Failure } from './failure.ts';

const REMOVE = { recursive: true, force: true, maxRetries: 5 };
/** The exit codes that a shell expects of a process that these signals ended. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * A PostgreSQL among the temporary files that writes as one in use does, so that work on it takes about as long. It
 * ends with this process, for whatever reason that ends.
 */
export class ScratchDatabase {
  #server: EmbeddedPostgres | null = null;
  #folder: string | null = null;
  readonly #ends: (() => void)[] = [];
  readonly #endProcesses = () => {
    for (const end of this.#ends) end();
    if (this.#folder !== null) rmSync(this.#folder, REMOVE);
  };

  /** The address of an empty database. @param name Lower-case letters, digits, `_`. */
  async open(name: string): Promise<string> {
    this.#folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-rehearsal-'));
    process.once('exit', this.#endProcesses);
    for (const [signal, code] of Object.entries(ENDED_BY)) process.once(signal, () => process.exit(code));
    try {
      this.#server = await startEmbeddedPostgres({ folder: this.#folder, spawned: (end) => this.#ends.push(end) });
      return await this.#server.database(name);
    } catch (error) {
      throw new Failure(
        `No database can be made for the copy: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async close(): Promise<void> {
    process.off('exit', this.#endProcesses);
    await this.#server?.stop('immediate');
    if (this.#folder !== null) await rm(this.#folder, REMOVE);
  }
}
