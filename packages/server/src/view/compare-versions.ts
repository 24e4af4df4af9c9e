import { Worker } from 'node:worker_threads';
import type { VersionDifferencesView } from '@nonet/client';
import type { ComparedVersions } from './version-differences.ts';

/** Answers the differences in meaning between two versions. */
export type CompareVersions = (key: string, read: () => Promise<ComparedVersions>) => Promise<VersionDifferencesView>;

/** The maximum number of answers that are kept, because readers of versions compare the same ones again. */
const MOST_KEPT = 20;

/** Compares in threads of their own, one after the other, and keeps what was found: a version never changes. */
export function createCompareVersions(): CompareVersions {
  const kept = new Map<string, Promise<VersionDifferencesView>>();
  let last: Promise<unknown> = Promise.resolve();
  return (key, read) => {
    let found = kept.get(key);
    if (found === undefined) {
      found = last.then(async () => inThread(await read()));
      last = found.catch(() => undefined);
      kept.set(key, found);
      found.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    }
    return found;
  };
}

function inThread(compared: ComparedVersions): Promise<VersionDifferencesView> {
  const worker = new Worker(new URL('./version-differences-thread.ts', import.meta.url), { workerData: compared });
  return new Promise<VersionDifferencesView>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The comparison of two versions ended without an answer.')));
  });
}
