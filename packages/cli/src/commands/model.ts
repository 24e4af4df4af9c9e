import { nearest, partOfModel, reportModel, shortModel } from '@nonet/language';
import { check } from '../check-document.ts';
import { Failure } from '../failure.ts';
import { readForJson } from '../unreadable.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  readonly only?: string;
  readonly short?: true;
}

export const register: Register = (program) => {
  program
    .command('model')
    .description('Print the product that a document states, as JSON (docs/schemas/model.schema.json).')
    .addArgument(documentArgument())
    .option(
      '--only <name>',
      'what it says about one entity, field, event, role, screen, constant … (Claim), or clause (4.Claim.status)',
    )
    .option(
      '--short',
      'in few words: expressions as they are written; without what is false or empty, and without places',
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 printed, 1 the document has errors: it is printed as far as it was read, 2 called wrongly, 3 a file can’t be read: that is printed as `nonet check --format json` has it.',
    )
    .action((file: string, { only, short }: Options) => {
      const document = readForJson(file);
      if (document === null) return;
      const { model, diagnostics } = check(document);
      const whole = reportModel(model);
      const part = only === undefined ? whole : partOfModel(whole, only);
      if (part === null) {
        const near = nearest(
          only ?? '',
          Object.keys(whole.places).flatMap((clause) => [clause, ...clause.split('.')]),
        );
        throw new Failure(`${file} says nothing about ${only}.${near ? ` Did you mean ${near}?` : ''}`);
      }
      process.stdout.write(`${JSON.stringify(short ? shortModel(part) : part, null, 2)}\n`);
      if (!diagnostics.some(({ severity }) => severity === 'error')) return;
      process.stderr.write(`${file} has errors, so parts of it may be missing. See \`nonet check\`.\n`);
      process.exitCode = 1;
    });
};
