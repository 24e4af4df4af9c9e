import {
  addTenant,
  createEngine,
  findTenant,
  listTenants,
  removeTenant,
  requireTenant,
  seed,
  suspendTenant,
  TenantRefused,
  type TenantState,
  tenantUrl,
} from '@nonet/engine';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { planFor } from '../check-document.ts';
import { currentUser } from '../current-user.ts';
import { type Database, openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { bold, dim, withProgress } from '../terminal.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';
import { FORMATS, writeExport } from './export/write-export.ts';
import { applyInWaves, readSizes } from './tenants/waves.ts';

interface Options {
  document: string;
  data: string;
}

/** The tenants of a database, by name. */
export interface TenantsReport {
  readonly tenants: readonly TenantState[];
}

export const register: Register = (program) => {
  const tenants = program
    .command('tenants')
    .description('The organisations that one document serves, each with a product in a schema of its own.')
    .addHelpText(
      'after',
      '\nA tenant’s name is that of its schema: with DATABASE_SCHEMA=acme every other command works with that tenant alone.' +
        '\nExit codes: 0 done, 1 it could not be done, 2 called wrongly, 3 a file can’t be read.',
    );
  const named = (name: string, description: string): Command =>
    tenants
      .command(name)
      .description(description)
      .argument('<tenant>', 'its name')
      .addOption(documentOption())
      .addOption(dataOption());
  named('add', 'Make the product of a new tenant, and list it; of one that is listed, change the host name.')
    .requiredOption('--host <name>', 'the host name by which its requests come: acme.example.com', (host) =>
      host.toLowerCase(),
    )
    .action((name: string, options: Options & { host: string }) => add(name, options));
  tenants
    .command('list', { isDefault: true })
    .description('List the tenants with their host names, versions and sizes.')
    .addOption(documentOption())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addOption(dataOption())
    .action((options: Options & { format: 'text' | 'json' }) => list(options));
  named('suspend', 'Refuse what a tenant is asked, and let its timers and calls wait; its data stay.').action(
    (name: string, options: Options) =>
      say(options, `${name} is suspended.`, ({ url }) => suspendTenant(url, name, true)),
  );
  named('resume', 'Serve a suspended tenant again.').action((name: string, options: Options) =>
    say(options, `${name} is served.`, ({ url }) => suspendTenant(url, name, false)),
  );
  named('remove', 'Remove a suspended tenant with all of its data, for good.')
    .requiredOption('--yes', 'it can’t be undone: export it before')
    .action((name: string, options: Options) =>
      say(options, `${name} and all of its data are gone.`, ({ url }) => removeTenant(url, name)),
    );
  named('export', 'Write everything of a tenant into a folder, as `nonet export` does.')
    .requiredOption('--out <folder>', 'a new folder')
    .addOption(new Option('--format <format>', 'of the tables').choices(FORMATS).default('csv'))
    .action((name: string, options: Options & { out: string; format: (typeof FORMATS)[number] }) =>
      exportTenant(name, options),
    );
  tenants
    .command('apply')
    .description('Put a document to use for all tenants, in waves.')
    .addOption(documentOption())
    .option('--first <tenants>', 'the tenants of the first wave, comma-separated (default: the first by name)')
    .addOption(
      new Option('--waves <sizes>', 'how many tenants each wave has; the last size repeats')
        .argParser(readSizes)
        .default([1, 10, 100], '1,10,100'),
    )
    .addOption(
      new Option('--watch <seconds>', 'how long each wave is watched before the next begins')
        .argParser(readSeconds)
        .default(0),
    )
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nProcesses that serve the former document go on, of each tenant. It stops after a wave in which a tenant is refused, or in which' +
        '\na timer, a call or other work without a person fails anew; run again, it goes on with those that are left.',
    )
    .action((options: Options & { first?: string; waves: readonly number[]; watch: number }) => apply(options));
};

