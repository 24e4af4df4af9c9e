import { loadWhole, noteWhole, readingAhead, type RunningEngine } from '@nonet/engine';
import { Failure } from '../../failure.ts';
import { readBatches } from './csv-file.ts';
import type { FileLoad, FileLoaded } from './file-load.ts';
import { requireNew } from './find-load.ts';
import { count, RefusedRows } from './refused-rows.ts';

/** A file of so many rows goes in as a whole or not at all; a larger one goes in batch by batch, and is noted. */
export const ALL_OR_NONE = 5_000;

/** Loads all rows of a file or none, in one transaction. */
export async function loadFileWhole(engine: RunningEngine, load: FileLoad): Promise<FileLoaded> {
  const { entity, file, csv, dryRun, confirmed } = load;
  const isNoted = csv.rows > ALL_OR_NONE && !dryRun;
  if (!dryRun) await requireNew(engine, load);
  const attempts: RefusedRows[] = [];
  const isLoaded = await loadWhole(
    engine,
    entity,
    () => {
      // The transaction begins once more where it has lost to another one.
      attempts.at(-1)?.close();
      const refused = new RefusedRows(file, load.report);
      attempts.push(refused);
      return {
        batches: readingAhead(engine, entity, readBatches(file, 0, csv.header)),
        judged: ({ lines }, rows) => refused.add(lines, rows),
      };
    },
    {
      confirmed,
      dryRun,
      note: async (client) => {
        if (isNoted) await noteWhole(client, engine, { entity, file, rows: csv.rows, digest: csv.digest });
      },
    },
  );
  const refused = attempts.at(-1);
  refused?.close();
  if (!isLoaded && (refused?.count ?? 0) > 0)
    throw new Failure(
      [
        `${count(refused?.count ?? 0)} of ${count(csv.rows)} rows can't be loaded; nothing was.`,
        ...(refused?.describe() ?? []),
      ].join('\n'),
    );
  return { rows: csv.rows, before: 0 };
}
