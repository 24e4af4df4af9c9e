import { renderGithub, renderJson, renderText } from '@nonet/language';
import { Option } from 'commander';
import { check } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { takesColour, widthOf, withProgress } from '../terminal.ts';
import type { Register } from './command.ts';

interface Options {
  format: 'text' | 'json' | 'github';
  strict?: true;
  complete?: true;
}

export const register: Register = (program) => {
  program
    .command('check')
    .description('Check a document: what contradicts, what is missing, what it leaves open.')
    .argument('<file>', 'the document')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json', 'github']).default('text'))
    .option('--strict', 'fail on warnings too')
    .option('--complete', 'fail on gaps too')
    .addHelpText('after', '\nExit codes: 0 no errors (gaps are allowed), 1 errors, 2 called wrongly.')
    .action(async (file: string, options: Options) => {
      const document = readDocument(file);
      const { diagnostics, tree } = await withProgress(`Checking ${file}`, async () => check(document));
      if (options.format === 'json') process.stdout.write(renderJson(diagnostics, tree.files));
      else if (options.format === 'github') process.stdout.write(renderGithub(diagnostics, tree.files));
      else
        process.stdout.write(
          renderText(diagnostics, tree.files, { color: takesColour(process.stdout), width: widthOf(process.stdout) }),
        );
      const failing = new Set(['error', ...(options.strict ? ['warning'] : []), ...(options.complete ? ['gap'] : [])]);
      process.exitCode = diagnostics.some(({ severity }) => failing.has(severity)) ? 1 : 0;
    });
};
