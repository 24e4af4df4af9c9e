import { archiveHistory, type HistoryArchive } from '@nonet/engine';
import { InvalidArgumentError } from 'commander';
import { check } from '../check-document.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  keep: number;
}

export const register: Register = (program) => {
  program
    .command('archive')
    .description('Move older months of the history to tables of their own, where they are still shown.')
    .addArgument(documentArgument())
    .option('--keep <months>', 'how many whole months stay before the present one', readMonths, 12)
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nThe product may be served meanwhile. Run it once a month.' +
        '\nExit codes: 0 done, or there was nothing to do, 1 it could not be done, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, { data, keep }: Options) => {
      const document = readDocument(file);
      // A document that is being written has no plan: then it is not known whose it is.
      const title = check(document).plan?.title;
      const database = await openDatabase({ data, file: document.file, mode: 'production', beside: true });
      try {
        const archive = await withProgress('Archiving', () =>
          archiveHistory(database.url, { keepMonths: keep, ...(title === undefined ? {} : { title }) }),
        );
        process.stdout.write(`${words(archive, keep)}\n`);
      } catch (error) {
        throw databaseFailure(error, database.place);
      } finally {
        await database.close();
      }
    });
};

function words({ moved, all }: HistoryArchive, keep: number): string {
  const what =
    moved.length === 0
      ? `Nothing in the history is older than ${keep} months.`
      : `Archived: ${moved.map(({ month, entries }) => `${month} (${entries} entries)`).join(', ')}.`;
  const size = all.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
  return all.length === 0
    ? what
    : `${what} The archive holds ${all.length === 1 ? 'one month' : `${all.length} months`}, ${size.toFixed(1)} MB.`;
}

function readMonths(text: string): number {
  const months = Number(text);
  if (!Number.isInteger(months) || months < 0 || months > 1200)
    throw new InvalidArgumentError('It is a number of months from 0 to 1200.');
  return months;
}
