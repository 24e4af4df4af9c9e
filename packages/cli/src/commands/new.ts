import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@nonet/engine';
import { outline } from '@nonet/language';
import { calledAs } from '../called-as.ts';
import { Failure } from '../failure.ts';
import { VERSION } from '../version.ts';
import type { Register } from './command.ts';
import { beginFolder } from './new/folder.ts';

export const register: Register = (program) => {
  program
    .command('new')
    .description('Begin a product: a folder with a small document that runs, or a document of nine open points.')
    .argument(
      '<where>',
      'a folder, whose missing files are written; or a file (shed.md), of which there must be none yet',
    )
    .option('--title <title>', 'the product’s name (default: from the name of the folder or file)')
    .addHelpText('after', '\nNothing is overwritten.\nExit codes: 0 written, 1 it can’t be written, 2 called wrongly.')
    .action(async (where: string, options: { title?: string }) => {
      const title = (options.title ?? titleOf(where)).trim();
      if (title === '' || /[\r\n]/.test(title)) throw new Failure('--title is one line that is not empty.', 2);
      try {
        process.stdout.write(isFile(where) ? await newDocument(where, title) : await newFolder(where, title));
      } catch (error) {
        const code = errorCode(error);
        if (error instanceof Failure || code === null) throw error;
        throw new Failure(`${where} can't be written: ${REASONS[code] ?? String(error)}.`);
      }
    });
};

/** A file has an ending, unless there is a folder of that name. */
function isFile(where: string): boolean {
  return path.extname(where) !== '' && statSync(where, { throwIfNoEntry: false })?.isDirectory() !== true;
}

async function newDocument(file: string, title: string): Promise<string> {
  await writeFile(file, outline(title), { flag: 'wx' });
  const nonet = calledAs();
  return `${file}: nine points, all open. \`${nonet} ask ${file}\` asks for them; \`${nonet} dev ${file}\` runs it as it is.\n`;
}

async function newFolder(folder: string, title: string): Promise<string> {
  const { written, kept } = await beginFolder(folder, { title, version: VERSION });
  if (written.length === 0) throw new Failure(`${folder} has all of it already; nothing was written.`);
  const lines = [
    ...written.map((file) => `  ${file}`),
    ...kept.map((file) => `  ${file} was there already, and stays as it was`),
  ];
  const place = path.relative('.', folder);
  const enter = place === '' ? '' : `cd ${/\s/.test(place) ? `'${place}'` : place} && `;
  return `${folder}: a product to begin with.\n\n${lines.join('\n')}\n\n\`${enter}${calledAs()} dev\` runs it; what you write in spec.md shows at once.\n`;
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'you may not write there',
};

/** `tool-shed.md` → “Tool shed”; a file that is only called `spec.md` is known by its folder. */
function titleOf(where: string): string {
  const { name, dir } = path.parse(path.resolve(where));
  const words = (name === 'spec' ? path.basename(dir) : name).replaceAll(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
