import { isObject } from '@nonet/language';
import { type Operation, OPERATIONS, type Pairs, type Request } from './operations.ts';
import { send, type Side } from './side.ts';

const isEvent = ({ name }: Operation): boolean => name.startsWith('event');

type Json = Record<string, unknown>;

/**
 * Checks before the measurements that both servers give equal answers, and that Nonet refuses what its document
 * forbids.
 */
export async function checkAnswers(
  operations: readonly Operation[],
  pairs: Pairs,
  floor: Side,
  nonet: Side,
): Promise<void> {
  for (const [turn, operation] of operations.entries()) {
    const [hand, made] = [
      await send(floor, operation.floor(pairs, turn)),
      await send(nonet, operation.nonet(pairs, turn)),
    ];
    expect(hand.status, operation.status.floor, `${operation.name} of the floor`);
    expect(made.status, operation.status.nonet, `${operation.name}: ${JSON.stringify(made.body)}`);
    const [own, theirs] = [rowsOf(hand.body), rowsOf(made.body)];
    expect(theirs.length, own.length, `${operation.name}: records`);
    const [total, count] = [totalOf(hand.body), (made.body as Json).count];
    if (total !== undefined) expect(count, total, `${operation.name}: total`);
    if (isEvent(operation)) expect(theirs[0]?.status, 'sent', 'the state after the event');
    else if (own.length > 1) compareLists(own, theirs);
    else compare(own[0] ?? {}, theirs[0] ?? {});
    if (operation.name === 'read by id with its customer')
      expect(nameOfCustomer(theirs[0]), nameOfCustomer(own[0]), 'the name of the customer');
  }
  await expectRefusals(pairs, nonet);
}

async function expectRefusals(pairs: Pairs, nonet: Side): Promise<void> {
  const [draft] = pairs.drafts;
  const late: Request = {
    method: 'PATCH',
    path: `/api/invoices/${draft?.record}`,
    body: { due_date: '2000-01-01' },
    headers: { 'if-match': '*' },
  };
  expect((await send(nonet, late)).status, 422, 'a due date before the issue');
  expect((await send({ ...nonet, headers: {} }, { method: 'GET', path: late.path })).status, 401, 'without a session');
  const history = await send(nonet, { method: 'GET', path: `${pathOfEvent(pairs)}/history` });
  expect(Array.isArray(history.body) && history.body.length > 0, true, 'a history of the event');
}

/** The draft that the check has submitted. */
function pathOfEvent(pairs: Pairs): string {
  const turn = OPERATIONS.findIndex(isEvent);
  return `${OPERATIONS[turn]?.nonet(pairs, turn).path.replace(/\/send$/, '')}`;
}

/** The servers order equal values differently, so only the sorted column is compared row by row. */
function compareLists(own: readonly Json[], theirs: readonly Json[]): void {
  for (const [place, row] of own.entries()) {
    expect(theirs[place]?.issue_date, row.issue_date, `issue_date of row ${place}`);
    expect(theirs[place]?.status, row.status, `status of row ${place}`);
  }
}

function compare(own: Json, theirs: Json): void {
  for (const field of ['status', 'issue_date', 'due_date', 'note', 'total'])
    expect(JSON.stringify(theirs[field] ?? null), JSON.stringify(own[field] ?? null), field);
}

function nameOfCustomer(record: Json | undefined): unknown {
  const customer = record?.customer;
  const name = isObject(customer) ? customer['name'] : undefined;
  expect(typeof name, 'string', 'the type of a name');
  return name;
}

function rowsOf(body: unknown): Json[] {
  const { data, items } = body as { data?: Json | Json[]; items?: Json[] };
  const rows = data ?? items ?? (body as Json);
  return Array.isArray(rows) ? rows : [rows];
}

function expect(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected)
    throw new Error(`The servers disagree: ${what} is ${String(actual)}, not ${String(expected)}.`);
}

function totalOf(body: unknown): unknown {
  return (body as { meta?: { total: number } } | null)?.meta?.total;
}
