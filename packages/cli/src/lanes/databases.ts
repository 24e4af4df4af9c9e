import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { EPHEMERAL_SETTINGS, type EmbeddedPostgres, makeScratchFolder, startEmbeddedPostgres } from '@nonet/engine';

/** A process that is ending may still write. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/** Databases for the products under test, on a PostgreSQL in a temporary folder that is removed afterwards. */
export class TrialDatabases {
  /** Resolves where the server ends by itself. */
  readonly lost: Promise<string>;
  #starting: Promise<EmbeddedPostgres> | null = null;
  #folder: string | null = null;
  #isStarted = false;
  /** Functions that kill each process of the server; they ignore processes that have ended already. */
  readonly #ends: (() => void)[] = [];
  #count = 0;
  #isClosed = false;
  #lose: (why: string) => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.lost = promise;
    this.#lose = resolve;
  }

  /** The address of another empty database. The first one starts the server. */
  async another(): Promise<string> {
    const server = await (this.#starting ??= this.#start());
    this.#count += 1;
    return server.database(`proof_${this.#count}`);
  }

  /** Ends the server; one that is still starting is not waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#isStarted) this.#endProcesses();
    const started = await this.#starting?.catch(() => null);
    await started?.stop('immediate');
    // The folder is removed afterwards, so nothing needs to be flushed.
    if (this.#folder !== null) await rm(this.#folder, REMOVE);
  }

  async #start(): Promise<EmbeddedPostgres> {
    const folder = await makeScratchFolder('proof');
    this.#folder = folder;
    // The server ends with this process in any case, from its start on.
    process.once('exit', () => {
      this.#endProcesses();
      rmSync(folder, REMOVE);
    });
    const server = await startEmbeddedPostgres({
      folder,
      settings: EPHEMERAL_SETTINGS,
      spawned: (end) => {
        this.#ends.push(end);
        if (this.#isClosed) end();
      },
    });
    this.#isStarted = true;
    void server.ended.then(() => {
      if (!this.#isClosed) this.#lose('The database has ended, so that nothing more could be tried');
    });
    return server;
  }

  #endProcesses(): void {
    for (const end of this.#ends) end();
  }
}
