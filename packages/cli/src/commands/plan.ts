import { type MigrationPlan, readMigrationPlan } from '@nonet/engine';
import { Option } from 'commander';
import { planFor } from '../check-document.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { planLines } from '../plan-lines.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  dev?: true;
  rows?: true;
  back?: true;
  format: 'text' | 'json';
}

/** The exit codes of a plan: whether somebody has to do something before the document can be served. */
const EXIT = { nothing: 0, refused: 1, needsApply: 4 } as const;

export const register: Register = (program) => {
  program
    .command('plan')
    .description('Tell what putting a document to use would do to the database. Nothing is changed.')
    .addArgument(documentArgument())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--back', 'to put a former version of it to use again (`nonet apply --back`)')
    .option('--rows', 'name every record that has no place in it, not the first five')
    .option('--dev', 'for the data of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nThe JSON is described by docs/schemas/plan.schema.json; `nonet apply --plan <file>` carries out that plan alone.' +
        '\nExit codes: 0 `nonet serve` does it at its start, or nothing is to be done, 1 it is refused, or could not be planned,' +
        '\n2 called wrongly, 3 a file can’t be read, 4 it takes `nonet apply`.',
    )
    .action(async (file: string, options: Options) => {
      const plan = await withProgress('Planning', () => makePlan(file, options));
      process.stdout.write(
        options.format === 'json'
          ? `${JSON.stringify(plan, null, 2)}\n`
          : `${planLines(plan, options.dev ? 'dev' : 'production').join('\n')}\n`,
      );
      process.exitCode = exitCodeOf(plan);
    });
};

async function makePlan(file: string, { data, dev, rows, back }: Options): Promise<MigrationPlan> {
  const document = readDocument(file);
  const plan = planFor(document);
  const database = await openDatabase({
    data,
    file: document.file,
    mode: dev ? 'dev' : 'production',
    beside: true,
  });
  try {
    const how = { ...(rows && { namedRecords: null }), ...(back && { isBack: true }) };
    return await readMigrationPlan({ plan, databaseUrl: database.url, ...how });
  } catch (error) {
    throw databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}

function exitCodeOf({ isRefused, isServedAlone }: MigrationPlan): number {
  if (isRefused) return EXIT.refused;
  return isServedAlone ? EXIT.nothing : EXIT.needsApply;
}
