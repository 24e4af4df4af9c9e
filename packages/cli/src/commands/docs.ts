import { nearest } from '@nonet/language';
import { calledAs } from '../called-as.ts';
import { Failure } from '../failure.ts';
import { pages, textOf } from '../pages.ts';
import { bold, dim } from '../terminal.ts';
import type { Register } from './command.ts';

export const register: Register = (program) => {
  program
    .command('docs')
    .description('Print a page of the reference, as Markdown: the whole language on one page is `grammar`.')
    .argument('[page]', 'its name; without one, the pages are listed')
    .addHelpText('after', '\nExit codes: 0 printed, 1 there is no such page, 2 called wrongly.')
    .action((name: string | undefined) => {
      const all = pages();
      if (name === undefined) {
        const width = Math.max(...all.map((page) => page.name.length));
        for (const page of all) process.stdout.write(`${bold(page.name.padEnd(width))}  ${page.title}\n`);
        process.stdout.write(dim(`\n\`${calledAs()} docs <page>\` prints one.\n`));
        return;
      }
      const page = all.find((each) => each.name === name);
      if (page === undefined) {
        const near = nearest(
          name,
          all.map((each) => each.name),
        );
        throw new Failure(`There is no page ${name}.${near ? ` Did you mean ${near}?` : ''}`);
      }
      process.stdout.write(textOf(page.file));
    });
};
