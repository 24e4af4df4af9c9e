import { existsSync } from 'node:fs';
import path from 'node:path';
import { readDocumentInUse } from '@nonet/engine';
import {
  AUDIENCES,
  type DifferenceAudience,
  type DifferenceEffect,
  type DifferencesReport,
  EFFECTS,
  type NamedPlan,
  renderDifferences,
  renderDifferencesMarkdown,
  renderDifferencesSarif,
  reportDifferences,
} from '@nonet/language';
import { InvalidArgumentError, Option } from 'commander';
import { planFor } from '../check-document.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { type DocumentSource, readDocument } from '../document.ts';
import { formerInGit } from '../former.ts';
import { dataOption } from '../run-options.ts';
import { takesColour, widthOf, withProgress } from '../terminal.ts';
import { VERSION } from '../version.ts';
import type { Register } from './command.ts';

interface Options {
  data: string;
  dev?: true;
  for?: DifferenceAudience;
  format: keyof typeof FORMATS;
  failOn: readonly DifferenceEffect[];
  wording?: true;
}

/** How files of either document are shown. */
interface Named {
  readonly nameFormer: (file: string) => string;
  readonly nameNew: (file: string) => string;
  readonly newFile: string;
}

const FORMATS = {
  text: (report: DifferencesReport, named: Named, { wording }: Options) =>
    renderDifferences(report, {
      ...named,
      wording: wording === true,
      color: takesColour(process.stdout),
      width: widthOf(process.stdout),
    }),
  json: (report: DifferencesReport) => `${JSON.stringify(report, null, 2)}\n`,
  sarif: (report: DifferencesReport, named: Named) => renderDifferencesSarif(report, { ...named, version: VERSION }),
  markdown: (report: DifferencesReport, named: Named) => renderDifferencesMarkdown(report, named),
};

/** A difference that `--fail-on` names was found. */
const FOUND = 4;

export const register: Register = (program) => {
  program
    .command('diff')
    .description('Tell what a changed document means: for data, rights, programs, and whoever uses the product.')
    .argument('<former>', 'the document as it was: a file, or `HEAD:spec.md` of its Git repository')
    .argument('[new]', 'the document as it is; alone, a document is compared with the one in use on its database')
    .addOption(new Option('--for <people>', 'only what concerns them').choices(AUDIENCES))
    .addOption(new Option('--format <format>', 'how to print').choices(Object.keys(FORMATS)).default('text'))
    .addOption(
      new Option('--fail-on <effects>', `what makes it fail, with commas: ${EFFECTS.join(', ')}; or none`)
        .argParser(readEffects)
        .default(['lost'], 'lost'),
    )
    .option('--wording', 'also list what else is written otherwise')
    .option('--dev', 'with one document: the one in use on the data of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nThe JSON is described by docs/schemas/diff.schema.json.' +
        '\nExit codes: 0 nothing that --fail-on names, 1 a document has errors, 2 called wrongly, 3 a file can’t be read,' +
        '\n4 something that --fail-on names.',
    )
    .action(async (first: string, second: string | undefined, options: Options) => {
      const { report, named } = await withProgress('Comparing', () => compare(first, second, options));
      process.stdout.write(FORMATS[options.format](report, named, options));
      process.exitCode = options.failOn.some((effect) => report.counts[effect] > 0) ? FOUND : 0;
    });
};

function readEffects(text: string): readonly DifferenceEffect[] {
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const effect = EFFECTS.find((each) => each === word.trim());
    if (effect === undefined)
      throw new InvalidArgumentError(`\`${word.trim()}\` is not one of ${EFFECTS.join(', ')}, none.`);
    return effect;
  });
}

async function compare(
  first: string,
  second: string | undefined,
  options: Options,
): Promise<{ readonly report: DifferencesReport; readonly named: Named }> {
  const document = readDocument(second ?? first);
  const former = second === undefined ? await inUse(document, options) : documentNamed(first);
  const now: NamedPlan = { name: document.main.path, plan: planFor(document) };
  return {
    report: reportDifferences(former.plan, now, options.for ?? null),
    named: { nameFormer: former.nameFile, nameNew: document.pathOf, newFile: document.main.path },
  };
}

interface Former {
  readonly plan: NamedPlan;
  readonly nameFile: (file: string) => string;
}

/** A file, or `REVISION:path` of a Git repository if there is no such file. */
function documentNamed(given: string): Former {
  const [, revision, file] = /^([^:]+):(.+)$/.exec(given) ?? [];
  if (revision === undefined || file === undefined || existsSync(given)) {
    const document = readDocument(given);
    return { plan: { name: given, plan: planFor(document) }, nameFile: document.pathOf };
  }
  const place: DocumentSource = {
    main: { path: file, text: '' },
    file: path.resolve(file),
    readInclude: () => ({ kind: 'missing' }),
    pathOf: (part) => (part === file ? given : `${revision}:${path.join(path.dirname(file), part)}`),
  };
  const { document } = formerInGit(place, revision);
  return { plan: { name: given, plan: planFor(document) }, nameFile: place.pathOf };
}

/** The document that the database of a document has in use. */
async function inUse({ file }: DocumentSource, { data, dev }: Options): Promise<Former> {
  const database = await openDatabase({ data, file, mode: dev ? 'dev' : 'production', beside: true });
  try {
    const { sources, number } = await readDocumentInUse(database.url);
    const [main, ...others] = sources;
    const plan = planFor({
      main,
      file,
      readInclude: (included) => {
        const found = others.find((source) => source.path === included);
        return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found.text };
      },
      pathOf: (part) => part,
    });
    const name = `version ${number}`;
    return { plan: { name, plan }, nameFile: (part) => `${name} of ${part}` };
  } catch (error) {
    throw databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}
