import {
  type GapsReport,
  type ListedGap,
  POINT_TITLES,
  POINTS,
  pointNumber,
  reportGaps,
  shown,
  wordsOfGiven,
} from '@nonet/language';
import { Option } from 'commander';
import { check, planFor } from '../check-document.ts';
import { type DocumentSource, readDocument } from '../document.ts';
import { dataOption } from '../run-options.ts';
import { bold, dim } from '../terminal.ts';
import { readForJson } from '../unreadable.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  format: 'text' | 'json';
  hits?: true;
  data: string;
  dev?: true;
}

export const register: Register = (program) => {
  program
    .command('gaps')
    .description('List what a document leaves open, and what the product can’t do because of it.')
    .addArgument(documentArgument())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--hits', 'how often somebody ran into each, from the product’s data')
    .option('--dev', 'with --hits: the data of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 listed, 1 the data can’t be read, 2 called wrongly, 3 a file can’t be read: with --format json that is printed as `nonet check` has it.',
    )
    .action(async (file: string, options: Options) => {
      const document = options.format === 'json' ? readForJson(file) : readDocument(file);
      if (document === null) return;
      const { model, diagnostics } = check(document);
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
      if (errors > 0) {
        process.stderr.write(`${file} has errors, so there may be gaps that are not listed. See \`nonet check\`.\n`);
      }
      const report = reportGaps(model, diagnostics, options.hits ? await readHits(document, options) : null);
      process.stdout.write(
        options.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : render(report, document.pathOf),
      );
    });
};

async function readHits(document: DocumentSource, options: Options): Promise<ReadonlyMap<string, number>> {
  // Only this needs an engine.
  const { withEngine } = await import('../with-engine.ts');
  const product = {
    plan: planFor(document),
    file: document.file,
    data: options.data,
    mode: options.dev ? 'dev' : 'production',
  } as const;
  return withEngine(product, (engine) => engine.hits());
}

function render({ gaps, given, counts }: GapsReport, pathOf: (file: string) => string): string {
  const sections = POINTS.filter((point) => counts[point] > 0).map((point) => {
    const listed = gaps.filter((gap) => gap.point === point).map((gap) => renderGap(gap, pathOf));
    return `${bold(`${pointNumber(point)}. ${POINT_TITLES[point]}`)} (${counts[point]})\n${listed.join('')}`;
  });
  const total = counts.total === 0 ? 'No gaps.' : `${counts.total} ${counts.total === 1 ? 'gap' : 'gaps'}.`;
  const functions = wordsOfGiven(given);
  return `${[...sections, total, ...(functions === null ? [] : [functions])].join('\n')}\n`;
}

function renderGap({ clause, consequence, file, line, column, hits }: ListedGap, pathOf: (file: string) => string) {
  const times = hits === null ? '' : ` ${hits === 0 ? 'not hit yet' : `hit ${hits} ${hits === 1 ? 'time' : 'times'}`},`;
  return `  ${shown(consequence)}\n    ${dim(shown(`${clause},${times} ${pathOf(file)}:${line}:${column}`))}\n`;
}
