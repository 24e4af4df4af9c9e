import { Option } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { dataOption } from '../run-options.ts';
import { withProgress } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';
import { FORMATS, writeExport } from './export/write-export.ts';
import { count } from './load/refused-rows.ts';

interface Options {
  out: string;
  format: (typeof FORMATS)[number];
  /** False with `--no-files`. */
  files: boolean;
  data: string;
  dev?: true;
}

export const register: Register = (program) => {
  program
    .command('export')
    .description('Write everything of a product into a folder that can be read without Nonet.')
    .addArgument(documentArgument())
    .requiredOption('--out <folder>', 'a new folder')
    .addOption(new Option('--format <format>', 'of the tables').choices(FORMATS).default('csv'))
    .option('--no-files', 'leave out the contents of stored files')
    .addOption(dataOption())
    .option('--dev', 'of the data of `nonet dev`, not of `nonet serve`')
    .addHelpText(
      'after',
      '\nThe document, all records, files, the history and users, as of one moment; the product may be served meanwhile.' +
        '\nSecrets and passwords are not in it. `nonet load <folder>` puts it into an empty product.' +
        '\nExit codes: 0 exported, 1 it could not be, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, { out, format, files, data, dev }: Options) => {
      const document = readDocument(file);
      const mode = dev ? 'dev' : 'production';
      // A slow disk is no reason to give up.
      const product = { plan: planFor(document), file: document.file, data, mode, answerMilliseconds: 0 } as const;
      const manifest = await withEngine(product, (engine) =>
        withProgress(`Exporting to ${out}`, ({ step }) =>
          writeExport(engine, { folder: out, format, withFiles: files, step }),
        ),
      );
      const records = manifest.tables.reduce((sum, { isEntity, rows }) => sum + (isEntity ? rows : 0), 0);
      const stored = files ? ` and ${count(manifest.files.count)} files` : '';
      process.stdout.write(`${count(records)} records${stored} as of ${manifest.at} are in ${out}.\n`);
    });
};
