import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@nonet/engine';

/** Databases for products that are tried: on a PostgreSQL in a temporary folder, which is gone afterwards. */
export class TrialDatabases {
  /** Resolves where the server ends by itself. */
  readonly lost: Promise<string>;
  #starting: Promise<{ readonly folder: string; readonly server: EmbeddedPostgres }> | null = null;
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
    const { server } = await (this.#starting ??= this.#start());
    this.#count += 1;
    return server.database(`proof_${this.#count}`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const started = await this.#starting?.catch(() => null);
    if (!started) return;
    // Nothing of it is kept.
    await started.server.stop('immediate');
    await rm(started.folder, { recursive: true, force: true });
  }

  async #start() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-proof-'));
    const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } });
    // Whatever ends this process takes the server along.
    process.once('exit', () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    void server.ended.then(() => {
      if (!this.#isClosed) this.#lose('The database has ended, so that nothing more could be tried');
    });
    return { folder, server };
  }
}
