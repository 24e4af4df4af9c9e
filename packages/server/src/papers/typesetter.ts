import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** A paper on its way to the thread. */
export interface ToSet {
  readonly id: number;
  /** JSON, as `paper-program.ts` reads it. */
  readonly paper: string;
  readonly picture: { readonly path: string; readonly content: Uint8Array } | null;
}

/** The thread's answer. */
export type SetPaper =
  /** `bytes`: the memory that the compiler has, of which it never gives any back. */
  | { readonly id: number; readonly pdf: Uint8Array; readonly bytes: number }
  | { readonly id: number; readonly fault: string };

/** No paper was made in time, or too many wait. */
export class PaperLate extends Error {
  override readonly name = 'PaperLate';
}

/** The number of papers that wait at most, and the milliseconds that one of them may take. */
const MOST_WAITING = 50;
const LONGEST_MILLISECONDS = 30_000;
/** The milliseconds without a paper after which the thread ends, so that its memory is free again. */
const IDLE_MILLISECONDS = 60_000;

/** The memory of a thread after which another one begins. */
const MOST_BYTES = 300_000_000;

/** Whether what makes papers is installed: it is optional, because many products make none. */
export function canTypeset(): boolean {
  try {
    createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}

/** Sets papers one after the other, in a thread that starts with the first of them and ends when none has come for long. */
export class Typesetter {
  #worker: Worker | null = null;
  #waiting = 0;
  #sequence = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;

  /** The PDF of a paper. @throws {PaperLate} */
  set(paper: string, picture: ToSet['picture']): Promise<Uint8Array> {
    if (this.#waiting >= MOST_WAITING) return Promise.reject(new PaperLate('Too many papers wait.'));
    this.#waiting += 1;
    const made = this.#last.then(() => this.#make({ id: (this.#sequence += 1), paper, picture }));
    this.#last = made.catch(() => undefined).then(() => this.#rest());
    return made.finally(() => {
      this.#waiting -= 1;
    });
  }

  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #make(asked: ToSet): Promise<Uint8Array> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#worker ??= new Worker(new URL('./typeset-thread.ts', import.meta.url));
    const worker = this.#worker;
    return new Promise<Uint8Array>((resolve, reject) => {
      const end = (error: Error) => {
        // After a failure the compiler may be in any state.
        if (this.#worker === worker) this.#worker = null;
        void worker.terminate();
        settle(() => reject(error));
      };
      const settle = (then: () => void) => {
        clearTimeout(late);
        worker.off('message', answered).off('error', end).off('exit', exited);
        then();
      };
      const answered = (answer: SetPaper) => {
        if ('pdf' in answer) {
          settle(() => resolve(answer.pdf));
          if (answer.bytes > MOST_BYTES) void this.close();
        } else end(new Error(`A paper could not be set: ${answer.fault}`));
      };
      const exited = () => end(new Error('The thread that sets papers ended without one.'));
      const late = setTimeout(() => end(new PaperLate('A paper takes too long.')), LONGEST_MILLISECONDS);
      worker.on('message', answered).on('error', end).on('exit', exited);
      worker.postMessage(asked);
    });
  }

  #rest(): void {
    if (this.#waiting > 0) return;
    this.#idle = setTimeout(() => void this.close(), IDLE_MILLISECONDS);
    this.#idle.unref();
  }
}
