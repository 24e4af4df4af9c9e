import path from 'node:path';
import {
  type CheckedDocument,
  checkConversions,
  type Diagnostic,
  listGiven,
  renderGithub,
  renderJson,
  renderSarif,
  renderText,
  reportDiagnostics,
  reportDifferences,
  type SourceFile,
  wordsOfGiven,
} from '@nonet/language';
import { Option } from 'commander';
import { check, planFor } from '../check-document.ts';
import { type DocumentSource, documentOf, readDocument } from '../document.ts';
import { Failure, Unreadable } from '../failure.ts';
import { readStandardInput, STANDARD_INPUT } from '../standard-input.ts';
import { takesColour, widthOf, withProgress } from '../terminal.ts';
import { unreadableDiagnostic } from '../unreadable.ts';
import { VERSION } from '../version.ts';
import { fixDocument } from './check/fix.ts';
import { checkWatching } from './check/watching.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

type Render = (
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  showPath: (file: string) => string,
  options: Options,
) => string;

const FORMATS = {
  text: (diagnostics, files, showPath, { disclosures = false, fix = false }) =>
    renderText(diagnostics, files, {
      color: takesColour(process.stdout),
      width: widthOf(process.stdout),
      showPath,
      disclosures,
      isFixed: fix,
    }),
  json: (diagnostics, files, _showPath, { watch }) =>
    watch ? `${JSON.stringify(reportDiagnostics(diagnostics, files))}\n` : renderJson(diagnostics, files),
  github: renderGithub,
  sarif: (diagnostics, files, showPath) => renderSarif(diagnostics, files, { version: VERSION, showPath }),
} satisfies Record<string, Render>;

interface Options {
  format: keyof typeof FORMATS;
  strict?: true;
  complete?: true;
  fix?: true;
  disclosures?: true;
  former?: string;
  watch?: true;
}

export const register: Register = (program) => {
  program
    .command('check')
    .description('Check a document for contradictions, missing statements and gaps.')
    .addArgument(documentArgument())
    .addOption(new Option('--format <format>', 'how to print').choices(Object.keys(FORMATS)).default('text'))
    .option('--strict', 'fail on warnings too')
    .option('--complete', 'fail on gaps too')
    .option('--fix', 'first fix what has a certain fix, and write the document')
    .option('--former <file>', 'the document that it follows: also check each `from` with the names of that')
    .option('--watch', 'check again whenever the document changes; JSON reports are one line each')
    .option('--disclosures', 'show each disclosure: an outcome that depends on data that its reader may not read')
    .addHelpText(
      'after',
      '\n`-` is the document on standard input; what it includes is looked for in the working directory.' +
        '\nThe JSON is described by docs/schemas/diagnostics.schema.json.' +
        '\nExit codes: 0 no errors (gaps are allowed), 1 errors, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, options: Options) => {
      if (file === STANDARD_INPUT && (options.fix || options.watch))
        throw new Failure('Standard input can be checked once, and not be written: --fix and --watch take a file.', 2);
      if (!options.watch) await report(file, options);
      else if (options.fix) throw new Failure('--fix would write what --watch reads: name one of them.', 2);
      else await checkWatching(path.resolve(file), () => report(file, options));
    });
};

/** Checks once, and prints; answers the files that were read. */
async function report(file: string, options: Options): Promise<readonly SourceFile[]> {
  const document = await readFor(file, options);
  if (document === null) return [];
  const { diagnostics, tree, model, lost } = await withProgress(`Checking ${file}`, async () =>
    checkWith(document, file, options),
  );
  process.stdout.write(FORMATS[options.format](diagnostics, tree.files, document.pathOf, options));
  const failing = new Set(['error', ...(options.strict ? ['warning'] : []), ...(options.complete ? ['gap'] : [])]);
  if (lost > 0 && options.format === 'text')
    process.stderr.write(
      `${lost === 1 ? 'One part' : `${lost} parts`} of ${options.former} may hold data that has no place in ${file}: \`nonet diff ${options.former} ${file}\` names ${lost === 1 ? 'it' : 'them'}.\n`,
    );
  const functions = wordsOfGiven(listGiven(model));
  if (functions !== null && options.format === 'text') process.stdout.write(`${functions}\n`);
  process.exitCode = diagnostics.some(({ severity }) => failing.has(severity)) ? 1 : 0;
  return [
    ...tree.files,
    ...tree.given.flatMap(({ path: name, included }) =>
      included.kind === 'file' ? [{ path: name, text: included.text }] : [],
    ),
  ];
}

interface Found extends Pick<CheckedDocument, 'diagnostics' | 'model' | 'tree'> {
  /** The number of parts of the former version whose data has no place. */
  readonly lost: number;
}

/** The diagnostics of a document; with a former version, also those about its references to that version. */
function checkWith(document: DocumentSource, file: string, { former }: Options): Found {
  const found = check(document);
  if (former === undefined) return { ...found, lost: 0 };
  const before = planFor(readDocument(former));
  if (found.plan === null) return { ...found, lost: 0 };
  const ofConversions = checkConversions(found.tree, found.plan, before);
  // A `from` with an error is told by that.
  const { counts } = reportDifferences({ name: former, plan: before }, { name: file, plan: found.plan }, null);
  const lost = ofConversions.length > 0 ? 0 : counts.lost;
  return { tree: found.tree, model: found.model, diagnostics: [...found.diagnostics, ...ofConversions], lost };
}

/** The document; where it can't be read, formats for programs say so in their own form, and the answer is null. */
async function readFor(file: string, options: Options): Promise<DocumentSource | null> {
  try {
    if (options.fix) await fixDocument(readDocument(file));
    return file === STANDARD_INPUT ? documentOf(readStandardInput()) : readDocument(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (options.format === 'text') {
      // An editor may be replacing the file: the next change is looked at.
      if (!options.watch) throw error;
      process.stderr.write(`nonet: ${error.message}\n`);
      return null;
    }
    const { diagnostics, files } = unreadableDiagnostic(error);
    const render: Render = FORMATS[options.format];
    process.stdout.write(render(diagnostics, files, (path) => path, options));
    process.stderr.write(`nonet: ${error.message}\n`);
    process.exitCode = error.exitCode;
    return null;
  }
}
