import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import { median, row } from './figures.ts';
import { product } from './language/product.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench:boot`: the time from the command until a product answers, at its first start (which creates
// the database) and at a later one, compared with a product of a single entity: the time that both take belongs to Node
// and PostgreSQL.

const values = readArguments('Measures how long it takes until a product answers.', {
  entities: { value: 'N', default: '200', help: 'how many entities the large product has' },
  rounds: { value: 'N', default: '3', help: 'how often each is started' },
});
/** Seconds. */
const AIM = 2;
const NONET = path.resolve(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'nonet.js');
const SIZES = [1, Number(values.entities)];

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-boot-'));
const postgres = await startEmbeddedPostgres({ folder });
try {
  const starts = new Map<string, number[]>();
  for (let round = 0; round < Number(values.rounds); round++)
    for (const entities of SIZES) {
      const file = path.join(folder, `spec-${entities}.md`);
      await writeFile(file, withFiveRoles(product(entities)));
      const url = await postgres.database(`boot_${entities}_${round}`);
      for (const which of ['first start', 'another start']) {
        const name = `${entities} ${entities === 1 ? 'entity' : 'entities'}: ${which}`;
        starts.set(name, [...(starts.get(name) ?? []), await secondsToStart(file, url)]);
      }
    }
  console.log(row('', 'seconds', 'aim'));
  for (const [name, taken] of starts) console.log(row(name, median(taken).toFixed(2), AIM.toFixed(2)));
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

/** The seconds from the command to the line which reports that it serves. */
async function secondsToStart(file: string, url: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [NONET, 'serve', file, '--port', '0'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const seconds = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('is served at')) resolve((performance.now() - began) / 1000);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${said}`)));
  });
  await stop(child);
  return seconds;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
