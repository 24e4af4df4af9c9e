import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@nonet/engine';
import { median, row } from './figures.ts';
import { product } from './language/product.ts';
import { processorSeconds } from './processor.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench:boot`: the time from the command until a product has answered its first page, at its first start (which
// creates the database) and at a later one, compared with a product of a single entity: the time that both take belongs to
// Node and PostgreSQL.

const values = readArguments('Measures how long it takes until a product answers.', {
  entities: { value: 'N', default: '200', help: 'how many entities the large product has' },
  rounds: { value: 'N', default: '3', help: 'how often each is started' },
  program: {
    value: 'FILE',
    default: path.resolve(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'nonet.js'),
    help: 'the program: that of the sources, or `bin/nonet.js` of a packed one',
  },
});
/** Seconds, of another start of the packed program. */
const AIM = 1;
const PORT = 7031;
const SIZES = [1, Number(values.entities)];

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-boot-'));
const postgres = await startEmbeddedPostgres({ folder });
try {
  const starts = new Map<string, Start[]>();
  for (let round = 0; round < Number(values.rounds); round++)
    for (const entities of SIZES) {
      const file = path.join(folder, `spec-${entities}.md`);
      await writeFile(file, withFiveRoles(product(entities)));
      const url = await postgres.database(`boot_${entities}_${round}`);
      for (const which of ['first start', 'another start']) {
        const name = `${entities} ${entities === 1 ? 'entity' : 'entities'}: ${which}`;
        starts.set(name, [...(starts.get(name) ?? []), await start(file, url)]);
      }
    }
  console.log(row('', 'seconds', 'on a core', 'aim'));
  for (const [name, taken] of starts) {
    const [seconds, processor] = (['seconds', 'processor'] as const).map((of) => median(taken.map((each) => each[of])));
    const aim = name.endsWith('another start') ? AIM.toFixed(2) : '–';
    console.log(row(name, seconds?.toFixed(2) ?? '', processor?.toFixed(2) ?? '', aim));
  }
  console.log(`load of the machine: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Three roles besides the document's two; no permission names them. */
function withFiveRoles(document: string): string {
  const further = ['auditor', 'manager', 'porter'].map((name) => `| ${name} | assigned | |\n`);
  return document.replace('| clerk | assigned | |\n', (clerk) => `${clerk}${further.join('')}`);
}

interface Start {
  /** From the command until its first page is answered. */
  readonly seconds: number;
  /** On a processor up to then, without PostgreSQL. */
  readonly processor: number;
}

async function start(file: string, url: string): Promise<Start> {
  const began = performance.now();
  const child = spawn(process.execPath, [values.program, 'serve', file, '--port', String(PORT)], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  while (!(await isAnswered())) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
    await delay(5);
  }
  const seconds = (performance.now() - began) / 1000;
  const processor = await processorSeconds(child.pid ?? 0);
  await stop(child);
  return { seconds, processor };
}

async function isAnswered(): Promise<boolean> {
  // Nothing listens yet.
  const answer = await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null);
  await answer?.text();
  return answer?.status === 200;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
