import { type FSWatcher, readFileSync, watch } from 'node:fs';
import path from 'node:path';

/** A file by its absolute path, with the text that was read of it. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

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

  /**
   * Watches these files and no others. A file that has changed since it was read counts as changed, because that event
   * was missed.
   */
  watch(files: readonly ReadFile[]): void {
    this.#files = new Set(files.map((file) => file.path));
    const folders = new Set(files.map((file) => path.dirname(file.path)));
    let isNew = false;
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      isNew = true;
      this.#watchers.set(
        folder,
        watch(folder, (_event, name) => {
          if (name === null || this.#files.has(path.join(folder, name))) this.#settle();
        }),
      );
    }
    if (isNew && files.some((file) => !isAsRead(file))) this.#settle();
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

function isAsRead({ path: file, text }: ReadFile): boolean {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    // The file is deleted or can't be read. That counts as a change; the code that reads it next reports why.
    return false;
  }
}
