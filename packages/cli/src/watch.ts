import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps. */
const SETTLE_MILLISECONDS = 80;

/**
 * Calls back when one of the files may have changed. The folders are watched, not the files: many editors replace a
 * file by a new one of its name.
 */
export class DocumentWatcher {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #files = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** @param files absolute paths. */
  watch(files: readonly string[]): void {
    this.#files = new Set(files);
    const folders = new Set(files.map((file) => path.dirname(file)));
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      this.#watchers.set(
        folder,
        watch(folder, (_event, name) => {
          if (name === null || this.#files.has(path.join(folder, name))) this.#settle();
        }),
      );
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, SETTLE_MILLISECONDS);
  }
}
