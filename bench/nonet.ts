import { createEngine, openPool, startWorker, type Worker } from '@nonet/engine';
import { Product, start } from '@nonet/server';
import { INVOICES, planOf } from './plan.ts';

// The product of `invoices/spec.md` (or SPEC) as `nonet serve` runs it, without its log, as the server written by hand.
// Needs DATABASE_URL; PORT (default 7002), POOL (10), REPLICAS (addresses with commas between them), METRICS (a token).

const plan = await planOf(process.env['SPEC'] ?? INVOICES);
const pool = openPool(process.env.DATABASE_URL ?? '', { connections: Number(process.env.POOL ?? 10) });
let worker: Worker | null = null;
const replicaUrls = (process.env['REPLICAS'] ?? '').split(',').filter((url) => url !== '');
const engine = await createEngine({ plan, pool, replicaUrls, onCommit: () => worker?.wake() });
worker = startWorker(engine);
await start({
  product: new Product({ engine }),
  mode: 'production',
  uiFolder: null,
  metricsToken: process.env['METRICS'] ?? null,
  port: Number(process.env.PORT ?? 7002),
});
console.log('ready');
process.once('SIGINT', () => process.exit());
