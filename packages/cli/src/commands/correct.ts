import { writeFileSync } from 'node:fs';
import {
  type CorrectedRecords,
  type Correction,
  correctRecords,
  readRecordsToCorrect,
  type RecordsToCorrect,
} from '@nonet/engine';
import { messageFormatIn, shown } from '@nonet/language';
import { Option } from 'commander';
import { planFor } from '../check-document.ts';
import { correctionCsv, readCorrectionCsv } from '../correction-csv.ts';
import { type Database, openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readBytes, readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import type { Register } from './command.ts';

interface Options {
  data: string;
  dev?: true;
  format: 'text' | 'csv' | 'json';
  output?: string;
  from?: string;
}

/** A new value that says that the field is to have none: an empty cell leaves it as it is. */
const NO_VALUE = '(none)';
const EXIT = { nothing: 0, found: 4 } as const;
/** The maximum number of lines that are printed. */
const SHOWN = 20;

export const register: Register = (program) => {
  program
    .command('correct')
    .description(
      'List the records that have no place in a document, as CSV to be filled in, and take their new values from it.',
    )
    .argument(
      '<file>',
      'the document that is to be put to use; or the one in use, for records that break its limits for new values',
    )
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'csv', 'json']).default('text'))
    .option('--output <csv>', 'where to write them as CSV, with an empty column `new_value`')
    .addOption(
      new Option('--from <csv>', 'write the values of `new_value` into the records').conflicts(['output', 'format']),
    )
    .option('--dev', 'for the data of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nRecords are changed by the document in use, as the product itself: every limit and rule holds, each has an entry in its history,' +
        `\nand it is all rows or none. An empty \`new_value\` leaves the value as it is, ${NO_VALUE} takes it out. References are named by a unique` +
        '\nfield, the title or the id.' +
        '\nExit codes: 0 every record has a place, or the values are written, 1 nothing was written, or it can’t be read, 2 called wrongly,' +
        '\n3 a file can’t be read, 4 some records have no place.',
    )
    .action((file: string, options: Options) => correct(file, options));
};

async function correct(file: string, options: Options): Promise<void> {
  const document = readDocument(file);
  const plan = planFor(document);
  const mode = options.dev ? 'dev' : 'production';
  const database = await openDatabase({ data: options.data, file: document.file, mode, beside: true });
  try {
    if (options.from !== undefined) return await takeValues(database, options.from);
    const found = await withProgress('Looking for records without a place', () =>
      readRecordsToCorrect({ plan, databaseUrl: database.url }),
    );
    if (options.output === undefined) process.stdout.write(FORMATS[options.format](found));
    else {
      write(options.output, correctionCsv(found.records));
      process.stdout.write(writtenWords(found, options.output));
    }
    process.exitCode = found.records.length + found.leftToDocument.length === 0 ? EXIT.nothing : EXIT.found;
  } catch (error) {
    throw databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}

const FORMATS = {
  text: textOf,
  csv: ({ records }) => correctionCsv(records),
  json: (found) => `${JSON.stringify(found, null, 2)}\n`,
} satisfies Record<Options['format'], (found: RecordsToCorrect) => string>;

const ALL_HAVE_A_PLACE = 'Every record has a place in this document.\n';

function textOf({ records, leftToDocument }: RecordsToCorrect): string {
  if (records.length + leftToDocument.length === 0) return ALL_HAVE_A_PLACE;
  const fields = Map.groupBy(records, ({ entity, field, problem }) => JSON.stringify([entity, field, problem]));
  const lines = [...fields.values()].flatMap((own) => [
    ...own.slice(0, 1).map(({ problem }) => `${shown(problem)}.`),
    ...firstOf(
      own.map(
        ({ id, field, value }) =>
          `  ${id} has ${value === null ? `no ${field}` : `${field} ${shown(JSON.stringify(value))}`}`,
      ),
    ),
  ]);
  const next =
    records.length === 0
      ? []
      : ['`--output records.csv` writes them to be filled in, `--from records.csv` takes the values.'];
  return [...lines, ...leftLines(leftToDocument), ...next].map((line) => `${line}\n`).join('');
}

function leftLines(left: RecordsToCorrect['leftToDocument']): readonly string[] {
  return left.map(
    ({ words, remedy }) => `${shown(words)}. No other value helps${remedy === null ? '.' : `: ${shown(remedy)}.`}`,
  );
}

/** The lines to print if the records are written to a file instead. */
function writtenWords({ records, leftToDocument }: RecordsToCorrect, file: string): string {
  if (records.length + leftToDocument.length === 0) return ALL_HAVE_A_PLACE;
  const words =
    records.length === 0
      ? `No record can be corrected; ${file} names none.`
      : `${counted(records.length, 'value')} to correct ${records.length === 1 ? 'is' : 'are'} in ${file}: fill in \`new_value\`, and \`--from ${file}\` takes them.`;
  return [...leftLines(leftToDocument), words].map((line) => `${line}\n`).join('');
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

async function takeValues(database: Database, file: string): Promise<void> {
  const { rows, isLocal } = readCorrectionCsv(readBytes(file), file);
  const given = rows.flatMap(({ entity, id, field, new_value, line }): { correction: Correction; line: number }[] => {
    const value = new_value.trim();
    return value === '' ? [] : [{ correction: { entity, id, field, value: value === NO_VALUE ? null : value }, line }];
  });
  if (given.length === 0) throw new Failure(`${file} has no value in its column new_value: nothing was written.`);
  const result = await withProgress(`Correcting ${counted(given.length, 'value')}`, () =>
    correctRecords(
      database.url,
      given.map(({ correction }) => correction),
      { isLocal, environment: database.environment },
    ),
  );
  if (!result.isDone) throw new Failure(wordsOf(file, given, result));
  process.stdout.write(
    `${counted(result.records, 'record')} corrected, ${counted(rows.length - given.length, 'row')} without a new value.\n`,
  );
}

/** @throws {Failure} if it can't be written. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}.`, 3);
  }
}

function wordsOf(file: string, given: readonly { readonly line: number }[], { errors }: CorrectedRecords): string {
  const lines = [...errors].flatMap(([place, own]) =>
    own.map(
      ({ field, message, clause }) =>
        `  ${file}:${given[place]?.line ?? 0}: ${field === null ? '' : `${field}: `}${messageFormatIn('en').message(message)}${clause === null ? '' : ` (${clause})`}`,
    ),
  );
  return [
    `${counted(errors.size, 'row')} of ${given.length} can't be taken; nothing was written.`,
    ...firstOf(lines),
  ].join('\n');
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
