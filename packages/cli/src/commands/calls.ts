import type { ListedCall } from '@nonet/engine';
import { shown } from '@nonet/language';
import { Option } from 'commander';
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
  state: ListedCall['state'];
  limit: string;
  again?: string[];
  data: string;
  dev?: true;
}

export const register: Register = (program) => {
  program
    .command('calls')
    .description(
      'List the outbound calls and mails of a product with their attempts, and send those that failed again.',
    )
    .addOption(documentOption())
    .addOption(new Option('--state <state>', 'which calls').choices(['failed', 'waiting', 'done']).default('failed'))
    .option('--limit <count>', 'how many, the newest first', '50')
    .option('--again <ids...>', 'send these failed calls again, under the keys that they had')
    .option('--dev', 'of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 listed or queued, 1 there is no such failed call, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((options: Options) => calls(options));
};

async function calls(options: Options): Promise<void> {
  const document = readDocument(options.document);
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new Failure('--limit is a number from 1 to 10000.');
  const product = {
    plan: planFor(document),
    file: document.file,
    data: options.data,
    mode: options.dev ? 'dev' : 'production',
  } as const;
  await withEngine(product, async (engine) => {
    if (options.again === undefined) {
      process.stdout.write(render(await engine.listCalls(options.state, limit), options.state));
      return;
    }
    const unknown: string[] = [];
    for (const id of options.again) {
      const queued = await engine.sendCallAgain(id);
      if (queued === null) unknown.push(id);
      else process.stdout.write(`${queued.call} ${id} is sent again.\n`);
    }
    if (unknown.length > 0) throw new Failure(`No call that has failed is called ${unknown.map(shown).join(', ')}.`);
  });
}

function render(listed: readonly ListedCall[], state: ListedCall['state']): string {
  if (listed.length === 0) return `No call is ${state}.\n`;
  return listed.map(renderCall).join('');
}

function renderCall({
  id,
  call,
  to,
  entity,
  record,
  event,
  queuedAt,
  dueAt,
  state,
  problem,
  attempts,
}: ListedCall): string {
  const when = state === 'waiting' ? `queued ${queuedAt}, due ${dueAt}` : `queued ${queuedAt}`;
  const lines = [
    `${bold(call)} ${id}${to === null ? '' : ` to ${shown(to)}`}`,
    `  ${event} of ${entity} ${record}, ${when}`,
    ...(problem === null ? [] : [`  ${shown(problem)}`]),
    ...attempts.map((attempt) =>
      dim(`  ${attempt.at} ${attempt.status ?? '-'} ${shown(attempt.problem ?? '')}`.trimEnd()),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
