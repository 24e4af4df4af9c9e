import { type MigrationStatus, nameInFormer, readStatus, wordsOfServing } from '@nonet/engine';
import { shown } from '@nonet/language';
import { Option } from 'commander';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { dataOption } from '../run-options.ts';
import { bold } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  format: 'text' | 'json';
}

export const register: Register = (program) => {
  program
    .command('status')
    .description('Report which versions of a document are served on a database, and which changes are in progress.')
    .addArgument(documentArgument())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 reported, 1 the data can’t be read, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, { data, format }: Options) => {
      const database = await openDatabase({ data, file: readDocument(file).file, mode: 'production', beside: true });
      try {
        const status = await readStatus(database.url);
        process.stdout.write(
          format === 'json' ? `${JSON.stringify(status, null, 2)}\n` : `${lines(status).join('\n')}\n`,
        );
      } catch (error) {
        throw databaseFailure(error, database.place);
      } finally {
        await database.close();
      }
    });
};

function lines({ current, change, former, serving }: MigrationStatus): string[] {
  const of = (isCurrent: boolean) => serving.filter(({ version }) => (version === current.number) === isCurrent);
  return [
    `${bold(`Version ${current.number}`)} is in use: ${shown(current.title)}, since ${current.putToUseAt}.`,
    ...(of(true).length === 0
      ? ['  no process serves it now']
      : of(true).map((each) => `  served: ${wordsOfServing(each)}`)),
    ...of(false).map((each) => `  also served: ${wordsOfServing(each)}`),
    ...(change === null
      ? []
      : [
          `A change has been in preparation since ${change.startedAt}; the next \`nonet apply\` of its document continues it.`,
          ...change.tables.map(
            ({ table, done, left }) => `  ${table}: ${done} records have their new values, ${left} are left`,
          ),
        ]),
    ...(former === null
      ? []
      : [
          of(false).length === 0
            ? 'The former version is kept, and no process of it is alive: `nonet finish` removes the data that only that version needs.'
            : 'The former version is kept until its processes have ended: then `nonet finish` removes the data that only they need.',
          ...former.columns.map(({ table, column }) => `  ${table}.${nameInFormer(column)}, as it was`),
        ]),
  ];
}
