import { isOneOf, keysOf } from '@nonet/language';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import { launchBrowser } from '@nonet/testing';
import { STAGES, takeThrough } from '../packages/cli/src/fixtures/corpus/corpus.ts';
import { documentsIn } from '../packages/cli/src/fixtures/corpus/documents.ts';
import { readArguments, refuseArguments } from './arguments.ts';

/**
 * `npm run corpus -- [--only WORD] [--stages check,serve,…] [--seconds N]`: takes every document of `examples/`, and of
 * `../shared/specs` if that folder exists (each text once), through all that Nonet does. It prints a line for each
 * stage, and at the end one for each document. To add a document, add a file. Ends with 1 if there are faults.
 * `--seconds` bounds the derived tests of one document.
 */
const FOLDERS = ['examples', 'examples/corpus', 'examples/requirements', '../shared/specs'];

const values = readArguments(
  'Takes every document of examples/, and of ../shared/specs where that is there, through all that Nonet does.',
  {
    only: { value: 'WORD', default: '', help: 'only documents whose name has it' },
    stages: { value: 'STAGES', default: Object.keys(STAGES).join(','), help: 'with commas between them' },
    seconds: { value: 'N', default: '1800', help: 'how long the derived tests of one document may take' },
  },
);
const stages = values.stages.split(',').map((name) => {
  if (isOneOf(keysOf(STAGES), name)) return name;
  return refuseArguments(`There is no stage “${name}”: ${Object.keys(STAGES).join(', ')}.`);
});
const documents = FOLDERS.flatMap(documentsIn)
  .filter(({ name }) => name.includes(values.only))
  .filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index);

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-corpus-'));
const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '200' } });
const browser = stages.some((name) => name === 'screens' || name === 'test') ? await launchBrowser() : null;
let databases = 0;
let faults = 0;
const lines: string[] = [];
try {
  const createDatabase = async () => {
    databases += 1;
    return { url: await postgres.database(`corpus_${databases}`), drop: async () => {} };
  };
  const tools = { createDatabase, browser, testSeconds: Number(values.seconds) };
  for (const document of documents) {
    process.stdout.write(`${document.name}\n`);
    const found = { faults: 0, serverErrors: 0, seconds: 0, proven: 'not tested' };
    for await (const report of takeThrough(document, tools, stages)) {
      const took = `${report.seconds.toFixed(1).padStart(6)} s`;
      process.stdout.write(`  ${report.stage.padEnd(8)} ${took}  ${report.summary}\n`);
      for (const fault of report.faults) process.stdout.write(`    FAULT ${fault.replaceAll('\n', '\n          ')}\n`);
      found.faults += report.faults.length;
      found.serverErrors += report.serverErrors ?? 0;
      found.seconds += report.seconds;
      // The same is shown again for the renamed document.
      if (report.stage === 'test' && report.proven !== undefined)
        found.proven = `${report.proven.count} of ${report.proven.of} clauses proven`;
    }
    faults += found.faults;
    lines.push(
      `${document.name.padEnd(22)} ${found.proven}, ${Math.round(found.seconds)} s, ${found.serverErrors} × 500, ${found.faults} faults`,
    );
  }
} finally {
  await browser?.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\n${lines.join('\n')}\n\n${documents.length} documents: ${faults === 1 ? 'one fault' : `${faults} faults`}\n`,
);
process.exitCode = faults === 0 ? 0 : 1;
