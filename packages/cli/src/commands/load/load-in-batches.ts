import {
  forgetRefused,
  isUnreachable,
  LoadedElsewhere,
  loadRows,
  noteLoaded,
  noteRefused,
  readingAhead,
  readRefused,
  type RunningEngine,
  whileAlone,
} from '@nonet/engine';
import { Failure } from '../../failure.ts';
import { readBatches } from './csv-file.ts';
import type { FileLoad, FileLoaded } from './file-load.ts';
import { findLoad } from './find-load.ts';
import { count, RefusedRows, refusalsOf } from './refused-rows.ts';

const SAYS_EVERY_MILLISECONDS = 10_000;

/**
 * Loads a file batch by batch, each in a transaction of its own together with how far the file is in, and which rows were
 * left out. What stops is gone on with behind the rows that are in, as long as the file begins with the same rows.
 */
export async function loadInBatches(engine: RunningEngine, load: FileLoad): Promise<FileLoaded> {
  const { entity, csv, dryRun } = load;
  if (dryRun) return loadAlone(engine, load);
  try {
    return await whileAlone(engine, { entity, digest: csv.digest }, () => loadAlone(engine, load));
  } catch (error) {
    throw error instanceof LoadedElsewhere ? new Failure(error.message, 1, error) : error;
  }
}

async function loadAlone(engine: RunningEngine, load: FileLoad): Promise<FileLoaded> {
  const { file, csv, dryRun, say } = load;
  const { id, rows: before } = await findLoad(engine, load);
  if (before > 0) say(`The first ${count(before)} rows of ${file} are in already; this goes on behind them.`);
  const refused = new RefusedRows(file, load.report);
  try {
    for await (const refusal of readRefused(engine, id)) refused.addOne(refusal);
    const refusedBefore = refused.count;
    await loadBehind(engine, load, { id, before }, refused);
    const rows = csv.rows - refused.count;
    if (!dryRun && refused.count > 0) await forgetRefused(engine, id);
    if (refused.count > 0) throw new Failure(describeAll(load, refused, before - refusedBefore));
    return { rows, before };
  } finally {
    refused.close();
  }
}

/** Loads the rows behind the first ones. */
async function loadBehind(
  engine: RunningEngine,
  load: FileLoad,
  { id, before }: { readonly id: string; readonly before: number },
  refused: RefusedRows,
): Promise<void> {
  const { entity, file, csv, dryRun, skipsRefused, say } = load;
  let done = before;
  const began = performance.now();
  let said = began;
  try {
    for await (const batch of readingAhead(engine, entity, readBatches(file, before, csv.header))) {
      const { from, records, lines, digest } = batch;
      const to = from + records.length;
      const finishedAt = to === csv.rows ? engine.clock() : null;
      const result = await loadRows(engine, entity, records, {
        ...load,
        ahead: batch.ahead,
        note: async (client, rows) => {
          await noteLoaded(client, { id, from, to, digest, finishedAt });
          if (skipsRefused) await noteRefused(client, id, refusalsOf(lines, rows));
        },
      });
      const earlier = refused.count;
      refused.add(lines, result.rows);
      if (!result.loaded && !dryRun)
        throw new Failure(describeStop(load, refused, { from, to, refused: refused.count - earlier }));
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
}

/** The load as a whole, of which rows were refused. */
function describeAll({ csv, dryRun, file }: FileLoad, refused: RefusedRows, before: number): string {
  const rows = `${count(refused.count)} of ${count(csv.rows)} rows can't be loaded`;
  const others = csv.rows - refused.count;
  const loaded = `${count(others)} rows of ${file} are loaded${before > 0 ? `, of which ${count(before)} before` : ''}`;
  return [dryRun ? `${rows}:` : `${loaded}. ${rows}:`, ...refused.describe()].join('\n');
}

/** The batch at which a load has stopped, and how many of its rows were refused. */
interface Stop {
  readonly from: number;
  readonly to: number;
  readonly refused: number;
}

function describeStop(load: FileLoad, refused: RefusedRows, stop: Stop): string {
  return [
    `${count(stop.refused)} of the rows ${count(stop.from + 1)} to ${count(stop.to)} can't be loaded:`,
    ...refused.describe(),
    `${soFar(load, stop.from)} Correct the file, and the same command goes on behind what is in. \`--dry-run\` lists all ` +
      "rows that can't be loaded, `--skip-refused` leaves them out.",
  ].join('\n');
}

function soFar({ file, csv }: FileLoad, rows: number): string {
  return rows === 0
    ? `None of the ${count(csv.rows)} rows of ${file} is in.`
    : `The first ${count(rows)} of the ${count(csv.rows)} rows of ${file} are in, none of the others.`;
}
