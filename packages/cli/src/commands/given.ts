import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { givenIn, pageTypesOf } from '@nonet/language';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

export const register: Register = (program) => {
  program
    .command('given')
    .description('List the functions and pages that a document is given, and write types for its pages.')
    .addArgument(documentArgument())
    .option('--types <folder>', 'write declarations for TypeScript: all that each page may ask of the product')
    .addHelpText(
      'after',
      '\nThe declarations of screens/plan.html are in screens/plan.d.ts of the folder, below which a page is bundled from.' +
        '\nExit codes: 0 done, 1 the document has errors, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((file: string, { types }: { types?: string }) => {
      const plan = planFor(readDocument(file));
      const lines = givenIn(plan).map(
        ({ kind, clause, file: from, exported }) =>
          `${clause}: a ${kind}, given by ${exported === null ? from : `${from}#${exported}`}`,
      );
      for (const { path: name, text } of types === undefined ? [] : pageTypesOf(plan)) {
        const target = path.join(types ?? '', name);
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, text);
        lines.push(`${target} is written.`);
      }
      process.stdout.write(lines.length === 0 ? 'Nothing is given.\n' : `${lines.join('\n')}\n`);
    });
};
