import type { ListedReceived } from '@nonet/engine';
import { shown } from '@nonet/language';
import { Option } from 'commander';
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
  state: ListedReceived['state'];
  limit: string;
  again?: string[];
  data: string;
  dev?: true;
}

export const register: Register = (program) => {
  program
    .command('received')
    .description('List the mail that a product has received and what became of it, and try again what was refused.')
    .addOption(documentOption())
    .addOption(
      new Option('--state <state>', 'which mail')
        .choices(['refused', 'taken', 'ignored', 'waiting'])
        .default('refused'),
    )
    .option('--limit <count>', 'how many, the newest first', '50')
    .option('--again <ids...>', 'try these again, with the rights that their senders have now')
    .option('--dev', 'of `nonet dev`, not of `nonet serve`')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 listed or taken, 1 it is refused again or there is no such mail, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((options: Options) => received(options));
};

async function received(options: Options): Promise<void> {
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
      const listed = await engine.listReceived(options.state, limit);
      process.stdout.write(listed.length === 0 ? `No mail is ${options.state}.\n` : listed.map(render).join(''));
      return;
    }
    const refused: string[] = [];
    for (const id of options.again) {
      const outcome = await engine.retryMail(id);
      if (outcome?.state === 'taken') process.stdout.write(`${id} became ${outcome.entity} ${outcome.record}.\n`);
      else
        refused.push(
          outcome === null
            ? `${shown(id)}: no contents of such a mail are kept`
            : `${id}: ${shown(outcome.problem ?? outcome.state)}`,
        );
    }
    if (refused.length > 0) throw new Failure(`Not taken:\n  ${refused.join('\n  ')}`);
  });
}

function render(mail: ListedReceived): string {
  const { id, call, sender, subject, at, entity, record, code, clause, problem, leftOut } = mail;
  const lines = [
    `${bold(shown(subject === '' ? '(no subject)' : subject))} ${id}`,
    `  from ${shown(sender ?? 'nobody')}, ${at}${call === null ? '' : `, by ${call}`}`,
    ...(record === null ? [] : [`  became ${entity} ${record}`]),
    ...(problem === null
      ? []
      : [`  ${shown(problem)}${clause === null ? '' : ` (${[code, clause].filter(Boolean).join(', ')})`}`]),
    ...(leftOut === null ? [] : [`  left out: ${shown(leftOut)}`]),
  ];
  return `${lines.join('\n')}\n`;
}
