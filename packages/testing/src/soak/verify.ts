import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from './site.ts';
import type { Journaled } from './writers.ts';

type Json = Readonly<Record<string, unknown>>;

/** Calls come again after back-off; by then each has arrived. */
const LONGEST_WAIT_MILLISECONDS = 120_000;

/**
 * Compares the present data with the answers that clients got: nothing is lost, nothing is half done, no number is
 * given twice, no call is lost.
 */
export async function faultsOf(
  site: Site,
  journal: readonly Journaled[],
  accounts: readonly string[],
): Promise<string[]> {
  const orders = await everything(site, 'orders', 'id,code,number,amount,status,account,lines,sealed_at');
  const entries = await everything(site, 'entries', 'id,order,amount');
  const byId = new Map(orders.map((order) => [order['id'], order]));
  const faults: string[] = [];
  for (const { code, id, number, amount, sealed } of journal) {
    const order = byId.get(id);
    if (order === undefined) faults.push(`${code} was acknowledged and is lost`);
    else if (order['code'] !== code || order['number'] !== number || order['amount'] !== amount)
      faults.push(`${code} is not what was acknowledged: ${JSON.stringify(order)}`);
    else if (sealed && order['status'] !== 'sealed')
      faults.push(`${code} was sealed and is ${String(order['status'])}`);
  }
  faults.push(...wholeness(orders, entries), ...numbering(orders));
  for (const account of accounts) {
    const { body } = await site.askUntilAnswered(0, 'GET', `/api/accounts/${account}`);
    const own = orders.filter((order) => idOf(order['account']) === account && order['status'] === 'sealed');
    const sum = own.reduce((total, order) => total + Number(order['amount']), 0);
    if (body['balance'] !== sum)
      faults.push(`the balance is ${String(body['balance'])}, and the sealed orders make ${sum}`);
  }
  for (const order of orders.filter((_, at) => at % 10 === 0)) faults.push(...(await history(site, order)));
  faults.push(...(await calls(site, orders)));
  return faults;
}

/** An order has its lines, a sealed order has its time and one entry, and every entry belongs to an order. */
function wholeness(orders: readonly Json[], entries: readonly Json[]): string[] {
  const byOrder = Map.groupBy(entries, (entry) => idOf(entry['order']));
  const whole = orders.flatMap((order) => {
    const own = byOrder.get(order['id']) ?? [];
    const isSealed = order['status'] === 'sealed';
    const lines = (order['lines'] as unknown[]).length;
    const fits =
      lines === 2 &&
      own.length === (isSealed ? 1 : 0) &&
      (order['sealed_at'] !== null) === isSealed &&
      own.every((entry) => entry['amount'] === order['amount']);
    return fits
      ? []
      : [`${String(order['code'])} is half done: ${lines} lines, ${own.length} entries, ${JSON.stringify(order)}`];
  });
  const known = new Set(orders.map((order) => order['id']));
  const alone = [...byOrder.keys()].filter((id) => !known.has(id));
  return [...whole, ...alone.map((id) => `an entry of ${String(id)}, which is not there`)];
}

/** Each number once, and none left out. */
function numbering(orders: readonly Json[]): string[] {
  const numbers = orders.map((order) => Number(String(order['number']).slice(3))).toSorted((a, b) => a - b);
  return numbers.flatMap((number, at) =>
    number === at + 1 ? [] : [`the number ${number} stands where ${at + 1} is due`],
  );
}

async function history(site: Site, order: Json): Promise<string[]> {
  const { body } = await site.askUntilAnswered(0, 'GET', `/api/orders/${String(order['id'])}/history`);
  const actions = (body as unknown as Json[]).map((entry) => String(entry['action'])).toSorted();
  const expected = order['status'] === 'sealed' ? ['create', 'seal'] : ['create'];
  return JSON.stringify(actions) === JSON.stringify(expected)
    ? []
    : [`${String(order['code'])} is ${String(order['status'])}, and its history says ${actions.join(', ')}`];
}

/** Each order's calls arrive, each under one key however often it is sent. */
async function calls(site: Site, orders: readonly Json[]): Promise<string[]> {
  const due = orders.flatMap((order) => [
    `${String(order['code'])} open`,
    ...(order['status'] === 'sealed' ? [`${String(order['code'])} sealed`] : []),
  ]);
  const { received } = site.targets;
  const until = Date.now() + LONGEST_WAIT_MILLISECONDS;
  while (due.some((name) => !received.has(name)) && Date.now() < until) await delay(100);
  return due.flatMap((name) => {
    const keys = received.get(name)?.size ?? 0;
    return keys === 1 ? [] : [`the call for ${name} came under ${keys} keys`];
  });
}

async function everything(site: Site, collection: string, fields: string): Promise<Json[]> {
  const all: Json[] = [];
  let cursor: unknown = '';
  do {
    const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`;
    const { body } = await site.askUntilAnswered(0, 'GET', `/api/${collection}?limit=1000&fields=${fields}${next}`);
    all.push(...(body['items'] as Json[]));
    cursor = body['next'];
  } while (typeof cursor === 'string');
  return all;
}

function idOf(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference;
}
