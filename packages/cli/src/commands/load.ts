import { loadRows } from '@nonet/engine';
import { nearest, type Plan, messageFormatIn } from '@nonet/language';
import { parse } from 'csv-parse/sync';
import { planFor } from '../check-document.ts';
import { readDocument, readText } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';

interface Options {
  document: string;
  data: string;
  dev?: true;
  confirm?: string[];
}

/** The maximum number of broken rows that are printed. */
const SHOWN_ROWS = 20;

export const register: Register = (program) => {
  program
    .command('load')
    .description('Create records from a CSV file, as the product itself: every rule holds, and it is all rows or none.')
    .argument('<entity>', 'an entity of point 3')
    .argument('<file>', 'CSV in UTF-8; its first line names fields')
    .addOption(documentOption())
    .addOption(dataOption())
    .option('--confirm <codes...>', 'the warnings (point 8) that are confirmed')
    .option('--dev', 'into the data of `nonet dev`, not of `nonet serve`')
    .addHelpText(
      'after',
      '\nReferences are named by a unique field or the title.\nExit codes: 0 loaded, 1 nothing loaded, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((entity: string, file: string, options: Options) => load(entity, file, options));
};

async function load(entity: string, file: string, options: Options): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  requireEntity(plan, entity);
  const confirmed = new Set(options.confirm);
  requireWarnings(plan, confirmed);
  const rows = readRows(file);
  const product = { plan, file: document.file, data: options.data, mode: options.dev ? 'dev' : 'production' } as const;
  await withEngine(product, async (engine) => {
    const records = rows.map(({ record }) => record);
    const result = await withProgress(`Loading ${rows.length} rows`, () =>
      loadRows(engine, entity, records, confirmed),
    );
    if (!result.loaded) throw new Failure(describe(file, rows, result.rows));
  });
  process.stdout.write(`${rows.length} ${rows.length === 1 ? 'record' : 'records'} of ${entity} loaded.\n`);
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

interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly line: number;
}

function readRows(file: string): CsvRow[] {
  const text = readText(file);
  try {
    const parsed = parse(text, { columns: true, bom: true, skip_empty_lines: true, info: true }) as unknown as {
      record: Record<string, string>;
      info: { lines: number };
    }[];
    return parsed.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    throw new Failure(`${file} is not CSV as expected: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function describe(
  file: string,
  rows: readonly CsvRow[],
  results: Awaited<ReturnType<typeof loadRows>>['rows'],
): string {
  const lines = results.flatMap((result, index) =>
    result.ok
      ? []
      : result.errors.map(
          ({ field, message, clause }) =>
            `  ${file}:${rows[index]?.line ?? 0}: ${field ? `${field}: ` : ''}${messageFormatIn('en').message(message)}${clause ? ` (${clause})` : ''}`,
        ),
  );
  const broken = results.filter((result) => !result.ok).length;
  const more = lines.length > SHOWN_ROWS ? [`  … and ${lines.length - SHOWN_ROWS} more`] : [];
  return [
    `${broken} of ${rows.length} rows can't be loaded; nothing was.`,
    ...lines.slice(0, SHOWN_ROWS),
    ...more,
  ].join('\n');
}
