import { readVersions, type Version } from '@nonet/engine';
import { shown } from '@nonet/language';
import { Option } from 'commander';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { dataOption } from '../run-options.ts';
import { bold, dim } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  dev?: true;
  format: 'text' | 'json';
}

/** The documents that were put to use on a database, in their order. */
export interface VersionsReport {
  readonly versions: readonly Version[];
}

export const register: Register = (program) => {
  program
    .command('versions')
    .description('List every document that was put to use on a database, and its changes there.')
    .addArgument(documentArgument())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--dev', 'of the data of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText('after', '\nExit codes: 0 listed, 1 the data can’t be read, 2 called wrongly, 3 a file can’t be read.')
    .action(async (file: string, options: Options) => {
      const report: VersionsReport = { versions: await readAll(readDocument(file).file, options) };
      process.stdout.write(
        options.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : render(report.versions),
      );
    });
};

/** @param file The document's absolute path: each document has a database of its own. */
async function readAll(file: string, { data, dev }: Options): Promise<readonly Version[]> {
  const database = await openDatabase({ data, file, mode: dev ? 'dev' : 'production', beside: true });
  try {
    return await readVersions(database.url);
  } catch (error) {
    throw databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}

/** The newest first. */
function render(versions: readonly Version[]): string {
  return versions
    .toReversed()
    .map(({ number, title, putToUseAt, putToUseBy, steps, effects, documentHash }, place) => {
      const by = putToUseBy === null ? '' : ` by ${putToUseBy}`;
      const head = `${bold(`${number}`)}${place === 0 ? ' (in use)' : ''} ${shown(title)}`;
      const lines = [...steps, ...effects].map((line) => `  ${shown(line)}\n`).join('');
      return `${head}\n  ${dim(`${putToUseAt}${shown(by)}, ${documentHash.slice(0, 12)}`)}\n${lines}`;
    })
    .join('');
}
