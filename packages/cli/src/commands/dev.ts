import path from 'node:path';
import { MigrationRefusal, RefusedTask } from '@nonet/engine';
import { type Plan, renderText, reportDiagnostics, shown } from '@nonet/language';
import { type DevDiagnostic, Product, start } from '@nonet/server';
import { Option } from 'commander';
import { type Booted, boot } from '../boot.ts';
import { check, planFor } from '../check-document.ts';
import { type Database, openDatabase } from '../database.ts';
import { type DocumentSource, readDocument } from '../document.ts';
import { Ends } from '../ends.ts';
import { Failure } from '../failure.ts';
import { printedMail, announcedMail } from '../mail.ts';
import { addOpenIdOptions, type OpenIdOptions, openIdProviders } from '../open-id.ts';
import { requirePort } from '../port.ts';
import { addRunOptions, type RunOptions } from '../run-options.ts';
import { addStandIns, type StandIns } from '../stand-ins.ts';
import { tellFailedCalls } from './dev/failed-calls.ts';
import { OfferKeys } from './dev/offer-keys.ts';
import { type Offer, offersFor } from './dev/offers.ts';
import { peopleLines } from './dev/people-lines.ts';
import { bold, cyan, dim, takesColour, widthOf, withProgress, yellow } from '../terminal.ts';
import { ensureUi } from '../ui-folder.ts';
import { listenForStop, untilStopped } from '../until-stopped.ts';
import { DocumentWatcher, type ReadFile } from '../watch.ts';
import type { Register } from './command.ts';

interface Options extends RunOptions, OpenIdOptions {
  default?: string;
}

export const register: Register = (program) => {
  addOpenIdOptions(addRunOptions(program.command('dev')))
    .description(
      'Run a document while it is written: demo records, a switch between demo accounts, reload on each change.',
    )
    .argument('[file]', 'the document (default: "spec.md")')
    .addOption(new Option('--default <file>', 'the document where none is named').hideHelp())
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped in order, 1 it could not start (nothing was changed), 2 called wrongly, 3 a file can’t be read.',
    )
    .action((file: string | undefined, options: Options) => {
      return dev(file ?? options.default ?? 'spec.md', options);
    });
};

async function dev(file: string, options: Options): Promise<void> {
  const began = performance.now();
  const document = readDocument(file);
  const plan = planFor(document);
  const openId = openIdProviders(options, process.env, true);
  await requirePort(options.host, options.port);
  const uiFolder = await ensureUi();
  // These end in the opposite order, also where a later step of the start fails.
  const ends = new Ends();
  // From here on an early stop also ends everything in order.
  const stopping = listenForStop();
  try {
    const database = await withProgress('Starting PostgreSQL', () =>
      openDatabase({ data: options.data, file: document.file, mode: 'dev', beside: false }),
    );
    ends.defer(() => database.close());
    // A mail may be due before the address is known.
    let served = '';
    let booted = await bootDev(document, database, () => served);
    ends.defer(() => booted.close());
    const { standIns } = booted;
    const product = new Product({
      engine: booted.engine,
      diagnostics: diagnosticsOf(document),
      standIns: standIns.emails,
    });
    const started = await start({
      product,
      mode: 'dev',
      uiFolder,
      port: options.port,
      host: options.host,
      sendMail: printedMail,
      openId,
      log: 'faults',
    });
    served = started.url;
    ends.defer(() => started.stop());
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(await banner(booted, started.url, seconds));

    // Changes are handled one after the other.
    let reloading = Promise.resolve();
    const keys = new OfferKeys((offer) => {
      reloading = reloading.then(() => writeOffer(offer));
    });
    ends.defer(() => keys.close());
    const watcher = new DocumentWatcher(() => {
      reloading = reloading.then(async () => {
        const next = await reload({ file, database, product, url: started.url, before: booted.standIns, keys });
        if (!next) return;
        const former = booted;
        booted = next;
        watcher.watch(filesOf(next.engine.plan.sources, document.file));
        await former.close();
      });
    });
    ends.defer(() => reloading);
    ends.defer(() => watcher.close());
    watcher.watch(filesOf(plan.sources, document.file));
    await untilStopped(stopping);
  } finally {
    await ends.close();
  }
}

interface BootedDev extends Booted {
  readonly standIns: StandIns;
}

/** The product with its demo records, and with a stand-in for each role that no demo person holds. */
async function bootDev(document: DocumentSource, database: Database, url: () => string): Promise<BootedDev> {
  const booted = await boot({
    plan: planFor(document),
    databaseUrl: database.url,
    servingUrl: database.servingUrl,
    servesPerTransaction: database.servesPerTransaction,
    environment: database.environment,
    place: database.place,
    mode: 'dev',
    allowPrivateTargets: true,
    // The document refuses it, or leaves it open: its clause is told, and no place in the program.
    onFault: (fault) => console.error(fault instanceof RefusedTask ? yellow(fault.message) : fault),
    onFailedCall: tellFailedCalls((line) => console.error(yellow(line))),
    // Nothing leaves this machine: the mail is kept with the queue, and a page shows it.
    publicOrigin: url,
    mail: { send: announcedMail(url), origin: url },
  });
  try {
    return { ...booted, standIns: await addStandIns(booted.engine) };
  } catch (error) {
    await booted.close();
    throw error;
  }
}

