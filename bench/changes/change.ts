import { parentPort, workerData } from 'node:worker_threads';
import { createEngine, MigrationRefusal, openPool } from '@nonet/engine';
import { CLASSES } from './claims.ts';

// Puts the document of one class of change to use as `nonet apply` does, in a thread of its own, so that its computing delays
// no request.

const { name, url } = workerData as { readonly name: string; readonly url: string };
const plan = CLASSES.find((each) => each.name === name)?.plan;
if (plan === undefined) throw new Error(`No class of change is called ${name}.`);
const pool = openPool(url, { connections: 2, answerMilliseconds: 0 });
const began = performance.now();
let outcome = '';
try {
  await (await createEngine({ plan, pool, change: 'newer', besideFormer: true })).close();
} catch (error) {
  if (!(error instanceof MigrationRefusal)) throw error;
  outcome = 'refused';
}
const seconds = (performance.now() - began) / 1000;
await pool.end();
parentPort?.postMessage({ seconds, outcome });
