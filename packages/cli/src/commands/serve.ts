import { forwardSecurityEvents, keyRingOf, plainTextNote, replicasLine, serverNotes } from '@nonet/engine';
import { canTypeset, Product, start } from '@nonet/server';
import { Option } from 'commander';
import { boot } from '../boot.ts';
import { planFor } from '../check-document.ts';
import { openDatabase } from '../database.ts';
import { readDocument } from '../document.ts';
import { Ends } from '../ends.ts';
import { Failure } from '../failure.ts';
import { planOnce, planStore } from '../kept-plan.ts';
import { smtpMail } from '../mail.ts';
import { mailboxOf, pollMail } from '../poll-mail.ts';
import { receivedMailOf } from '../received-mail.ts';
import { migrationLines } from '../migration-lines.ts';
import { addOpenIdOptions, openIdProviders } from '../open-id.ts';
import { requirePort } from '../port.ts';
import { publicOriginOption } from '../public-origin.ts';
import { addRunOptions } from '../run-options.ts';
import { securityEventTarget } from '../security-events.ts';
import { bold, withProgress, yellow } from '../terminal.ts';
import { ensureUi } from '../ui-folder.ts';
import { trustProxyOption } from '../trust-proxy.ts';
import { listenForStop, untilStopped } from '../until-stopped.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';
import { logFault, logNote } from './serve/log.ts';
import type { ServeOptions } from './serve/options.ts';
import { serveTenants } from './serve/tenants.ts';

export const register: Register = (program) => {
  addOpenIdOptions(addRunOptions(program.command('serve')))
    .description(
      'Run the product that a document describes: no demo accounts, nothing but the document and a database.',
    )
    .addArgument(documentArgument())
    .option('--tenants', 'serve all tenants of the database (`nonet tenants`), told apart by host name')
    .option('--document-readers <roles>', 'roles whose holders may read the document and its gaps, comma-separated')
    .addOption(
      publicOriginOption('where browsers reach the product, if a proxy changes it: https://claims.example.com'),
    )
    .addOption(trustProxyOption())
    .option('--https-subdomains', 'tell browsers to use https for the subdomains of the host, too')
    .option('--allow-private-targets', 'let outbound calls reach loopback and private addresses')
    .option('--no-mcp', 'do not answer the agents of people (/api/-/mcp)')
    .addOption(
      new Option('--metrics-token <token>', 'opens /metrics to `Authorization: Bearer <token>`').env('METRICS_TOKEN'),
    )
    .addOption(new Option('--smtp-url <url>', 'delivers mail: smtp://user:password@host:port').env('SMTP_URL'))
    .addOption(new Option('--mail-from <address>', 'the sender of mail').env('MAIL_FROM'))
    .addOption(
      new Option('--received-mail-secret <secret>', 'the mail provider shows it where it delivers mail').env(
        'RECEIVED_MAIL_SECRET',
      ),
    )
    .addOption(
      new Option(
        '--received-mail-verified-by <name>',
        'the name under which its mail server states whose mail it is (Authentication-Results)',
      ).env('RECEIVED_MAIL_VERIFIED_BY'),
    )
    .addOption(
      new Option('--imap-url <url>', 'a mailbox whose mail is received: imaps://user:password@host:993/INBOX').env(
        'IMAP_URL',
      ),
    )
    .addHelpText(
      'after',
      '\nThe database is DATABASE_URL, or an embedded PostgreSQL in --data; DATABASE_READ_URL names replicas of it that may answer readings. The first account: `nonet user add`.' +
        '\nExit codes: 0 stopped in order, 1 it could not start (nothing was changed), 2 called wrongly, 3 a file can’t be read.',
    )
    .action((file: string, options: ServeOptions) =>
      options.tenants === true ? serveTenants(file, options) : serve(file, options),
    );
};

