import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { ExportedFileEntry } from './manifest.ts';

/** Writes a new file of an export, and counts and hashes what is in it. */
export class FileWriter {
  readonly #file: string;
  readonly #stream: WriteStream;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** @param file its path in the folder */
  constructor(folder: string, file: string) {
    this.#file = file;
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    // A product's data are for whoever exports them alone.
    this.#stream = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    // Thrown by what waits for it.
    this.#stream.on('error', () => undefined);
  }

  /** Waits while the disk is slower than the database. */
  async write(content: string | Buffer): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#stream.errored !== null) throw this.#stream.errored;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain');
  }

  async end(): Promise<ExportedFileEntry> {
    this.#stream.end();
    await finished(this.#stream);
    return { file: this.#file, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
