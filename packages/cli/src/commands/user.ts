import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { addUser, createIdentities, createPasswordLinks, hashPassword } from '@nonet/engine';
import { PASSWORD_PAGE } from '@nonet/server';
import { InvalidArgumentError } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { publicOriginOption } from '../public-origin.ts';
import { dataOption } from '../run-options.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';

interface Options {
  document: string;
  data: string;
  name: string;
  roles?: string;
  set?: Record<string, string>;
}

export const register: Register = (program) => {
  const user = program.command('user').description('Accounts of a product in production.');
  user
    .command('add')
    .description('Add an account. The password is asked for, or read from standard input.')
    .argument('<email>', 'the address to sign in with')
    .requiredOption('--name <name>', "the person's name")
    .option('--roles <roles>', 'assigned roles of point 6, comma-separated')
    .option('--set <field=value>', 'another field of the document’s User; may be repeated', collect)
    .addOption(documentOption())
    .addOption(dataOption())
    .addHelpText('after', '\nExit codes: 0 added, 1 not added, 2 called wrongly.')
    .action((email: string, options: Options) => add(email, options));
  user
    .command('link')
    .description('Print a link with which somebody chooses a password; it works once, for an hour.')
    .argument('<email>', 'the address of their account')
    .addOption(publicOriginOption('where browsers reach the product').default('http://127.0.0.1:4000'))
    .addOption(documentOption())
    .addOption(dataOption())
    .addHelpText('after', '\nExit codes: 0 printed, 1 nobody has such an account, 2 called wrongly.')
    .action((email: string, options: LinkOptions) => link(email, options));
  user
    .command('unbind')
    .description('Forget by what names sign-in providers know somebody; their next sign-in binds them anew.')
    .argument('<email>', 'the address of their account')
    .addOption(documentOption())
    .addOption(dataOption())
    .addHelpText('after', '\nExit codes: 0 unbound, 1 they were not bound, 2 called wrongly.')
    .action((email: string, options: UnbindOptions) => unbind(email, options));
};

type UnbindOptions = Pick<Options, 'document' | 'data'>;

async function unbind(email: string, options: UnbindOptions): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  const count = await withEngine({ plan, file: document.file, data: options.data, mode: 'production' }, (engine) =>
    createIdentities(engine.pool, engine.index).forget(email),
  );
  if (count === 0) throw new Failure(`No account with the address ${email} is bound to a sign-in provider.`);
  process.stdout.write(`${email} is bound to no sign-in provider any more.\n`);
}

interface LinkOptions {
  document: string;
  data: string;
  publicOrigin: string;
}

async function link(email: string, options: LinkOptions): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  const made = await withEngine({ plan, file: document.file, data: options.data, mode: 'production' }, (engine) =>
    createPasswordLinks(engine.pool, engine.index).forEmail(email),
  );
  if (made === null)
    throw new Failure(`Nobody with the address ${email} may sign in, or they were sent links enough for now.`);
  process.stdout.write(`${options.publicOrigin}${PASSWORD_PAGE}#${made.token}\n`);
}

function collect(pair: string, former: Record<string, string> = {}): Record<string, string> {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It is written as field=value.');
  return { ...former, [pair.slice(0, equals)]: pair.slice(equals + 1) };
}

async function add(email: string, options: Options): Promise<void> {
  const document = readDocument(options.document);
  const plan = planFor(document);
  const password = await readPassword(email);
  const shortest = plan.settings.passwordLength;
  if ([...password].length < shortest) throw new Failure(`The password needs at least ${shortest} characters.`);
  const roles = options.roles?.split(',').map((role) => role.trim()) ?? [];
  const passwordHash = await hashPassword(password);
  await withEngine({ plan, file: document.file, data: options.data, mode: 'production' }, (engine) =>
    addUser(engine, { email, name: options.name, roles, passwordHash, fields: options.set ?? {} }),
  );
  process.stdout.write(`${email} can sign in.\n`);
}

async function readPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  // What is typed is not shown.
  process.stderr.write(`Password for ${email}: `);
  Object.assign(terminal, { _writeToOutput: () => {} });
  return new Promise((resolve) =>
    terminal.question('', (answer) => {
      terminal.close();
      process.stderr.write('\n');
      resolve(answer);
    }),
  );
}
