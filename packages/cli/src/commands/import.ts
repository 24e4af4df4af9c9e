import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@nonet/engine';
import { Option } from 'commander';
import { calledAs } from '../called-as.ts';
import { Failure } from '../failure.ts';
import { beginDocument } from '../import/begin-document.ts';
import { NotReadable } from '../import/foreign.ts';
import { FORMS, formOf } from '../import/forms.ts';
import { unreadable } from '../document.ts';
import type { Register } from './command.ts';

interface Options {
  as?: string;
  out: string;
  title?: string;
}

export const register: Register = (program) => {
  program
    .command('import')
    .description('Begin a document from what you have: entities, fields, keys, checks and choices.')
    .argument('<file>', FORMS.map(({ words, endings }) => `${words} (${endings.join(', ')})`).join(', '))
    .addOption(
      new Option('--as <form>', 'the form, where the name of the file does not say it').choices(
        FORMS.map(({ name }) => name),
      ),
    )
    .option('--out <file>', 'the document, of which there must be none yet', 'spec.md')
    .option('--title <title>', 'the product’s name (default: from the name of the file)')
    .addHelpText(
      'after',
      '\nWhat the file does not say is “not shown” in the document. What could not be taken is listed with its place.' +
        '\nThe data come after it: `nonet load`.' +
        '\nExit codes: 0 written, 1 it can’t be written, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((file: string, options: Options) => begin(file, options));
};

async function begin(file: string, { as, out, title }: Options): Promise<void> {
  const form = as === undefined ? formOf(file) : FORMS.find(({ name }) => name === as);
  if (!form)
    throw new Failure(
      `The name of ${file} does not say its form: --as ${FORMS.map(({ name }) => name).join(', ')}.`,
      2,
    );
  const name = (title ?? titleOf(file)).trim();
  if (name === '' || /[\r\n]/.test(name)) throw new Failure('--title is one line that is not empty.', 2);
  const content = await readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const begun = await beginDocument(name, form, { name: path.basename(file), content }).catch((error: unknown) => {
    throw error instanceof NotReadable ? new Failure(`${file}:${error.line}: ${error.message}`, 3) : error;
  });
  await writeFile(out, begun.text, { flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST')
      throw new Failure(`${out} is there already, and nothing is overwritten: --out names another file.`);
    throw new Failure(`${out} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { entities, fields, leftOut, errors } = begun;
  process.stdout.write(`${out}: ${entities} ${entities === 1 ? 'entity' : 'entities'} with ${fields} fields.\n`);
  if (leftOut.length > 0)
    process.stdout.write(
      `\nNot taken, or not as it was:\n${leftOut.map(({ place, what }) => `  ${place}: ${what}\n`).join('')}`,
    );
  const document = out === 'spec.md' ? '' : ` ${out}`;
  process.stdout.write(
    errors.length === 0
      ? `\n\`${calledAs()} gaps${document}\` lists what the document leaves open; \`${calledAs()} dev${document}\` runs it as it is.\n`
      : `\nThe document has errors: \`${calledAs()} check${document}\`.\n`,
  );
}

/** `tool-shed.sql` → “Tool shed”. */
function titleOf(file: string): string {
  const words = path
    .parse(file)
    .name.replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