async function serve(file: string, options: ServeOptions): Promise<void> {
  const began = performance.now();
  const document = readDocument(file);
  const plan = planOnce(planStore(import.meta.filename, process.env), document, planFor);
  const sendMail = smtpMail({ smtpUrl: options.smtpUrl, from: options.mailFrom, publicOrigin: options.publicOrigin });
  const receivedMail = receivedMailOf(options);
  const mailbox = mailboxOf(options.imapUrl);
  const verifiedBy = options.receivedMailVerifiedBy ?? null;
  const eventTarget = securityEventTarget(process.env, options.allowPrivateTargets === true);
  const openId = openIdProviders(options, process.env, options.allowPrivateTargets === true);
  if (openId.length > 0 && options.publicOrigin === undefined)
    throw new Failure('With OIDC_ISSUER, --public-origin has to state where a provider sends people back to.', 2);
  await requirePort(options.host, options.port);
  const uiFolder = await ensureUi();
  // These end in the opposite order, also where a later step of the start fails.
  const ends = new Ends();
  // From here on an early stop also ends everything in order.
  const stopping = listenForStop();
  try {
    const database = await withProgress('Starting PostgreSQL', () =>
      openDatabase({ data: options.data, file: document.file, mode: 'production', beside: false }),
    );
    ends.defer(() => database.close());
    const booted = await boot({
      plan,
      databaseUrl: database.url,
      servingUrl: database.servingUrl,
      servesPerTransaction: database.servesPerTransaction,
      replicaUrls: database.replicaUrls,
      onReplicaNote: logNote,
      environment: database.environment,
      place: database.place,
      mode: 'production',
      allowPrivateTargets: options.allowPrivateTargets === true,
      onFault: logFault,
      publicOrigin: () => options.publicOrigin ?? null,
      mail: sendMail && { send: sendMail, origin: () => options.publicOrigin ?? '' },
    });
    ends.defer(() => booted.close());
    for (const line of migrationLines(booted.engine.migration)) process.stderr.write(`${line}\n`);
    const note = plainTextNote(plan, keyRingOf(database.environment));
    if (note !== null) process.stderr.write(`${yellow(note)}\n`);
    const mails = plan.calls.filter(({ kind }) => kind === 'mail');
    if (sendMail === null && mails.length > 0)
      process.stderr.write(`${yellow('SMTP_URL is not set: the mails of the document wait until it is.')}\n`);
    if (receivedMail === null && mailbox === null && plan.received.length > 0)
      process.stderr.write(
        `${yellow('Neither IMAP_URL nor RECEIVED_MAIL_SECRET is set: the product receives no mail until one is.')}\n`,
      );
    if (verifiedBy === null && (receivedMail ?? mailbox) !== null && plan.received.some(({ by }) => by !== 'everyone'))
      process.stderr.write(
        `${yellow('RECEIVED_MAIL_VERIFIED_BY is not set: nobody’s mail is known to be theirs, so that it is refused unless everyone may send it.')}\n`,
      );
    for (const { name, receivedWith } of plan.feeds)
      if (receivedWith !== null && booted.engine.feeds.secretOf(name) === null)
        process.stderr.write(
          `${yellow(`${receivedWith} is not set, or has fewer than 16 characters: the tables of ${name} are not received until it has.`)}\n`,
        );
    if (plan.papers.length > 0 && !canTypeset())
      process.stderr.write(
        `${yellow('The document states papers, and what makes them is not installed: npm left out what is optional.')}\n`,
      );
    for (const line of await serverNotes(booted.engine.pool)) process.stderr.write(`${yellow(line)}\n`);
    const replicas = replicasLine(booted.engine.replicas().states);
    if (replicas !== null) process.stderr.write(`${replicas}\n`);
    const forwarding = forwardSecurityEvents(booted.engine.pool, eventTarget, logFault);
    ends.defer(() => forwarding.stop());
    if (mailbox !== null && plan.received.length > 0) {
      const polling = pollMail({ mailbox, verifiedBy, engine: booted.engine, onFault: logFault });
      ends.defer(() => polling.stop());
    }
    const started = await start({
      product: new Product(booted),
      mode: 'production',
      uiFolder,
      port: options.port,
      host: options.host,
      documentReaders: options.documentReaders?.split(',').map((role) => role.trim()) ?? [],
      publicOrigin: options.publicOrigin ?? null,
      trustProxy: options.trustProxy ?? false,
      subdomainsUseHttps: options.httpsSubdomains === true,
      sendMail,
      receivedMail,
      openId,
      mcp: options.mcp,
      metricsToken: options.metricsToken ?? null,
      log: 'requests',
    });
    ends.defer(() => started.stop());
    process.stderr.write(
      `${bold(plan.title || 'The product')} is served at ${started.url} (database: ${database.place}). ` +
        `Ready in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
    );
    await untilStopped(stopping);
  } finally {
    await ends.close();
  }
}
