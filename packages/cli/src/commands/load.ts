import { columnErrors, loadRows, type RunningEngine } from '@nonet/engine';
import { nearest, type Plan } from '@nonet/language';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';
import { type CsvRow, readBatches, scanCsv } from './load/csv-file.ts';
import { type BatchedLoad, loadInBatches } from './load/load-in-batches.ts';
import { count, lineOf, RefusedRows } from './load/refused-rows.ts';

interface Options {
  document: string;
  data: string;
  dev?: true;
  confirm?: string[];
  dryRun?: true;
  again?: true;
}

/** A file of so many rows goes in as a whole or not at all; a larger one goes in batch by batch. */
const ALL_OR_NONE = 5_000;

export const register: Register = (program) => {
  program
    .command('load')
    .description('Create records from a CSV file, as the product itself: every rule holds.')
    .argument('<entity>', 'an entity of point 3')
    .argument('<file>', 'CSV in UTF-8; its first line names fields')
    .addOption(documentOption())
    .addOption(dataOption())
    .option('--confirm <codes...>', 'the warnings (point 8) that are confirmed')
    .option('--dry-run', "judge every row, list those that can't be loaded, and change nothing")
    .option('--again', 'load a file of more than 5,000 rows once more that is in already')
    .option('--dev', 'into the data of `nonet dev`, not of `nonet serve`')
    .addHelpText(
      'after',
      '\nReferences are named by a unique field or the title. A file of up to 5,000 rows is loaded as a whole or not at all.\n' +
        'A larger one goes in batch by batch: where it stops, the same command goes on behind the rows that are in.\n' +
        'Exit codes: 0 loaded, 1 not (all) loaded, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((entity: string, file: string, options: Options) => load(entity, file, options));
};

async function load(entity: string, file: string, options: Options): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  requireEntity(plan, entity);
  const confirmed = new Set(options.confirm);
  requireWarnings(plan, confirmed);
  const { dryRun = false, again = false } = options;
  const csv = await withProgress(`Reading ${file}`, () => scanCsv(file));
  const product = { plan, file: document.file, data: options.data, mode: options.dev ? 'dev' : 'production' } as const;
  const before = await withEngine(product, (engine) => {
    const unknown = columnErrors(engine.index, entity, csv.header);
    if (unknown.length > 0)
      throw new Failure(
        ["Columns that can't be loaded:", ...unknown.map((error) => lineOf(file, 1, error))].join('\n'),
      );
    return withProgress(`Loading ${count(csv.rows)} rows`, ({ say }) => {
      const how = { entity, file, csv, confirmed, dryRun, again, say };
      return csv.rows > ALL_OR_NONE ? loadInBatches(engine, how) : loadWhole(engine, how);
    });
  });
  const records = `${count(csv.rows)} ${csv.rows === 1 ? 'record' : 'records'} of ${entity}`;
  if (dryRun) process.stdout.write(`${records} can be loaded; nothing was.\n`);
  else process.stdout.write(`${records} loaded${before > 0 ? `, of which ${count(before)} before` : ''}.\n`);
}

/** Loads all rows or none. */
async function loadWhole(engine: RunningEngine, load: BatchedLoad): Promise<0> {
  const rows: CsvRow[] = [];
  for await (const batch of readBatches(load.file, 0)) rows.push(...batch.rows);
  const records = rows.map(({ record }) => record);
  const result = await loadRows(engine, load.entity, records, load);
  const refused = new RefusedRows(load.file);
  refused.add(rows, result.rows);
  if (refused.count > 0)
    throw new Failure(
      [`${refused.count} of ${rows.length} rows can't be loaded; nothing was.`, ...refused.describe()].join('\n'),
    );
  return 0;
}

function requireWarnings(plan: Plan, codes: ReadonlySet<string>): void {
  const known = plan.errors.filter(({ warning }) => warning).map(({ code }) => code);
  for (const code of codes) {
    if (!known.includes(code))
      throw new Failure(`${code} is no warning of the document. It has: ${known.join(', ') || 'none'}.`);
  }
}

function requireEntity(plan: Plan, name: string): void {
  const names = plan.entities.map((entity) => entity.name);
  if (names.includes(name)) return;
  const near = nearest(name, names);
  throw new Failure(
    `The document has no entity ${name}.${near ? ` Did you mean ${near}?` : ` It has: ${names.join(', ') || 'none'}.`}`,
  );
}
