import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '@nonet/engine';
import { readArguments } from './arguments.ts';
import { runClients, type Seen } from './failover/clients.ts';
import { Cluster, type Fault, FAULTS } from './failover/cluster.ts';
import { findPrograms, freePort } from './failover/programs.ts';

// `npm run failover`: a product on three servers that Patroni looks after, behind HAProxy, while their primary fails again and
// again under writers. Ends with 1 if an acknowledged write is lost, one is done twice, anything is answered by 500, or writers are
// refused for longer than detection and two seconds.

const values = readArguments('Lets the primary of a Patroni cluster fail under writers.', {
  times: { value: 'N', default: '20', help: 'how often the primary fails' },
  writers: { value: 'N', default: '8', help: 'how many write at once' },
  faults: {
    value: 'KINDS',
    default: FAULTS.join(','),
    help: 'the kinds of failure, in turns, with commas between them',
  },
  replicas: { help: 'lets the servers that follow answer readings (DATABASE_READ_URL)' },
});
const MOST_REFUSED_BEYOND = 2_000;

const found = findPrograms();
if ('missing' in found) {
  console.log(`This machine lacks ${found.missing.join(', ')}: there is no fail-over to see. Debian has all of them.`);
  process.exit(0);
}

let faults: string[] = [];
const cluster = await Cluster.start(found.programs);
try {
  await cluster.makeDatabase('shop');
  const product = await startProduct(cluster);
  try {
    faults = await failAgainAndAgain(cluster, product.origin);
  } finally {
    product.child.kill('SIGTERM');
    await new Promise((resolve) => product.child.once('exit', resolve));
  }
} finally {
  await cluster.stop();
}
for (const fault of faults.slice(0, 20)) console.log(fault);
console.log(faults.length === 0 ? 'No fault.' : `${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function failAgainAndAgain(servers: Cluster, origin: string): Promise<string[]> {
  let isOver = false;
  const clients = runClients(origin, Number(values.writers), () => isOver);
  const kinds = values.faults.split(',').flatMap((name) => FAULTS.find((fault) => fault === name) ?? []);
  const times: { readonly fault: Fault; readonly at: number; readonly milliseconds: number }[] = [];
  try {
    for (let time = 0; time < Number(values.times); time++) {
      await delay(3_000);
      const fault = kinds[time % kinds.length] ?? 'switchover';
      const at = performance.now();
      const { milliseconds, from, to, repair } = await servers.fail(fault);
      times.push({ fault, at, milliseconds });
      console.log(`${time + 1}. ${fault}: ${from} → ${to}, another server takes writes after ${seconds(milliseconds)}`);
      await delay(4_000);
      repair();
      await servers.settle();
    }
    await delay(2_000);
  } finally {
    isOver = true;
  }
  const seen = await clients;
  const found = [...seen.faults, ...(await compare(servers, seen))];
  for (const [place, { fault, at, milliseconds }] of times.entries()) {
    const next = times[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    const refusals = seen.refusals.filter(({ from }) => from >= at && from < next);
    // From when it could have been served again: another server is there, and what is refused later has another reason.
    const beyond = refusals.map(({ from, until }) => until - Math.max(from, at + milliseconds));
    const longest = Math.max(0, ...beyond);
    console.log(
      `${fault}: ${refusals.length} times a writer was refused, ${seconds(longest)} longer than detection at most`,
    );
    if (longest > MOST_REFUSED_BEYOND)
      found.push(`${fault}: a writer was refused for ${seconds(longest)} longer than detection`);
  }
  const counts = [...seen.statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`);
  console.log(`Answers: ${counts.join(', ')}. ${seen.acknowledged.size} entries acknowledged.`);
  return found;
}

/** Every acknowledged entry is there once; of the others at most one is. */
async function compare(servers: Cluster, { acknowledged, unknown }: Seen): Promise<string[]> {
  const pool = openPool(servers.url('shop'), { connections: 1 });
  try {
    const { rows } = await pool.query<{ name: string; count: number }>(
      'select name, count(*)::int as count from product.entry group by name',
    );
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    return [
      ...[...acknowledged].filter((name) => !counts.has(name)).map((name) => `lost: ${name}`),
      ...rows.filter(({ count }) => count > 1).map(({ name, count }) => `done ${count} times: ${name}`),
      ...rows
        .filter(({ name }) => !acknowledged.has(name) && !unknown.has(name))
        .map(({ name }) => `not asked for: ${name}`),
    ];
  } finally {
    await pool.end();
  }
}

/** `nonet serve` as it runs in production. */
async function startProduct(servers: Cluster): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const port = await freePort();
  const program = path.resolve(import.meta.dirname, '../packages/cli/bin/nonet.js');
  const log = openSync(path.join(servers.folder, 'product.log'), 'a');
  const environment = {
    DATABASE_URL: servers.url('shop'),
    ...(values.replicas ? { DATABASE_READ_URL: servers.servers('shop') } : {}),
  };
  const document = path.join(import.meta.dirname, 'failover', 'spec.md');
  const child = spawn(process.execPath, [program, 'serve', document, '--port', String(port), '--trust-proxy'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, log],
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, origin };
    if (child.exitCode !== null || tries > 600)
      throw new Error(`The product did not start; see ${servers.folder}/product.log.`);
    await delay(100);
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
