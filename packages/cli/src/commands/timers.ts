import type { ListedTimer } from '@nonet/engine';
import { type Plan, shown } from '@nonet/language';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { bold, dim } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';

interface Options {
  document: string;
  again?: string[];
  data: string;
  dev?: true;
}

/** The maximum number of failed records of one timer that are listed. */
const MOST_LISTED = 20;

export const register: Register = (program) => {
  program
    .command('timers')
    .description('List the timers of a product, what waits for them and where they failed, and try what failed again.')
    .addOption(documentOption())
    .option('--again <clauses...>', 'try the records for which these timers failed again, at once')
    .option('--dev', 'of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText('after', '\nExit codes: 0 listed or tried again, 1 there is no such timer, 2 called wrongly.')
    .action((options: Options) => timers(options));
};

async function timers(options: Options): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  const mode = options.dev ? 'dev' : 'production';
  await withEngine({ plan, file: document.file, data: options.data, mode }, async (engine) => {
    const listed = await engine.listTimers();
    if (options.again === undefined) {
      process.stdout.write(listed.length === 0 ? 'The document has no timers.\n' : renderAll(plan, listed));
      return;
    }
    const known = new Set(listed.map(({ clause }) => clause));
    const unknown = options.again.filter((clause) => !known.has(clause));
    if (unknown.length > 0) throw new Failure(`No timer is called ${unknown.map(shown).join(', ')}.`);
    for (const clause of options.again) {
      const failures = await engine.retryTimer(clause);
      process.stdout.write(
        failures === 0 ? `${clause} has not failed.\n` : `${clause} is tried again for all for which it failed.\n`,
      );
    }
  });
}

function renderAll(plan: Plan, listed: readonly ListedTimer[]): string {
  return listed.map((timer) => `${render(plan, timer)}\n`).join('');
}

function render(plan: Plan, { clause, waiting, due, next, problem, failures }: ListedTimer): string {
  const stated = plan.clauses[clause]?.text.trim();
  const counts =
    waiting === null
      ? []
      : [
          `${records(waiting)} ${waiting === 1 ? 'waits' : 'wait'}${due ? `, ${due} past their time` : ''}${next === null ? '' : `, the first from ${next}`}`,
        ];
  const failed = failures
    .slice(0, MOST_LISTED)
    .map((failure) => `  failed for ${failure.record} since ${failure.since}: ${shown(failure.problem)}`);
  const more = failures.length - failed.length;
  const lines = [
    bold(clause),
    ...(stated === undefined ? [] : [dim(`  ${shown(stated)}`)]),
    ...counts.map((count) => `  ${count}.`),
    ...(problem === null ? [] : [`  It fires for nothing: ${shown(problem)}`]),
    ...failed,
    ...(more > 0 ? [`  and for ${more} more.`] : []),
  ];
  return lines.join('\n');
}

function records(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}
