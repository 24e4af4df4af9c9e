import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import {
  coverageOf,
  type Host,
  type Proof,
  prove,
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
import { startProofHost } from '../proof-host.ts';
import { remoteHost } from '../remote-host.ts';
import { bold, dim, green, red } from '../terminal.ts';
import type { Register } from './command.ts';

type Render = (proof: Proof, file: string, document: DocumentSource) => string;

const REPORTS = {
  text: (proof, file) => renderText(proof, file, { bold, dim, green, red }),
  html: (proof, file) => renderHtml(proof, file),
  junit: (proof, file) => renderJunit(proof, file),
  json: (proof, file) => `${JSON.stringify(reportProof(proof, file), null, 2)}\n`,
  github: (proof, file, document) => renderGithub(proof, file, document.pathOf),
} satisfies Record<string, Render>;

interface Options {
  url?: string;
  report: keyof typeof REPORTS;
  seed: number;
  only?: string[];
  most: number;
}

/** Where the product's clock begins: a Monday morning, far from the end of a month and from any change of the hour. */
const FIRST_DAY = '2026-03-16T09:00:00.000Z';

export const register: Register = (program) => {
  program
    .command('test')
    .description('Derive the tests that a document implies, and run them against its product.')
    .argument('<file>', 'the document')
    .option(
      '--url <url>',
      'a product that runs already, in `dev`, or any server that answers the calls of point 7; otherwise one is started',
    )
    .addOption(new Option('--report <report>', 'how to tell').choices(Object.keys(REPORTS)).default('text'))
    .addOption(new Option('--seed <number>', 'derives the same cases again').default(1).argParser(readNumber))
    .option('--only <clauses...>', 'only cases of these clauses: 4.Claim.status.submit, 5.V3, 6.Claim')
    .addOption(new Option('--most <number>', 'stops after so many failures').default(20).argParser(readNumber))
    .addHelpText(
      'after',
      '\nExit codes: 0 all is proven, 1 something failed (or the document has errors), 2 called wrongly.',
    )
    .action((file: string, options: Options) => test(file, options));
};

async function test(file: string, options: Options): Promise<void> {
  const document = readDocument(file);
  const plan = planFor(document);
  for (const clause of options.only ?? [])
    if (!Object.keys(plan.clauses).some((each) => each === clause || each.startsWith(`${clause}.`)))
      throw new Failure(`The document has no clause ${clause}. \`nonet explain\` tells about clauses.`, 2);
  const run = options.url === undefined ? startOwn : startRemote(options.url);
  const { host, environment, close } = await run(plan);
  try {
    const proof = await prove({
      plan,
      host,
      environment,
      seed: options.seed,
      most: options.most,
      now: options.url === undefined ? FIRST_DAY : new Date().toISOString(),
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(options.only === undefined ? {} : { only: options.only }),
      progress: showProgress(),
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    process.stdout.write(REPORTS[options.report](proof, file, document));
    process.exitCode = proof.failures.length > 0 || coverageOf(proof).failed > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

type Start = (plan: Parameters<typeof startProofHost>[0]['plan']) => Promise<{
  host: Awaited<ReturnType<typeof startProofHost>> | Host;
  environment: Readonly<Record<string, string>>;
  close: () => Promise<void>;
}>;

/** The product on an embedded PostgreSQL in a temporary folder, which is gone afterwards. */
const startOwn: Start = async (plan) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-proof-'));
  const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const host = await startProofHost({ plan, databaseUrl: await server.database('proof'), now: FIRST_DAY });
    return {
      host,
      environment: host.environment,
      close: async () => {
        await host.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

function startRemote(url: string): Start {
  return async () => ({ host: await remoteHost(url), environment: {}, close: async () => {} });
}

function showProgress(): (done: { cases: number; requests: number; title: string }) => void {
  let shown = 0;
  return ({ cases, requests, title }) => {
    if (!process.stderr.isTTY || performance.now() - shown < 100) return;
    shown = performance.now();
    const line = `${cases} cases, ${requests} requests: ${title}`;
    process.stderr.write(`\r\u001b[K${dim(line.slice(0, (process.stderr.columns ?? 80) - 1))}`);
  };
}

function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number.');
  return Number(text);
}