/** Opens the database of all tenants for some work; what a person can correct becomes a `Failure`. */
async function withDatabase<Result>(
  { document, data }: Options,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { file } = readDocument(document);
  const database = await openDatabase({ data, file, mode: 'production', beside: true, tenant: null });
  try {
    return await work(database);
  } catch (error) {
    throw error instanceof TenantRefused ? new Failure(error.message) : databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}

async function say(options: Options, line: string, work: (database: Database) => Promise<void>): Promise<void> {
  await withDatabase(options, work);
  process.stdout.write(`${line}\n`);
}

async function add(name: string, options: Options & { host: string }): Promise<void> {
  const tenant = { name, host: options.host };
  const plan = planFor(readDocument(options.document));
  await withDatabase(options, async ({ url, servingUrl, environment }) => {
    requireTenant(tenant);
    const listed = await listTenants(url);
    const taken = listed.find(({ host }) => host === tenant.host);
    if (taken !== undefined && taken.name !== name)
      throw new TenantRefused(`${tenant.host} is the host name of the tenant ${taken.name}.`);
    // A change of the document is a matter of waves.
    if (!listed.some((each) => each.name === name))
      await withProgress(`Making ${name}`, async () => {
        const engine = await createEngine({
          plan,
          databaseUrl: tenantUrl(url, name),
          ...(servingUrl === null ? {} : { servingUrl: tenantUrl(servingUrl, name) }),
          environment,
          change: 'newer',
          mayConvert: false,
          by: currentUser(),
        });
        try {
          await seed(engine, { demo: false });
        } finally {
          await engine.close();
        }
      });
    await addTenant(url, tenant);
  });
  process.stdout.write(
    `${name} is served at ${tenant.host}. Its first account: DATABASE_SCHEMA=${name} nonet user add ${options.document} ada@example.com\n`,
  );
}

async function list(options: Options & { format: 'text' | 'json' }): Promise<void> {
  const report: TenantsReport = { tenants: await withDatabase(options, ({ url }) => listTenants(url)) };
  process.stdout.write(options.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : render(report.tenants));
}

function render(tenants: readonly TenantState[]): string {
  if (tenants.length === 0) return 'There are no tenants: `nonet tenants add` adds one.\n';
  return tenants
    .map(({ name, host, version, bytes, suspendedAt }) => {
      const product =
        version === null ? 'no product yet' : `version ${version}, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
      const since = suspendedAt === null ? '' : `, suspended since ${suspendedAt}`;
      return `${bold(name)}  ${host}  ${dim(`${product}${since}`)}\n`;
    })
    .join('');
}

async function exportTenant(
  name: string,
  { document: file, data, out, format }: Options & { out: string; format: (typeof FORMATS)[number] },
): Promise<void> {
  const document = readDocument(file);
  const plan = planFor(document);
  await withDatabase({ document: file, data }, ({ url }) => findTenant(url, name));
  const product = { plan, file: document.file, data, mode: 'production', answerMilliseconds: 0, tenant: name } as const;
  const manifest = await withEngine(product, (engine) =>
    withProgress(`Exporting to ${out}`, ({ step }) =>
      writeExport(engine, { folder: out, format, withFiles: true, step }),
    ),
  );
  process.stdout.write(`${name} as of ${manifest.at} is in ${out}.\n`);
}

async function apply(options: Options & { first?: string; waves: readonly number[]; watch: number }): Promise<void> {
  const plan = planFor(readDocument(options.document));
  const problems = await withDatabase(options, ({ url, servingUrl, environment }) =>
    applyInWaves({
      databaseUrl: url,
      servingUrl,
      environment,
      plan,
      by: currentUser(),
      first: options.first?.split(',').map((name) => name.trim()) ?? [],
      sizes: options.waves,
      watchSeconds: options.watch,
      say: (line) => process.stdout.write(`${line}\n`),
    }),
  );
  if (problems.length > 0) throw new Failure(`It stops here:\n${problems.map((line) => `  ${line}`).join('\n')}`);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds > 86_400)
    throw new InvalidArgumentError('It is a number of seconds, up to a day.');
  return seconds;
}
