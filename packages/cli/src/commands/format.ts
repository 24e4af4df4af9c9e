import { format } from '@nonet/language';
import { readDocument } from '../document.ts';
import { replaceUnchanged } from '../replace-file.ts';
import type { Register } from './command.ts';

export const register: Register = (program) => {
  program
    .command('format')
    .description(
      'Write a document in the standard form: tables one row a line, the same words for gaps. Never changes its meaning.',
    )
    .argument('<files...>', 'documents')
    .option('--check', 'change nothing; fail where a document is not in the standard form')
    .addHelpText(
      'after',
      '\nExit codes: 0 in the standard form (or now written so), 1 not (with --check), 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (files: string[], options: { check?: true }) => {
      for (const file of files) {
        const document = readDocument(file);
        const formatted = format(document.main.text);
        const same = formatted === document.main.text;
        if (options.check) {
          if (!same) process.exitCode = 1;
          process.stdout.write(`${file}: ${same ? 'in the standard form' : 'not in the standard form'}\n`);
        } else {
          if (!same) await replaceUnchanged(document.file, document.main.text, formatted);
          process.stdout.write(`${file}: ${same ? 'unchanged' : 'formatted'}\n`);
        }
      }
    });
};
