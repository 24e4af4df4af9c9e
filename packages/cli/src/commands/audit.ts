import { listSecurityEvents, type SecurityEvent, verifySecurityEvents } from '@nonet/engine';
import { shown } from '@nonet/language';
import { InvalidArgumentError } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { dim } from '../terminal.ts';
import { type Product, withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';

interface Place {
  data: string;
  dev?: true;
}

interface ListOptions extends Place {
  kind?: string;
  since?: string;
  limit: number;
  format: 'text' | 'json';
}

interface VerifyOptions extends Place {
  expect?: { readonly position: number; readonly hash: string };
}

const DEV = ['--dev', 'of `nonet dev`, not of `nonet serve`'] as const;

export const register: Register = (program) => {
  const audit = program
    .command('audit')
    .description('The security events of a product: sign-ins, failures, changed roles, tokens, exports, denials.');
  audit
    .command('list')
    .description('List security events, the newest first: when, what, who, whose account, from where.')
    .argument('<file>', 'the document')
    .option('--kind <kind>', 'of one kind: “sign-in failed”')
    .option('--since <time>', 'since a time: 2026-11-01T00:00:00Z', readTime)
    .option('--limit <count>', 'how many', readCount, 50)
    .option('--format <format>', 'text, or json: one line for each', readFormat, 'text')
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText('after', '\nExit codes: 0 listed, 2 called wrongly, 3 a file can’t be read.')
    .action((file: string, options: ListOptions) => list(file, options));
  audit
    .command('verify')
    .description('Verify that no security event was changed or taken out since it was noted.')
    .argument('<file>', 'the document')
    .option(
      '--expect <place:hash>',
      'what an earlier verification has printed: nothing up to there may be gone, either',
      readExpected,
    )
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText(
      'after',
      '\nKeep what it prints outside of the database: whoever can write there could make the whole chain anew.' +
        '\nExit codes: 0 whole, 1 broken, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((file: string, options: VerifyOptions) => verify(file, options));
};

function productOf(file: string, { data, dev }: Place): Product {
  const document = readDocument(file);
  return { plan: planFor(document), file: document.file, data, mode: dev ? 'dev' : 'production' };
}

async function list(file: string, options: ListOptions): Promise<void> {
  const { kind = null, since = null, limit } = options;
  const events = await withEngine(productOf(file, options), ({ pool }) =>
    listSecurityEvents(pool, { kind, since, limit }),
  );
  const lines = events.map(options.format === 'json' ? (event) => JSON.stringify(event) : textOf);
  process.stdout.write(lines.length === 0 ? 'There are no such events.\n' : `${lines.join('\n')}\n`);
}

function textOf({ at, kind, actor, subject, network, detail }: SecurityEvent): string {
  const details = Object.entries(detail).map(([name, value]) => `${name} ${shown(JSON.stringify(value))}`);
  const parts = [
    actor === null ? null : `by ${actor}`,
    subject === null ? null : `of ${subject}`,
    network === null ? null : `from ${network}`,
    ...details,
  ].filter((part) => part !== null);
  return `${at.slice(0, 19)}Z  ${kind.padEnd(22)}  ${dim(parts.join('  '))}`.trimEnd();
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  const { events, last, broken } = await withEngine(productOf(file, options), ({ pool }) =>
    verifySecurityEvents(pool, options.expect ?? null),
  );
  if (broken !== null)
    throw new Failure(
      `Event ${broken.position} ${broken.problem === 'missing' ? 'is missing' : 'was changed, or one before it was'}: the ${events} before it are as they were noted.`,
    );
  process.stdout.write(
    last === null
      ? 'There are no events.\n'
      : `${events} events are as they were noted. To show later that none was cut off: --expect ${last.position}:${last.hash}\n`,
  );
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100_000)
    throw new InvalidArgumentError('It is a number from 1 to 100000.');
  return count;
}

function readTime(text: string): string {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('It is written like 2026-11-01T00:00:00Z.');
  return new Date(text).toISOString();
}

function readFormat(text: string): 'text' | 'json' {
  if (text === 'text' || text === 'json') return text;
  throw new InvalidArgumentError('It is text or json.');
}

function readExpected(text: string): { readonly position: number; readonly hash: string } {
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new InvalidArgumentError('It is a place and a hash, as `nonet audit verify` prints them.');
  return { position: Number(position), hash };
}
