import { errorCode, isStatementTimeout } from '@nonet/engine';
import { InvalidArgumentError, Option } from 'commander';
import { adviceLines } from '../advice-lines.ts';
import { type Advised, adviseProduct } from '../advise-product.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { type DocumentSource, readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  dev?: true;
  slow: number;
  format: 'text' | 'json';
}

export const register: Register = (program) => {
  program
    .command('advise')
    .description(
      'Tell what is slow, unused, wasted or to be stated in a running product, by the clauses of its document.',
    )
    .addArgument(documentArgument())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--slow <milliseconds>', 'from which time on average a clause is slow', readMilliseconds, 100)
    .option('--dev', 'of the data of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nIt only reads, and from PostgreSQL’s statistics alone: the product may be served meanwhile.' +
        '\nThe JSON is described by docs/schemas/advise.schema.json.' +
        '\nExit codes: 0 advised, or there was nothing to advise, 1 the data can’t be read, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, options: Options) => {
      const document = readDocument(file);
      const { report, nameFile } = await withProgress('Reading', () => advise(document, options));
      process.stdout.write(
        options.format === 'json'
          ? `${JSON.stringify(report, null, 2)}\n`
          : `${adviceLines(report, nameFile).join('\n')}\n`,
      );
    });
};

async function advise(document: DocumentSource, { data, dev, slow }: Options): Promise<Advised> {
  const database = await openDatabase({ data, file: document.file, mode: dev ? 'dev' : 'production', beside: true });
  try {
    return await adviseProduct(database.url, document, slow);
  } catch (error) {
    throw failureOf(error, database.place);
  } finally {
    await database.close();
  }
}

function failureOf(error: unknown, place: string): unknown {
  if (isStatementTimeout(error))
    return new Failure(`The database at ${place} did not answer in time: it is at work, or locked. Try again later.`);
  // Whoever reads needs no more than that.
  if (error instanceof Error && errorCode(error) === '42501')
    return new Failure(
      `The database at ${place} does not let this user read the product (${error.message}): grant it \`usage\` on the schemas nonet and product, and \`select\` on their tables.`,
    );
  return databaseFailure(error, place);
}

function readMilliseconds(text: string): number {
  const milliseconds = Number(text);
  if (!Number.isFinite(milliseconds) || milliseconds < 0 || text.trim() === '')
    throw new InvalidArgumentError('It is a number of milliseconds.');
  return milliseconds;
}
