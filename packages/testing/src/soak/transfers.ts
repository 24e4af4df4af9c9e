import type { Site } from './site.ts';

/** The number of transfers that are booked at the same time. */
const PARALLEL = 8;

/**
 * Transfers between two accounts, both ways, booked several at once: each event writes the same two records, in one order or
 * the other. All of them are booked, and no money is lost or made.
 */
export async function transfers(site: Site, count: number): Promise<string[]> {
  const accounts = await Promise.all(['left', 'right'].map((name) => create('accounts', { name }, name)));
  const planned: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const [giver, taker] = number % 2 === 0 ? accounts : accounts.toReversed();
    planned.push(await create('transfers', { giver, taker, amount: 1 + (number % 7) }, `transfer-${number}`));
  }
  const faults: string[] = [];
  const left = [...planned.keys()];
  const book = async (member: number): Promise<void> => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const url = `/api/transfers/${planned[number]}/book`;
      // Clients need not try again: the product itself repeats a transaction that loses to another one.
      const answer = await site.ask(member, 'POST', url, {}, `book-${number}`);
      if (answer?.status !== 200)
        faults.push(`transfer ${number} was not booked: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, (_, member) => book(member)));
  const balances = await Promise.all(
    accounts.map(async (id) => (await site.askUntilAnswered(0, 'GET', `/api/accounts/${id}`)).body['balance']),
  );
  const amounts = planned.map((_id, number) => (number % 2 === 0 ? -1 : 1) * (1 + (number % 7)));
  const due = amounts.reduce((sum, amount) => sum + amount, 0);
  if (JSON.stringify(balances) !== JSON.stringify([due, -due || 0]))
    faults.push(`${count} transfers make ${due} and ${-due}, and the balances are ${balances.join(' and ')}`);
  return faults;

  async function create(path: string, body: object, key: string): Promise<string> {
    const made = await site.askUntilAnswered(0, 'POST', `/api/${path}`, body, `transfers-${key}`);
    if (made.status !== 201) throw new Error(`${path}: ${made.status} ${JSON.stringify(made.body)}`);
    return String(made.body['id']);
  }
}
