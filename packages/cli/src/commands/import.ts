import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@nonet/engine';
import { Option } from 'commander';
import { calledAs } from '../called-as.ts';
import { Failure } from '../failure.ts';
import { beginFromDatabase } from '../import/begin-from-database.ts';
import { beginDocument, type BegunDocument } from '../import/begin-document.ts';
import { titleOf } from '../import/title-of.ts';
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
    .argument(
      '<file>',
      `${FORMS.map(({ words, endings }) => `${words} (${endings.join(', ')})`).join(', ')}, or the address of a PostgreSQL database`,
    )
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

/** Reads the file; of a database its catalogue. */
async function begunFrom(file: string, { as, title }: Options): Promise<BegunDocument> {
  const isDatabase = /^postgres(?:ql)?:\/\//.test(file);
  if (isDatabase && as !== undefined) throw new Failure('A database has a form of its own: leave out --as.', 2);
  if (isDatabase) return beginFromDatabase(title, file);
  const content = await readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const given = { name: path.basename(file), content };
  const form = as === undefined ? formOf(given) : FORMS.find(({ name }) => name === as);
  if (!form)
    throw new Failure(
      `Neither the name of ${file} nor its content says its form: --as ${FORMS.map(({ name }) => name).join(', ')}.`,
      2,
    );
  return beginDocument(title ?? titleOf(file), form, given).catch((error: unknown) => {
    if (!(error instanceof NotReadable)) throw error;
    const { place, message } = error;
    throw new Failure(`${file}:${typeof place === 'number' ? '' : ' '}${place}: ${message}`, 3);
  });
}

async function begin(file: string, options: Options): Promise<void> {
  const { out, title } = options;
  if (title !== undefined && (title.trim() === '' || /[\r\n]/.test(title)))
    throw new Failure('--title is one line that is not empty.', 2);
  const begun = await begunFrom(file, options);
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
