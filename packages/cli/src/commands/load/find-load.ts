import { abandonLoads, beginLoad, readLoads, type RunningEngine, type StoredLoad } from '@nonet/engine';
import { Failure } from '../../failure.ts';
import { scanCsv } from './csv-file.ts';
import type { FileLoad } from './file-load.ts';
import { count } from './refused-rows.ts';

/** The id of no load. */
const NONE = '00000000-0000-0000-0000-000000000000';

/**
 * The load of this file that has stopped, or a new one.
 * @throws {Failure} if the file is in already, or if it now begins with other rows than those that are in
 */
export async function findLoad(engine: RunningEngine, load: FileLoad): Promise<Pick<StoredLoad, 'id' | 'rows'>> {
  const { entity, file, dryRun, again } = load;
  const known = await readLoads(engine, entity);
  const stopped = await findStopped(known, load);
  if (stopped !== undefined) return stopped;
  const same = findFinished(known, load);
  // Its report was not written to its end.
  if (same !== undefined && same.refused > 0) return same;
  if (dryRun) return { id: NONE, rows: 0 };
  if (again) await abandonOthers(engine, load, known);
  else refuseKnown(load, known);
  return { id: await beginLoad(engine, { entity, file }), rows: 0 };
}

/**
 * Makes sure that no row of a file is in that goes in as a whole.
 * @throws {Failure} if some are, unless they are loaded `again`
 */
export async function requireNew(engine: RunningEngine, load: FileLoad): Promise<void> {
  const { file, again } = load;
  const known = await readLoads(engine, load.entity);
  if (again) return abandonOthers(engine, load, known);
  const stopped = await findStopped(known, load);
  if (stopped !== undefined)
    throw new Failure(
      `The first ${count(stopped.rows)} rows of ${file} are in already: without \`--all-or-none\` the command goes on ` +
        'behind them, with `--again` it loads all rows once more.',
    );
  refuseKnown(load, known);
}

/** The load with which a file begins, the longest one. */
async function findStopped(
  known: readonly StoredLoad[],
  { file, csv }: Pick<FileLoad, 'file' | 'csv'>,
): Promise<StoredLoad | undefined> {
  const open = known.filter((load) => isOpen(load) && load.rows < csv.rows);
  if (open.length === 0) return undefined;
  const { digests } = await scanCsv(file, new Set(open.map(({ rows }) => rows)));
  return open
    .filter(({ rows, digest }) => digests.get(rows) === digest)
    .toSorted((one, other) => other.rows - one.rows)[0];
}

function isOpen({ finishedAt, rows }: StoredLoad): boolean {
  return finishedAt === null && rows > 0;
}

function findFinished(known: readonly StoredLoad[], { csv }: Pick<FileLoad, 'csv'>): StoredLoad | undefined {
  return known.find(({ finishedAt, digest }) => finishedAt !== null && digest === csv.digest);
}

/** Refuses a file that is in already, or of which other rows are in than those with which it begins now. */
function refuseKnown({ file, csv }: FileLoad, known: readonly StoredLoad[]): void {
  const same = findFinished(known, { csv });
  if (same !== undefined)
    throw new Failure(
      `${file} is in already: its ${count(same.rows)} rows were loaded at ${same.finishedAt ?? ''}. ` +
        '`--again` loads them once more.',
    );
  const other = known.find((load) => isOpen(load) && load.file === file);
  if (other !== undefined)
    throw new Failure(
      `The first ${count(other.rows)} rows of ${file} as it was are in since ${other.beganAt}, and it begins with other ` +
        'rows now: with the same ones, the command goes on behind them. `--again` loads the whole file as it is now.',
    );
}

/** Nobody goes on with what stopped of a file that is loaded as a whole once more. */
async function abandonOthers(engine: RunningEngine, { file }: FileLoad, known: readonly StoredLoad[]): Promise<void> {
  const others = known.filter((load) => isOpen(load) && load.file === file);
  if (others.length > 0)
    await abandonLoads(
      engine,
      others.map(({ id }) => id),
    );
}
