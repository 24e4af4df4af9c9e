import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@nonet/engine';
import { checkAnswers } from './answers.ts';
import { prepare } from './database.ts';
import { median, row } from './figures.ts';
import { OPERATIONS, type Operation, type Pairs } from './operations.ts';
import { startServer } from './servers.ts';
import { measure, type Side } from './side.ts';

// `npm run bench`: a product made from a document beside the same product written by hand, on one PostgreSQL with
// fsync on. Rounds alternate between the two, so that what else the machine does falls on both.

const { values } = parseArgs({
  options: {
    /** The length of each measurement. */
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    /** Only operations whose name holds this. */
    only: { type: 'string', default: '' },
    floorPort: { type: 'string', default: '7001' },
    nonetPort: { type: 'string', default: '7002' },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const operations = OPERATIONS.filter(({ name }) => name.includes(values.only));

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-bench-'));
const postgres = await startEmbeddedPostgres({ folder });
try {
  await bench(await postgres.database('bench'));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(url: string): Promise<void> {
  console.log('100,000 invoices, 5,000 customers, 32 connections; preparing');
  const prepared = await prepare(url);
  const environment = { DATABASE_URL: url };
  const [hand, made] = [
    await startServer('./floor.mjs', Number(values.floorPort), { ...environment, TOKEN: 'floor' }),
    await startServer('./nonet.ts', Number(values.nonetPort), environment),
  ];
  try {
    const floor: Side = { origin: hand.origin, headers: { authorization: 'Bearer floor' } };
    const nonet: Side = { origin: made.origin, headers: { cookie: prepared.cookie } };
    await checkAnswers(OPERATIONS, prepared.pairs, floor, nonet);
    console.log(`the answers agree; ${rounds} rounds of ${seconds} s each\n`);
    console.log(row('', 'floor/s', 'nonet/s', 'ratio', 'aim'));
    const reached = new Map<string, number>();
    for (const operation of operations) {
      const rates = await compare(operation, prepared.pairs, floor, nonet, prepared.redraft);
      const [one, other] = [median(rates.map(([rate]) => rate)), median(rates.map(([, rate]) => rate))];
      reached.set(operation.name, other);
      const against = operation.against === null ? null : reached.get(operation.against);
      const ratio = against === null ? median(rates.map(([hand, own]) => own / hand)) : other / (against ?? Number.NaN);
      console.log(row(operation.name, one.toFixed(0), other.toFixed(0), ratio.toFixed(2), operation.aim.toFixed(2)));
    }
  } finally {
    await made.stop();
    await hand.stop();
    await prepared.close();
  }
}

async function compare(
  operation: Operation,
  pairs: Pairs,
  floor: Side,
  nonet: Side,
  redraft: () => Promise<void>,
): Promise<[floor: number, nonet: number][]> {
  const turns = { floor: 0, nonet: 0 };
  const rates: [number, number][] = [];
  const one = (time: number) =>
    measure(floor, () => operation.floor(pairs, turns.floor++), operation.status.floor, time);
  const other = (time: number) =>
    measure(nonet, () => operation.nonet(pairs, turns.nonet++), operation.status.nonet, time, operation.most?.(pairs));
  await redraft();
  await one(1);
  await other(1);
  for (let round = 0; round < rounds; round++) {
    await redraft();
    // Who comes first changes from round to round.
    if (round % 2 === 0) rates.push([await one(seconds), await other(seconds)]);
    else {
      const second = await other(seconds);
      rates.push([await one(seconds), second]);
    }
  }
  return rates;
}
