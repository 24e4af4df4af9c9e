import type { ListedFeedRefusal, ListedFeedRun } from '@nonet/engine';
import { nearest, type Plan, shown } from '@nonet/language';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { bold } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';

interface Options {
  document: string;
  feed?: string;
  limit: string;
  refused?: true;
  now?: string;
  data: string;
  dev?: true;
}

export const register: Register = (program) => {
  program
    .command('feeds')
    .description(
      'List the tables that a product has fetched or received and what became of their rows, or have one fetched now.',
    )
    .addOption(documentOption())
    .option('--feed <name>', 'the runs of this feed alone')
    .option('--limit <count>', 'how many, the newest first', '20')
    .option('--refused', 'with each row that was refused, and why')
    .option('--now <feed>', 'fetch the table of this feed as soon as a server of the product can')
    .option('--dev', 'of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 listed or queued, 1 it is fetched already or is not fetched, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((options: Options) => feeds(options));
};

async function feeds(options: Options): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new Failure('--limit is a number from 1 to 10000.', 2);
  for (const name of [options.feed, options.now]) if (name !== undefined) requireFeed(plan, name);
  const mode = options.dev ? 'dev' : 'production';
  await withEngine({ plan, file: document.file, data: options.data, mode }, async (engine) => {
    if (options.now !== undefined) {
      const id = await engine.feeds.fetchNow(options.now);
      if (id === null) throw new Failure(`${options.now} waits to be fetched already, or is received and not fetched.`);
      process.stdout.write(`${options.now} is fetched as soon as a server of the product runs (${id}).\n`);
      return;
    }
    const runs = await engine.feeds.runs(options.feed ?? null, limit);
    if (runs.length === 0) process.stdout.write('No table has come.\n');
    for (const run of runs) {
      const refusals = options.refused && run.refused > 0 ? await engine.feeds.refusals(run.id) : [];
      process.stdout.write(render(run, refusals));
    }
  });
}

function requireFeed({ feeds: stated }: Plan, name: string): void {
  const names = stated.map((feed) => feed.name);
  if (names.includes(name)) return;
  const near = nearest(name, names);
  throw new Failure(
    `The document has no feed ${shown(name)}.${near ? ` Did you mean ${near}?` : ` It has: ${names.join(', ') || 'none'}.`}`,
    2,
  );
}

function render(run: ListedFeedRun, refusals: readonly ListedFeedRefusal[]): string {
  const { id, feed, cause, state, at, endedAt, problem, read, made, changed, same, refused, ignored, missing } = run;
  const lines = [
    `${bold(feed)} ${id}`,
    `  ${state} (${cause}), ${at}${endedAt === null ? '' : ` to ${endedAt}`}`,
    `  ${read} rows: ${made} made, ${changed} changed, ${same} the same, ${ignored} left out, ${refused} refused; ${missing} records missing`,
    ...(problem === null ? [] : [`  ${shown(problem)}`]),
    ...refusals.map(
      ({ line, key, code, clause, problem: why }) =>
        `  ${line === null ? 'missing' : `line ${line}`}${key === null ? '' : `, ${shown(key)}`}: ${shown(why)} (${[code, clause].filter(Boolean).join(', ')})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
