import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Failure } from '../../failure.ts';

/** Where lines are written, as slowly as they are taken. */
export interface Lines {
  write(line: string): Promise<void>;
  /** Ends it; a file that did not become whole does not stay. */
  end(isWhole: boolean): Promise<void>;
}

/**
 * Lines to a new file, which its owner alone may read, or to standard output.
 * @throws {Failure} If there is such a file, or none can be made there.
 */
export async function linesTo(file: string | null): Promise<Lines> {
  if (file === null)
    return {
      write: async (line) => {
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      },
      end: async () => {},
    };
  let handle: FileHandle;
  try {
    handle = await open(file, 'wx', 0o600);
  } catch (error) {
    throw new Failure(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}.`, 3);
  }
  return {
    write: async (line) => void (await handle.write(line)),
    end: async (isWhole) => {
      await handle.close();
      if (!isWhole) await rm(file);
    },
  };
}
