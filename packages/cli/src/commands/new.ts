import { errorCode } from '@nonet/engine';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { outline } from '@nonet/language';
import { Failure } from '../failure.ts';
import type { Register } from './command.ts';

export const register: Register = (program) => {
  program
    .command('new')
    .description('Begin a document: nine points, each of them open.')
    .argument('<file>', 'where it is to be; there must be none yet')
    .option('--title <title>', 'the product’s name (default: from the file’s name)')
    .addHelpText('after', '\nExit codes: 0 written, 1 it can’t be written, 2 called wrongly.')
    .action(async (file: string, options: { title?: string }) => {
      const title = (options.title ?? titleOf(file)).trim();
      if (title === '' || /[\r\n]/.test(title)) throw new Failure('--title is one line that is not empty.', 2);
      try {
        await writeFile(file, outline(title), { flag: 'wx' });
      } catch (error) {
        const code = errorCode(error);
        throw new Failure(`${file} can't be written: ${REASONS[code ?? ''] ?? String(error)}.`);
      }
      process.stdout.write(
        `${file}: nine points, all open. \`npx nonet ask ${file}\` asks for them; \`npx nonet dev ${file}\` runs it as it is.\n`,
      );
    });
};

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'you may not write there',
};

/** `tool-shed.md` → “Tool shed”; a file that is only called `spec.md` is known by its folder. */
function titleOf(file: string): string {
  const { name, dir } = path.parse(path.resolve(file));
  const words = (name === 'spec' ? path.basename(dir) : name).replaceAll(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
