import { statSync } from 'node:fs';
import path from 'node:path';
import { columnErrors, columnNames } from '@nonet/engine';
import { nearest, type Plan } from '@nonet/language';
import { Option } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';
import { scanCsv } from './load/csv-file.ts';
import { ALL_OR_NONE, loadFileWhole } from './load/load-whole.ts';
import { loadExport } from './load/load-export.ts';
import { loadInBatches } from './load/load-in-batches.ts';
import { count, lineOf } from './load/refused-rows.ts';
import { sheetIn } from './load/sheet-file.ts';

interface Options {
  document: string;
  data: string;
  dev?: true;
  confirm?: string[];
  dryRun?: true;
  again?: true;
  allOrNone?: true;
  skipRefused?: true;
  report?: string;
  sheet?: string;
}

export const register: Register = (program) => {
  program
    .command('load')
    .description('Create records from a CSV file or a sheet of a workbook, as the product itself: every rule holds.')
    .argument('<entity>', 'an entity of point 3; or, alone, the folder of a `nonet export`')
    .argument('[file]', 'CSV in UTF-8, or an Excel workbook; its first line names fields, or has their labels')
    .addOption(documentOption())
    .addOption(dataOption())
    .option('--confirm <codes...>', 'the warnings (point 8) that are confirmed')
    .option('--dry-run', "judge every row, list those that can't be loaded, and change nothing")
    .addOption(new Option('--all-or-none', 'load a file of any size as a whole or not at all').conflicts('skipRefused'))
    .option('--skip-refused', "leave out the rows that can't be loaded, and load all others (with --report)")
    .option('--report <file>', 'write each refused row with its line and the reason to this CSV file')
    .option('--sheet <name>', 'the sheet of a workbook that has several')
    .option('--again', 'load a file once more that is in already')
    .option('--dev', 'into the data of `nonet dev`, not of `nonet serve`')
    .addHelpText(
      'after',
      '\n`nonet load <folder>` puts all of an export into an empty product with the same document, ids included.\n' +
        'References are named by a unique field or the title. A file of up to 5,000 rows is loaded as a whole or not at all.\n' +
        'A larger one goes in batch by batch: where it stops, the same command goes on behind the rows that are in.\n' +
        'It stops at a row that is refused; with --skip-refused it goes on without it.\n' +
        'Exit codes: 0 loaded, 1 not (all) loaded, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((entity: string, file: string | undefined, options: Options) =>
      file === undefined ? loadFolder(entity, options) : load(entity, file, options),
    );
};

/** Loads what `nonet export` has written. */
async function loadFolder(folder: string, options: Options): Promise<void> {
  const { document: given, data, dev, confirm, report, ...others } = options;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(`${folder} is no folder of an export. To load records: nonet load <entity> <file>.`, 2);
  if (confirm !== undefined || report !== undefined || Object.keys(others).length > 0)
    throw new Failure('An export is loaded as it is, all or nothing: only -d, --data and --dev go with its folder.', 2);
  const document = readDocument(given);
  const mode = dev ? 'dev' : 'production';
  const product = { plan: planFor(document), file: document.file, data, mode, answerMilliseconds: 0 } as const;
  const { records, files, manifest } = await withEngine(product, (engine) =>
    withProgress(`Loading ${folder}`, ({ step }) => loadExport(engine, folder, step)),
  );
  process.stdout.write(
    `${count(records)} records and ${count(files)} files as of ${manifest.at} loaded. Nobody has a password yet, and not in it were: ` +
      `${manifest.leftOut.map(({ what }) => what).join('; ')}.\n`,
  );
}

async function load(entity: string, given: string, options: Options): Promise<void> {
  const file = fileOf(given, options);
  const document = readDocument(options.document);
  const plan = planFor(document);
  requireEntity(plan, entity);
  const confirmed = new Set(options.confirm);
  requireWarnings(plan, confirmed);
  requireReport(file, options);
  const { dryRun = false, again = false, allOrNone = false, skipRefused: skipsRefused = false } = options;
  const csv = await withProgress(`Reading ${file}`, () => scanCsv(file));
  const product = { plan, file: document.file, data: options.data, mode: options.dev ? 'dev' : 'production' } as const;
  const { rows, before } = await withEngine(product, (engine) => {
    const header = columnNames(engine.index, entity, csv.header);
    const unknown = columnErrors(engine.index, entity, header);
    if (unknown.length > 0)
      throw new Failure(
        ["Columns that can't be loaded:", ...unknown.map((error) => lineOf(file, 1, error))].join('\n'),
      );
    return withProgress(`Loading ${count(csv.rows)} rows`, ({ say }) => {
      const how = {
        entity,
        file,
        csv: { ...csv, header },
        confirmed,
        dryRun,
        again,
        skipsRefused,
        report: options.report ?? null,
        say,
      };
      const isWhole = allOrNone || (csv.rows <= ALL_OR_NONE && !skipsRefused);
      return isWhole ? loadFileWhole(engine, how) : loadInBatches(engine, how);
    });
  });
  const records = `${count(rows)} ${rows === 1 ? 'record' : 'records'} of ${entity}`;
  if (dryRun) process.stdout.write(`${records} can be loaded; nothing was.\n`);
  else process.stdout.write(`${records} loaded${before > 0 ? `, of which ${count(before)} before` : ''}.\n`);
}

/** The file, with the sheet of a workbook: `shop.xlsx#Customers`. */
function fileOf(file: string, { sheet }: Options): string {
  if (sheet === undefined) return file;
  if (sheetIn(file)?.sheet !== null) throw new Failure(`${file} is no workbook: --sheet is for one (.xlsx).`, 2);
  return `${file}#${sheet}`;
}

/** The rows that are left out are not to be lost from sight, and the report is not to replace what it reports. */
function requireReport(file: string, { report, skipRefused }: Options): void {
  if (skipRefused === true && report === undefined)
    throw new Failure('--skip-refused needs --report <file>: the rows that are left out are written there.', 2);
  if (report !== undefined && path.resolve(report) === path.resolve(sheetIn(file)?.file ?? file))
    throw new Failure(`--report would replace ${file} itself: name another file.`, 2);
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
  const owner = plan.entities.find((entity) => entity.name === name)?.owner ?? null;
  if (owner !== null)
    throw new Failure(
      `Every ${name} is part of a ${owner.entity}: load them with it, as a list in JSON in its column ${owner.field}.`,
    );
  if (names.includes(name)) return;
  const near = nearest(name, names);
  throw new Failure(
    `The document has no entity ${name}.${near ? ` Did you mean ${near}?` : ` It has: ${names.join(', ') || 'none'}.`}`,
  );
}
