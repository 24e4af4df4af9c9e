import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import { checkAnswers } from './answers.ts';
import { prepare } from './database.ts';
import { median, row } from './figures.ts';
import { OPERATIONS, type Operation, type Pairs } from './operations.ts';
import { startServer } from './servers.ts';
import { measure, type Side } from './side.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench`: compares a product made from a document with the same product written by hand, on one PostgreSQL
// with fsync on. Rounds alternate between the two, so that other load on the machine affects both.

const values = readArguments('Measures a product made from a document beside the same one written by hand.', {
  seconds: { value: 'N', default: '2', help: 'the length of each measurement' },
  rounds: { value: 'N', default: '3', help: 'how many measurements of each' },
  only: {
    value: 'WORD',
    default: '',
    help: 'only operations whose name has it; `articles` is the exact call of the article list',
  },
  floorPort: { value: 'N', default: '7001', help: 'the port of the one written by hand' },
  nonetPort: { value: 'N', default: '7002', help: 'the port of the other' },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const operations = OPERATIONS.filter(({ name }) => name.includes(values.only));

if (operations.length > 0) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-bench-'));
  const postgres = await startEmbeddedPostgres({ folder });
  try {
    await bench(await postgres.database('bench'));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
if ('articles'.includes(values.only)) await import('./articles/run.ts');

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
    // The order changes from round to round.
    if (round % 2 === 0) rates.push([await one(seconds), await other(seconds)]);
    else {
      const second = await other(seconds);
      rates.push([await one(seconds), second]);
    }
  }
  return rates;
}
