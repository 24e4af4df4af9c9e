import { finishFormer, type KeptParts, nameInFormer } from '@nonet/engine';
import { check } from '../check-document.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

export const register: Register = (program) => {
  program
    .command('finish')
    .description('Remove the data that the database keeps for processes of the former version.')
    .addArgument(documentArgument())
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nIt is refused while such a process is alive; `nonet status` lists them. The next change of the document does it, too.' +
        '\nExit codes: 0 done, or there was nothing to do, 1 refused, or it could not be done (nothing was changed), 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, { data }: { data: string }) => {
      const document = readDocument(file);
      // A document that is being written has no plan: then it is not known whose it is.
      const title = check(document).plan?.title;
      const database = await openDatabase({ data, file: document.file, mode: 'production', beside: true });
      try {
        const kept = await withProgress('Finishing', () =>
          finishFormer(database.url, title === undefined ? {} : { title }),
        );
        process.stdout.write(`${words(kept)}\n`);
      } catch (error) {
        throw databaseFailure(error, database.place);
      } finally {
        await database.close();
      }
    });
};

function words({ schemas, columns }: KeptParts): string {
  if (schemas.length === 0) return 'Nothing is kept for a former version.';
  const gone = columns.map(({ table, column }) => `  ${table}.${nameInFormer(column)}`);
  const list = gone.length === 0 ? '' : ` Gone with it, as the former version had it:\n${gone.join('\n')}`;
  return `Nothing is kept for the former version any more.${list}`;
}
