import os from 'node:os';
import { rehearse } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { coverageOf, differenceBetween, TIMEOUTS, type Proof } from '@nonet/proof';
import { InvalidArgumentError, Option } from 'commander';
import { planFor } from '../check-document.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { TrialDatabases } from '../lanes/databases.ts';
import { proveInLanes } from '../lanes/pool.ts';
import { isAsStated, rehearsalLines } from '../rehearsal-lines.ts';
import type { RehearsalReport, RehearsedTests } from '../rehearsal-report.ts';
import { ScratchDatabase } from '../scratch-database.ts';
import { dataOption } from '../run-options.ts';
import { showStages, type Stages } from '../stages.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  rows?: true;
  format: 'text' | 'json';
  tests: boolean;
  jobs: number;
}

/** The meaning of exit codes: whether the change can be made, and whether all is as the document says. */
const EXIT = { asStated: 0, refused: 1, otherwise: 4 } as const;
/**
 * The start of the clock of derived tests: a Monday morning, far from the end of a month and from any change of the
 * hour.
 */
const FIRST_DAY = '2026-03-16T09:00:00.000Z';

export const register: Register = (program) => {
  program
    .command('rehearse')
    .description('Carry a change out on a copy of the data, and back: its duration, its failures, and the differences.')
    .addArgument(documentArgument('the document that is to be put to use'))
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--rows', 'name every record that has no place in it, not the first five')
    .option('--no-tests', 'without the derived tests of what differs')
    .addOption(
      new Option('--jobs <number>', 'the number of products at once for the derived tests')
        .default(Math.min(4, os.availableParallelism()), 'as many as there are processors, four at most')
        .argParser(readCount),
    )
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nThe data are read at one moment, and nothing in them is changed. The copy is a PostgreSQL of its own among the temporary files of' +
        '\nthis machine (TMPDIR), which is removed afterwards; passwords, sessions, tokens and the contents of files are not copied. No call, mail' +
        '\nor timer leaves it. Derived tests run on storage that the change has made, without these records.' +
        '\nThe JSON is described by docs/schemas/rehearsal.schema.json.' +
        '\nExit codes: 0 the copy agrees with the document, 1 the change is refused, or could not be rehearsed, 2 called wrongly, 3 a file can’t be read,' +
        '\n4 the copy differs from the document, or a derived test failed.',
    )
    .action(async (file: string, options: Options) => {
      const stages = showStages('Rehearsing');
      const report = await makeReport(file, options, stages).finally(stages.end);
      process.stdout.write(
        options.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : `${rehearsalLines(report).join('\n')}\n`,
      );
      process.exitCode = report.plan.isRefused ? EXIT.refused : isAsStated(report) ? EXIT.asStated : EXIT.otherwise;
    });
};

async function makeReport(file: string, options: Options, stages: Stages): Promise<RehearsalReport> {
  const document = readDocument(file);
  const plan = planFor(document);
  const database = await openDatabase({
    data: options.data,
    file: document.file,
    mode: 'production',
    beside: true,
  });
  const scratch = new ScratchDatabase();
  try {
    const { rehearsal, former } = await rehearse({
      plan,
      databaseUrl: database.url,
      copyUrl: await scratch.open('rehearsal'),
      onStage: stages.begin,
      ...(options.rows ? { namedRecords: null } : {}),
    });
    const isTested = options.tests && rehearsal.applied !== null;
    if (isTested) stages.begin('testing what differs');
    return { ...rehearsal, tests: isTested ? await testWhatDiffers(former, plan, options) : null };
  } catch (error) {
    throw databaseFailure(error, database.place);
  } finally {
    await scratch.close();
    await database.close();
  }
}

/**
 * The derived tests of what differs, on storage that the former document made and the change has brought to the new
 * one.
 */
async function testWhatDiffers(former: Plan, plan: Plan, { jobs }: Options): Promise<RehearsedTests> {
  const databases = new TrialDatabases();
  try {
    const proof = await proveInLanes({
      plan,
      former: { plan: former, isFilled: false },
      seed: 1,
      now: FIRST_DAY,
      only: [],
      since: { name: 'the version in use', difference: differenceBetween(former, plan) },
      caseSeconds: TIMEOUTS.case,
      jobs,
      like: [],
      product: async () => ({ databaseUrl: await databases.another(), uiFolder: null }),
      openBrowser: async () => ({ why: 'a rehearsal opens no screens; `nonet test` does' }),
      progress: () => undefined,
      signal: new AbortController().signal,
      lost: databases.lost,
    });
    return testsOf(proof);
  } finally {
    await databases.close();
  }
}

function testsOf(proof: Proof): RehearsedTests {
  const { proven, failed } = coverageOf(proof);
  const failures = proof.failures.map(({ derived: { title }, result: { clauses, reason } }) => ({
    title,
    clauses,
    reason: reason.text,
  }));
  return { cases: proof.cases.length, proven, failed, failures, broken: proof.broken };
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('A whole number from 1.');
  return count;
}
