import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Plan } from '@nonet/language';
import {
  coverageOf,
  differenceBetween,
  TIMEOUTS,
  type Proof,
  renderGithub,
  renderHtml,
  renderJunit,
  renderText,
  reportProof,
} from '@nonet/proof';
import { InvalidArgumentError, Option } from 'commander';
import { planFor } from '../check-document.ts';
import { type DocumentSource, readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { formerInFile, formerInGit } from '../former.ts';
import { TrialDatabases } from '../lanes/databases.ts';
import { type PoolOptions, proveInLanes } from '../lanes/pool.ts';
import type { LaneData } from '../lanes/protocol.ts';
import { ProofBrowser } from '../proof-browser.ts';
import { type ProofProgress, showProgress } from '../proof-progress.ts';
import { ScreenAlbum } from '../screen-album.ts';
import { bold, dim, green, red } from '../terminal.ts';
import { ensureUi } from '../ui-folder.ts';
import { listenForStop } from '../until-stopped.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

type Render = (proof: Proof, file: string, document: DocumentSource, album: ScreenAlbum | null) => string;

const REPORTS = {
  text: (proof, file) => renderText(proof, file, { bold, dim, green, red }),
  html: (proof, file, _document, album) => renderHtml(proof, file, album ?? undefined),
  junit: (proof, file) => renderJunit(proof, file),
  json: (proof, file) => `${JSON.stringify(reportProof(proof, file), null, 2)}\n`,
  github: (proof, file, document) => renderGithub(proof, file, document.pathOf),
} satisfies Record<string, Render>;

interface Options {
  /** The document, as it was named. */
  file: string;
  url?: string;
  report: keyof typeof REPORTS;
  browser?: string;
  seed: number;
  only?: string[];
  most?: number;
  since?: string;
  former?: string;
  timeout: number;
  jobs: number;
}

/** The start of the product's clock: a Monday morning, far from the end of a month and from any change of the hour. */
const FIRST_DAY = '2026-03-16T09:00:00.000Z';

export const register: Register = (program) => {
  program
    .command('test')
    .description('Derive the tests that a document implies, and run them against its product.')
    .addArgument(documentArgument())
    .option(
      '--url <url>',
      'a product that runs already, in `dev` and as at its first start, or any server that answers the calls of point 7; otherwise one is started',
    )
    .option(
      '--browser <path>',
      'what opens its screens: a Chrome, Chromium or Edge, or `off`; otherwise NONET_BROWSER, or the first one that is found',
    )
    .addOption(new Option('--report <report>', 'the form of the report').choices(Object.keys(REPORTS)).default('text'))
    .addOption(new Option('--seed <number>', 'derives the same cases again').default(1).argParser(readNumber))
    .option('--only <clauses...>', 'only cases of these clauses: 4.Claim.status.submit, 5.V3, 6.Claim')
    .option(
      '--since <revision>',
      'only what can have changed since a Git revision of the document: cases that rest on a clause that differs',
    )
    .addOption(new Option('--former <file>', 'the same since the document in another file').conflicts('since'))
    .addOption(
      new Option('--most <number>', 'end after failures of this number of causes; otherwise it tries all').argParser(
        readNumber,
      ),
    )
    .addOption(
      new Option(
        '--timeout <seconds>',
        'so long a case may take (a long one for each 100 of its steps), and the processor to derive one; then it has failed',
      )
        .default(TIMEOUTS.case)
        .argParser(readCount),
    )
    .addOption(
      new Option('--jobs <number>', 'the number of products at once, each with a database and a thread')
        .default(Math.min(4, os.availableParallelism()), 'as many as there are processors, four at most')
        .argParser(readCount),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing failed, 1 something failed, broke down or could not be tried (or the document has errors), 2 called wrongly, 130 interrupted (143 ended): with the results so far.',
    )
    .action((file: string, options: Omit<Options, 'file'>) => test({ ...options, file }));
};

async function test(options: Options): Promise<void> {
  const document = readDocument(options.file);
  const plan = planFor(document);
  for (const clause of options.only ?? [])
    if (!Object.keys(plan.clauses).some((each) => each === clause || each.startsWith(`${clause}.`)))
      throw new Failure(`The document has no clause ${clause}. \`nonet model\` prints the clauses.`, 2);
  const since = sinceOf(plan, document, options);
  const stopping = listenForStop();
  // The reader of standard error is gone.
  process.stderr.on('error', () => stopping.stop('SIGHUP'));
  const progress = showProgress(
    options.url === undefined ? 'starting a database and the product' : `asking ${options.url} who is there`,
  );
  const album = options.report === 'html' ? new ScreenAlbum() : null;
  const screens = new ProofBrowser(options.browser, album);
  const closing: Promise<void>[] = [];
  const proof = await proofOf(plan, options, since, screens, stopping.signal, progress, closing).finally(progress.end);
  process.stdout.write(REPORTS[options.report](proof, options.file, document, album));
  const exitCode = proof.failures.length > 0 || proof.broken.length > 0 || coverageOf(proof).failed > 0 ? 1 : 0;
  process.exitCode = proof.isStopped ? stopping.exitCode() : exitCode;
  if (!proof.isStopped) return;
  // Resources that do not close in time end with the process.
  await Promise.race([Promise.all(closing), delay(MOST_CLOSING_MILLISECONDS)]);
  process.stdout.write('', () => process.exit());
}

/**
 * The time, in milliseconds, in which resources close after the run was stopped; the remaining ones end with the
 * process.
 */
const MOST_CLOSING_MILLISECONDS = 1000;

/**
 * The results of the tests. The product's database and browser are removed afterwards.
 * @param closing Receives what is still being removed when the run was stopped.
 */
async function proofOf(
  plan: Plan,
  options: Options,
  since: PoolOptions['since'],
  screens: ProofBrowser,
  signal: AbortSignal,
  progress: ProofProgress,
  closing: Promise<void>[],
): Promise<Proof> {
  const { url, only, seed, most } = options;
  const databases = new TrialDatabases();
  const product = async (): Promise<LaneData['product']> =>
    url === undefined
      ? { databaseUrl: await databases.another(), uiFolder: screens.isOpen ? await ensureUi() : null }
      : { url };
  try {
    return await proveInLanes({
      plan,
      seed,
      now: url === undefined ? FIRST_DAY : new Date().toISOString(),
      only: only ?? [],
      since,
      caseSeconds: options.timeout,
      jobs: options.jobs,
      like: likeThis(options),
      ...(most === undefined ? {} : { most }),
      product,
      openBrowser: () => screens.open(),
      progress: progress.show,
      signal,
      lost: databases.lost,
    });
  } finally {
    closing.push(screens.close(), databases.close());
    // After a stop, the results are wanted immediately, without a wait for resources that are thrown away.
    if (!signal.aborted) await Promise.all(closing);
  }
}

/** The former version that was named, and what differs since. @throws {Failure} if there is none, or it has errors. */
function sinceOf(plan: Plan, document: DocumentSource, { since, former }: Options): PoolOptions['since'] {
  if (since === undefined && former === undefined) return null;
  const found = since === undefined ? formerInFile(former ?? '') : formerInGit(document, since);
  return { name: found.name, difference: differenceBetween(planFor(found.document), plan) };
}

/** Further options for a command that repeats the case. */
function likeThis({ url, browser }: Options): string[] {
  return [...(url === undefined ? [] : ['--url', url]), ...(browser === undefined ? [] : ['--browser', browser])];
}

function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number.');
  return Number(text);
}

function readCount(text: string): number {
  const number = readNumber(text);
  if (number === 0) throw new InvalidArgumentError('A whole number from 1 on.');
  return number;
}
