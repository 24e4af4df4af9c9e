import { LANGUAGE_VERSION, parse, statedVersion, upgraded } from '@nonet/language';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { replaceUnchanged } from '../replace-file.ts';
import type { Register } from './command.ts';

export const register: Register = (program) => {
  program
    .command('upgrade')
    .description(
      'Bring a document to the version of the language that this program knows, and state it below its title. Never changes its meaning.',
    )
    .argument('<files...>', 'documents')
    .addHelpText('after', '\nExit codes: 0 upgraded, 1 it can’t be, 2 called wrongly, 3 a file can’t be read.')
    .action(async (files: string[]) => {
      for (const file of files) {
        const document = readDocument(file);
        const { text } = document.main;
        const { tree } = parse(document.main, document.readInclude);
        const stated = statedVersion(tree);
        if (stated !== null && stated > LANGUAGE_VERSION)
          throw new Failure(
            `${file} is written in version ${stated} of the language; this program knows version ${LANGUAGE_VERSION}. Install a newer one.`,
          );
        const next = upgraded(text, tree);
        if (next === null) throw new Failure(`${file} has no title (# …), below which the version would stand.`);
        if (next !== text) await replaceUnchanged(document.file, text, next);
        const change = next === text ? 'already in' : 'now states';
        process.stdout.write(`${file}: ${change} version ${LANGUAGE_VERSION} of the language\n`);
      }
    });
};