interface Reloaded {
  readonly file: string;
  readonly database: Database;
  readonly product: Product;
  readonly url: string;
  readonly before: StandIns;
  /** Takes offers in the terminal. */
  readonly keys: OfferKeys;
}

/** Writes the offer of this text, which somebody has chosen in a browser; whether there is one. */
async function choosing(offers: readonly Offer[], text: string): Promise<boolean> {
  const offer = offers.find((each) => each.text === text);
  if (offer !== undefined) await writeOffer(offer);
  return offer !== undefined;
}

/** The document is put to use as if somebody had written it. */
async function writeOffer(offer: Offer): Promise<void> {
  try {
    await offer.write();
    process.stdout.write(`Wrote ${offer.text}.\n`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${yellow(error.message)}\n`);
  }
}

/**
 * Replaces the running product by the changed document. If that fails, the reason is shown here and in the browser,
 * and the former product continues.
 */
async function reload({ file, database, product, url, before, keys }: Reloaded): Promise<BootedDev | null> {
  let offers: readonly Offer[] = [];
  try {
    keys.close();
    const document = readDocument(file);
    const result = check(document);
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    if (!result.plan) {
      product.fail({ kind: 'errors', diagnostics: diagnosticsOf(document, 'error') });
      process.stderr.write(
        renderText(errors, result.tree.files, { color: takesColour(process.stderr), width: widthOf(process.stderr) }),
      );
      process.stderr.write(`${yellow('The document has errors: the former product continues.')}\n`);
      return null;
    }
    const time = dim(new Date().toLocaleTimeString());
    if (JSON.stringify(result.plan) === JSON.stringify(product.current()?.plan)) {
      if (product.recover()) process.stdout.write(`${time} ${file} matches the running product again.\n`);
      return null;
    }
    const former = product.current()?.plan;
    const next = await bootDev(document, database, () => url).catch((error: unknown) => {
      const { cause } = error as { cause?: unknown };
      if (cause instanceof MigrationRefusal && former !== undefined)
        offers = offersFor(document, result, former, cause.clauses);
      throw error;
    });
    const diagnostics = diagnosticsOf(document);
    product.replace({ engine: next.engine, diagnostics, standIns: next.standIns.emails });
    process.stdout.write(`${time} ${file} changed: reloaded.\n`);
    const { steps, effects } = next.engine.migration;
    for (const line of [...steps, ...effects]) process.stdout.write(`  ${dim(shown(line))}\n`);
    // The demo people of a new role are printed as at the start.
    if (JSON.stringify(before) !== JSON.stringify(next.standIns))
      process.stdout.write(`${(await peopleLines(next, url)).join('\n')}\n`);
    return next;
  } catch (error) {
    // After any error the former product keeps running for its users.
    const message = error instanceof Failure ? error.message : `The changed document can't be run: ${String(error)}`;
    const choose = (text: string) => choosing(offers, text);
    product.fail({ kind: 'refused', message, offers: offers.map(({ text }) => text) }, choose);
    const where = error instanceof Error && !(error instanceof Failure) ? `${error.stack}\n` : '';
    process.stderr.write(`${yellow(message)}\n${where}The former product continues.\n`);
    for (const line of keys.offer(offers)) process.stdout.write(`${line}\n`);
    return null;
  }
}

function diagnosticsOf(document: DocumentSource, only?: 'error'): DevDiagnostic[] {
  const { diagnostics, tree } = check(document);
  const shown = only ? diagnostics.filter(({ severity }) => severity === only) : diagnostics;
  return reportDiagnostics(shown, tree.files).diagnostics.map(({ code, severity, message, file, range }) => ({
    code,
    severity,
    message,
    file,
    line: range.start.line,
    column: range.start.column,
    endColumn: range.end.line === range.start.line ? range.end.column : null,
    excerpt: tree.files.find((each) => each.path === file)?.text.split(/\r?\n/)[range.start.line - 1] ?? '',
  }));
}

/** The main document's path is as it was given; the others' are relative to its folder. */
function filesOf(sources: Plan['sources'], main: string): ReadFile[] {
  return sources.map(({ path: file, text }, at) => ({
    path: at === 0 ? main : path.resolve(path.dirname(main), file),
    text,
  }));
}

/** The address, what is left open, and a link to sign in as each of the demo people. */
async function banner(booted: BootedDev, url: string, seconds: string): Promise<string> {
  const { plan } = booted.engine;
  const gaps = plan.gaps.length === 1 ? '1 gap' : `${plan.gaps.length} gaps`;
  const given = plan.given.length === 0 ? '' : `, ${plan.given.length} given`;
  const people = await peopleLines(booted, url);
  const lines = [
    '',
    `${bold(plan.title || 'The product')} ${dim(`ready in ${seconds} s, ${gaps}${given}`)}`,
    '',
    `  ${cyan(url)}`,
    '',
    ...people,
    ...(people.length > 0 ? [''] : []),
  ];
  return `${lines.join('\n')}\n`;
}
