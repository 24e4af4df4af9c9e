import { reportModel } from '@nonet/language';
import { check } from '../check-document.ts';
import { readForJson } from '../unreadable.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

export const register: Register = (program) => {
  program
    .command('model')
    .description('Print the product that a document states, as JSON (docs/schemas/model.schema.json).')
    .addArgument(documentArgument())
    .addHelpText(
      'after',
      '\nExit codes: 0 printed, 1 the document has errors: it is printed as far as it was read, 2 called wrongly, 3 a file can’t be read: that is printed as `nonet check --format json` has it.',
    )
    .action((file: string) => {
      const document = readForJson(file);
      if (document === null) return;
      const { model, diagnostics } = check(document);
      process.stdout.write(`${JSON.stringify(reportModel(model), null, 2)}\n`);
      if (!diagnostics.some(({ severity }) => severity === 'error')) return;
      process.stderr.write(`${file} has errors, so parts of it may be missing. See \`nonet check\`.\n`);
      process.exitCode = 1;
    });
};
