import {
  beginLoad,
  isUnreachable,
  LoadedElsewhere,
  loadRows,
  noteLoaded,
  readLoads,
  type RunningEngine,
  type StoredLoad,
  whileAlone,
} from '@nonet/engine';
import { Failure } from '../../failure.ts';
import { type CsvFile, readBatches, scanCsv } from './csv-file.ts';
import { count, RefusedRows } from './refused-rows.ts';

export interface BatchedLoad {
  readonly entity: string;
  readonly file: string;
  readonly csv: CsvFile;
  readonly confirmed: ReadonlySet<string>;
  readonly dryRun: boolean;
  /** Whether a file that is in already is loaded once more. */
  readonly again: boolean;
  readonly say: (line: string) => void;
}

const SAYS_EVERY_MILLISECONDS = 10_000;

/**
 * Loads a file batch by batch, each in a transaction of its own together with how far the file is in. What stops is
 * gone on with behind the rows that are in, as long as the file begins with the same rows.
 * @returns how many of its rows were in before
 */
export async function loadInBatches(engine: RunningEngine, load: BatchedLoad): Promise<number> {
  const { entity, csv, dryRun } = load;
  if (dryRun) return loadAlone(engine, load);
  try {
    return await whileAlone(engine, { entity, digest: csv.digest }, () => loadAlone(engine, load));
  } catch (error) {
    throw error instanceof LoadedElsewhere ? new Failure(error.message, 1, error) : error;
  }
}

async function loadAlone(engine: RunningEngine, load: BatchedLoad): Promise<number> {
  const { entity, file, csv, dryRun, say } = load;
  const { id, rows: before } = await findLoad(engine, load);
  if (before > 0) say(`The first ${count(before)} rows of ${file} are in already; this goes on behind them.`);
  const refused = new RefusedRows(file);
  let done = before;
  const began = performance.now();
  let said = began;
  try {
    for await (const { from, rows, digest } of readBatches(file, before)) {
      const to = from + rows.length;
      const finishedAt = to === csv.rows ? engine.clock() : null;
      const records = rows.map(({ record }) => record);
      const result = await loadRows(engine, entity, records, {
        ...load,
        note: (client) => noteLoaded(client, { id, from, to, digest, finishedAt }),
      });
      refused.add(rows, result.rows);
      if (!result.loaded && !dryRun) throw new Failure(describe(load, refused, { from, to }));
      done = to;
      if (performance.now() - said < SAYS_EVERY_MILLISECONDS) continue;
      said = performance.now();
      const rate = Math.round(((done - before) * 1000) / (said - began));
      say(`${count(done)} of ${count(csv.rows)} rows ${dryRun ? 'are judged' : 'are in'}, ${count(rate)} a second`);
    }
  } catch (error) {
    if (dryRun || !(isUnreachable(error) || error instanceof LoadedElsewhere)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const stopped = error instanceof LoadedElsewhere ? why : `The database went away: ${why}.`;
    throw new Failure(`${stopped}\n${soFar(load, done)} The same command goes on behind what is in.`, 1, error);
  }
  if (refused.count > 0)
    throw new Failure(
      [`${count(refused.count)} of ${count(csv.rows - before)} rows can't be loaded:`, ...refused.describe()].join(
        '\n',
      ),
    );
  return before;
}

/** The load of this file that has stopped, or a new one. */
async function findLoad(
  engine: RunningEngine,
  { entity, file, csv, dryRun, again }: BatchedLoad,
): Promise<Pick<StoredLoad, 'id' | 'rows'>> {
  const known = await readLoads(engine, entity);
  const open = known.filter(({ finishedAt, rows }) => finishedAt === null && rows > 0 && rows < csv.rows);
  if (open.length > 0) {
    const { digests } = await scanCsv(file, new Set(open.map(({ rows }) => rows)));
    const stopped = open
      .filter(({ rows, digest }) => digests.get(rows) === digest)
      .toSorted((one, other) => other.rows - one.rows)[0];
    if (stopped !== undefined) return stopped;
  }
  const same = known.find(({ finishedAt, digest }) => finishedAt !== null && digest === csv.digest);
  if (same !== undefined && !again && !dryRun)
    throw new Failure(
      `${file} is in already: its ${count(same.rows)} rows were loaded at ${same.finishedAt ?? ''}. ` +
        '`--again` loads them once more.',
    );
  return { id: dryRun ? '' : await beginLoad(engine, { entity, file }), rows: 0 };
}

function describe(load: BatchedLoad, refused: RefusedRows, { from, to }: { from: number; to: number }): string {
  return [
    `${count(refused.count)} of the rows ${count(from + 1)} to ${count(to)} can't be loaded:`,
    ...refused.describe(),
    `${soFar(load, from)} Correct the file, and the same command goes on behind what is in. \`--dry-run\` lists all ` +
      "rows that can't be loaded.",
  ].join('\n');
}

function soFar({ file, csv }: BatchedLoad, rows: number): string {
  return rows === 0
    ? `None of the ${count(csv.rows)} rows of ${file} is in.`
    : `The first ${count(rows)} of the ${count(csv.rows)} rows of ${file} are in, none of the others.`;
}
