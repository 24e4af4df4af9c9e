import path from 'node:path';
import type { SourceFile } from '@nonet/language';
import { Ends } from '../../ends.ts';
import { listenForStop, untilStopped } from '../../until-stopped.ts';
import { DocumentWatcher } from '../../watch.ts';

/**
 * Checks, and again whenever one of the files changes, until the process is to end.
 * @param main The absolute path of the main file, which is watched also while it can't be read.
 * @param report Checks once; answers the files that it has read.
 */
export async function checkWatching(main: string, report: () => Promise<readonly SourceFile[]>): Promise<void> {
  const stopping = listenForStop();
  const ends = new Ends();
  // Checks are reported one after the other.
  let reporting: Promise<void>;
  const watcher = new DocumentWatcher(() => {
    reporting = reporting.then(() => checkOnce());
  });
  ends.defer(() => watcher.close());
  const checkOnce = async () => {
    const files = await report();
    watcher.watch(
      files.length === 0
        ? [{ path: main, text: '' }]
        : files.map(({ path: file, text }, at) => ({
            path: at === 0 ? main : path.resolve(path.dirname(main), file),
            text,
          })),
    );
  };
  reporting = checkOnce();
  try {
    await reporting;
    await untilStopped(stopping);
    await reporting;
  } finally {
    await ends.close();
  }
}
