import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import { readArguments, refuseArguments } from './arguments.ts';
import { readBriefs } from './briefs/brief.ts';
import type { BriefReport, BriefsReport } from './briefs/report.ts';
import { takeBrief } from './briefs/take-brief.ts';
import { tableOf, totalOf } from './briefs/total.ts';

/**
 * `npm run briefs -- --agent COMMAND`: hands each brief of `briefs/` to an agent, and measures what comes of it: rounds,
 * errors by code, checks passed. Without `--agent` the documents of `examples/products` stand in for one. Ends with 1
 * if a brief is not met. `briefs/README.md` says how an agent is asked.
 */
const REPLAY = `${JSON.stringify(process.execPath)} ${JSON.stringify(path.resolve(import.meta.dirname, 'briefs/replay.ts'))}`;

const values = readArguments('Hands each brief of briefs/ to an agent, and tries what it writes.', {
  agent: { value: 'COMMAND', default: '', help: 'what writes spec.md; without it the documents of examples/products' },
  rounds: { value: 'N', default: '4', help: 'how often it may be asked for one brief' },
  only: { value: 'WORD', default: '', help: 'only briefs whose name has it' },
  json: { value: 'FILE', default: '', help: 'where the report is written' },
  out: { value: 'FOLDER', default: '', help: 'keeps the folders of the agent there' },
});
const agent = { command: values.agent === '' ? REPLAY : values.agent, mostRounds: Number(values.rounds) };
const briefs = readBriefs().filter(({ name }) => name.includes(values.only));
if (briefs.length === 0) refuseArguments(`No brief has “${values.only}” in its name.`);

const scratch = await mkdtemp(path.join(os.tmpdir(), 'nonet-briefs-'));
const postgres = await startEmbeddedPostgres({ folder: path.join(scratch, 'postgres'), settings: { fsync: 'off' } });
const reports: BriefReport[] = [];
try {
  const kept = values.out === '' ? path.join(scratch, 'briefs') : path.resolve(values.out);
  for (const brief of briefs) {
    const createDatabase = async () => ({
      url: await postgres.database(`brief_${brief.name.replaceAll('-', '_')}`),
      drop: async () => {},
    });
    const report = await takeBrief(brief, agent, path.join(kept, brief.name), createDatabase);
    reports.push(report);
    for (const { row, expected, found } of report.checks.failed)
      process.stdout.write(`${brief.name}: ${row}\n  expected ${expected}\n  found    ${found}\n`);
  }
} finally {
  await postgres.stop();
  await rm(scratch, { recursive: true, force: true });
}
const report: BriefsReport = {
  agent: values.agent === '' ? 'examples/products' : values.agent,
  mostRounds: agent.mostRounds,
  briefs: reports,
  total: totalOf(reports),
};
if (values.json !== '') await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(tableOf(report));
process.exitCode = report.total.met === report.total.briefs ? 0 : 1;
