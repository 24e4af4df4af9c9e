import {
  addUser,
  createApiTokens,
  createIdentities,
  createPasswordLinks,
  createSecondFactors,
  eraseByOperator,
  findAllOfPerson,
  findPerson,
  hashPassword,
} from '@nonet/engine';
import { PASSWORD_PAGE } from '@nonet/server';
import { type Command, InvalidArgumentError } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { publicOriginOption } from '../public-origin.ts';
import { dataOption } from '../run-options.ts';
import { type Product, withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';
import { askForRest } from './user/ask-for-rest.ts';
import { confirmErasure, erasureLines } from './user/erasure.ts';
import { linesTo } from './user/lines-to.ts';

interface Place {
  document: string;
  data: string;
  dev?: true;
}

interface Options extends Place {
  name?: string;
  roles?: string;
  set?: Record<string, string>;
  /** False with `--no-password`. */
  password: boolean;
}

/**
 * The document comes first, as in other commands; the address may also be the only argument, with the document after
 * `-d`.
 */
const USAGE = '[options] [file] <email>';
const FILE = 'the document (default: that of -d)';

/** The command line: one or two words, and the options. */
type Given<O extends Place> = [first: string, email: string | undefined, options: O, command: Command];

/** The address, and the options with the document that it is about. */
function placed<O extends Place>([first, email, options, command]: Given<O>): [email: string, options: O] {
  if (email === undefined) {
    if (first.includes('@')) return [first, options];
    throw new Failure(
      `The address of the account is missing: nonet user ${command.name()} ${first} ada@example.com`,
      2,
    );
  }
  if (command.getOptionValueSource('document') === 'cli')
    throw new Failure('The document is named twice, as the first word and by -d: leave out one of them.', 2);
  return [email, { ...options, document: first }];
}

/** The words of `nonet load`. */
const DEV = ['--dev', 'in the data of `nonet dev`, not of `nonet serve`'] as const;

export const register: Register = (program) => {
  const user = program
    .command('user')
    .description('Accounts of a product, of `nonet serve` or (--dev) of `nonet dev`.');
  user
    .command('add')
    .description(
      'Add an account. In a terminal, it asks for the fields that the document requires of a User and for the password; otherwise it reads the password from standard input.',
    )
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address to sign in with')
    .option('--name <name>', "the person's name (default without a terminal: the part of the address before the @)")
    .option('--roles <roles>', 'assigned roles of point 6, comma-separated')
    .option('--set <field=value>', 'another field of the document’s User; may be repeated', collect)
    .option('--no-password', 'without a password: `nonet user link` prints a link with which they choose one')
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText('after', '\nExit codes: 0 added, 1 not added, 2 called wrongly, 3 a file can’t be read.')
    .action((...given: Given<Options>) => add(...placed(given)));
  user
    .command('link')
    .description('Print a link with which somebody chooses a password; it works once, for an hour.')
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address of their account')
    .addOption(publicOriginOption('where browsers reach the product').default('http://127.0.0.1:4000'))
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText(
      'after',
      '\nExit codes: 0 printed, 1 nobody has such an account, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((...given: Given<LinkOptions>) => link(...placed(given)));
  user
    .command('unbind')
    .description('Forget by what names sign-in providers know somebody; their next sign-in binds them anew.')
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address of their account')
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText('after', '\nExit codes: 0 unbound, 1 they were not bound, 2 called wrongly, 3 a file can’t be read.')
    .action((...given: Given<Place>) => unbind(...placed(given)));
  user
    .command('reset-factor')
    .description(
      "Remove somebody's second factors, who has lost them, and end their sessions; who needs one sets it up anew.",
    )
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address of their account')
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText(
      'after',
      '\nMake sure by another way that it is them who asks.' +
        '\nExit codes: 0 removed, 1 nobody has such an account, or no factor, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((...given: Given<Place>) => resetFactor(...placed(given)));
  user
    .command('tokens')
    .description("List somebody's API tokens, or end them; a changed password or address ends all of them.")
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address of their account')
    .option('--end <id>', 'end the token of this id, or `all`')
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText(
      'after',
      '\nExit codes: 0 listed or ended, 1 there is no such token, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((...given: Given<TokenOptions>) => tokens(...placed(given)));
  user
    .command('erase')
    .description(
      'Erase a person: end their account for good, and empty or replace what the document states as `erased`, in records and in the history.',
    )
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address of their account')
    .option('--yes', 'without asking again')
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText(
      'after',
      '\nIt can’t be undone. Copies of the database, such as backups, are not touched.' +
        '\nExit codes: 0 erased, 1 nobody has such an account, or the document holds them or erases nobody, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((...given: Given<ErasePersonOptions>) => erasePerson(...placed(given)));
  user
    .command('export')
    .description(
      'Write all that the product knows of somebody, as lines of JSON: their account, the records that name them or that they made, what they changed, their sessions, uploads, notices and mails.',
    )
    .usage(USAGE)
    .argument('<file>', FILE)
    .argument('[email]', 'the address of their account')
    .option('--output <file>', 'a new file (default: standard output)')
    .addOption(documentOption())
    .addOption(dataOption())
    .option(...DEV)
    .addHelpText(
      'after',
      '\nNo password, token or secret is among it; the contents of uploads are in the product.' +
        '\nExit codes: 0 written, 1 nobody has such an account, 2 called wrongly, 3 a file can’t be read or written.',
    )
    .action((...given: Given<ExportOptions>) => exportPerson(...placed(given)));
};

interface ErasePersonOptions extends Place {
  yes?: true;
}

/** Says what goes with somebody, asks again, and erases them. */
async function erasePerson(email: string, options: ErasePersonOptions): Promise<void> {
  const product = productOf(options);
  const lines = erasureLines(product.plan);
  if (lines === null)
    throw new Failure(
      'The document erases nobody: state in point 3 what is `erased` of a User, such as `| name | text | erased as "Former member" |`.',
    );
  const count = await withEngine(product, async (engine) => {
    const person = await findPerson(engine.pool, engine.index, email);
    if (person === null) throw new Failure(`Nobody has the address ${email}.`);
    process.stdout.write(`${lines.join('\n')}\n`);
    if (options.yes !== true) await confirmErasure(email);
    return eraseByOperator(engine, person);
  });
  process.stdout.write(`${email} is erased: ${count === 1 ? 'one record' : `${count} records`} changed.\n`);
}

interface ExportOptions extends Place {
  output?: string;
}

/** Writes all that is known of somebody. */
async function exportPerson(email: string, options: ExportOptions): Promise<void> {
  const product = productOf(options);
  const lines = await linesTo(options.output ?? null);
  let count = 0;
  let isKnown = false;
  try {
    isKnown = await withEngine(product, (engine) =>
      findAllOfPerson(engine, email, async (known) => {
        await lines.write(`${JSON.stringify(known)}\n`);
        count += 1;
      }),
    );
  } finally {
    await lines.end(isKnown);
  }
  if (!isKnown) throw new Failure(`Nobody has the address ${email}.`);
  if (options.output !== undefined) process.stdout.write(`${options.output}: ${count} lines about ${email}.\n`);
}

interface TokenOptions extends Place {
  end?: string;
}

/** Lists somebody's API tokens, or ends one or all of them. */
async function tokens(email: string, options: TokenOptions): Promise<void> {
  const { end } = options;
  const found = await withEngine(productOf(options), async (engine) => {
    const apiTokens = createApiTokens(engine.pool, engine.index);
    const all = await apiTokens.listOf(email);
    const ended = end === undefined ? [] : all.filter(({ id }) => end === 'all' || id === end);
    for (const { id, userId } of ended) await apiTokens.revoke(userId, id);
    return { all, ended };
  });
  if (end !== undefined) {
    if (found.ended.length === 0 && end !== 'all') throw new Failure(`${email} has no token ${end}.`);
    process.stdout.write(`${found.ended.length} of the API tokens of ${email} ended.\n`);
    return;
  }
  if (found.all.length === 0) process.stdout.write(`${email} has no API tokens.\n`);
  for (const { id, name, roles, screen, expiresAt, usedAt } of found.all)
    process.stdout.write(
      `${id}  ${name}  ${screen !== null ? `calendar ${screen}` : roles === null ? 'all roles' : roles.join(', ')}  until ${expiresAt.slice(0, 10)}  ${usedAt === null ? 'not used' : `used ${usedAt.slice(0, 10)}`}\n`,
    );
}

async function resetFactor(email: string, options: Place): Promise<void> {
  const removed = await withEngine(productOf(options), (engine) =>
    createSecondFactors(engine.pool, engine.index).resetOf(email),
  );
  if (removed === null) throw new Failure(`Nobody has the address ${email}.`);
  if (removed === 0) throw new Failure(`${email} has no second factor. Their sessions have ended.`);
  process.stdout.write(`${email} has no second factor any more, and is signed in nowhere.\n`);
}

async function unbind(email: string, options: Place): Promise<void> {
  const count = await withEngine(productOf(options), (engine) =>
    createIdentities(engine.pool, engine.index).forget(email),
  );
  if (count === 0) throw new Failure(`No account with the address ${email} is bound to a sign-in provider.`);
  process.stdout.write(`${email} is bound to no sign-in provider any more.\n`);
}

interface LinkOptions extends Place {
  publicOrigin: string;
}

async function link(email: string, options: LinkOptions): Promise<void> {
  const made = await withEngine(productOf(options), (engine) =>
    createPasswordLinks(engine.pool, engine.index).forEmail(email),
  );
  if (made === null)
    throw new Failure(`Nobody with the address ${email} may sign in, or they were sent links enough for now.`);
  process.stdout.write(`${options.publicOrigin}${PASSWORD_PAGE}#${made.token}\n`);
}

/** The product whose data a command works on. */
function productOf({ document, data, dev }: Place): Product {
  const source = readDocument(document);
  return { plan: planFor(source), file: source.file, data, mode: dev ? 'dev' : 'production' };
}

function collect(pair: string, former: Record<string, string> = {}): Record<string, string> {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It is written as field=value.');
  return { ...former, [pair.slice(0, equals)]: pair.slice(equals + 1) };
}

async function add(email: string, options: Options): Promise<void> {
  const product = productOf(options);
  const asked = await askForRest(product.plan, email, options);
  const roles = options.roles?.split(',').map((role) => role.trim()) ?? [];
  const passwordHash = asked.password === null ? null : await hashPassword(asked.password);
  await withEngine(product, (engine) =>
    addUser(engine, { email, name: asked.name, roles, passwordHash, fields: asked.fields }),
  );
  const where = `\`nonet ${options.dev ? 'dev' : 'serve'} ${options.document}\``;
  process.stdout.write(
    passwordHash === null
      ? `${email} has an account in ${where}, without a password: \`nonet user link ${options.document} ${email}\` prints a link to choose one.\n`
      : `${email} can sign in to ${where}.\n`,
  );
}
