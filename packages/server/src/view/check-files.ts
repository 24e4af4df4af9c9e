import { Worker } from 'node:worker_threads';
import type { CorrectionsView } from '@nonet/client';
import type { Plan } from '@nonet/language';

/** A document that was checked: its plan, or its errors. */
export interface CheckedFiles {
  readonly plan: Plan | null;
  readonly errors: CorrectionsView['errors'];
}

/** Checks documents in threads of their own, one after the other, so that the product answers others meanwhile. */
export function createCheckFiles(): (files: Plan['sources']) => Promise<CheckedFiles> {
  let last: Promise<unknown> = Promise.resolve();
  return (files) => {
    const checked = last.then(() => inThread(files));
    last = checked.catch(() => undefined);
    return checked;
  };
}

function inThread(files: Plan['sources']): Promise<CheckedFiles> {
  const worker = new Worker(new URL('./check-files-thread.ts', import.meta.url), { workerData: files });
  return new Promise<CheckedFiles>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check of a document ended without an answer.')));
  });
}
