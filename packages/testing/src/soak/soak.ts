import { setTimeout as delay } from 'node:timers/promises';
import { Site } from './site.ts';
import { transfers } from './transfers.ts';
import { faultsOf } from './verify.ts';
import { Writers } from './writers.ts';

/** The amount of work. */
export interface SoakOptions {
  /** `kill -9` of the server. */
  readonly serverKills: number;
  /** The number of times that PostgreSQL is stopped immediately. */
  readonly databaseKills: number;
  readonly writers: number;
  /** Tickets that four people want at the same time. */
  readonly races: number;
  /** Keys under which one order is sent this many times at the same time. */
  readonly keys: number;
  readonly copies: number;
  /** Transfers both ways between two accounts, eight at the same time. */
  readonly transfers: number;
  readonly progress: (line: string) => void;
}

export interface Soaked {
  readonly acknowledged: number;
  readonly sealed: number;
  readonly faults: readonly string[];
}

/** Kills under concurrent writers, then races, copies and transfers; what may never be is answered as a list of faults. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const site = await Site.open();
  try {
    const accounts: string[] = [];
    for (const name of ['cash', 'card']) {
      const { body } = await site.askUntilAnswered(0, 'POST', '/api/accounts', { name }, `account-${name}`);
      accounts.push(String(body['id']));
    }
    const writers = new Writers(site, accounts, options.writers);
    await kills(site, writers, options);
    await writers.stop();
    options.progress(`${writers.journal.length} orders acknowledged; comparing`);
    const faults = [...writers.complaints, ...(await faultsOf(site, writers.journal, accounts))];
    faults.push(...(await races(site, options)), ...(await copies(site, options, accounts[0] as string)));
    faults.push(...(await transfers(site, options.transfers)));
    return {
      acknowledged: writers.journal.length,
      sealed: writers.journal.filter(({ sealed }) => sealed).length,
      faults,
    };
  } finally {
    await site.close();
  }
}

/**
 * Alternates between the two kinds while there are both. Each comes after the writers are at work again, at a
 * different moment each time.
 */
async function kills(
  site: Site,
  writers: Writers,
  { serverKills, databaseKills, progress }: SoakOptions,
): Promise<void> {
  let [servers, databases] = [serverKills, databaseKills];
  while (servers + databases > 0) {
    const before = writers.journal.length;
    while (writers.journal.length - before < writers.count) await delay(5);
    await delay(Math.floor(Math.random() * 350));
    const isServer = Math.random() * (servers + databases) < servers;
    if (isServer) {
      servers -= 1;
      await site.killServer();
    } else {
      databases -= 1;
      await site.killDatabase();
    }
    if ((servers + databases) % 10 === 0)
      progress(`${servers} kills of the server and ${databases} of PostgreSQL left`);
  }
  await delay(300);
}

/** Four people take one ticket at the same time: one of them gets it, and it is theirs. */
async function races(site: Site, options: SoakOptions): Promise<string[]> {
  const faults: string[] = [];
  const race = async (number: number): Promise<void> => {
    const made = await site.askUntilAnswered(0, 'POST', '/api/tickets', { name: `T${number}` });
    const url = `/api/tickets/${String(made.body['id'])}`;
    const answers = await Promise.all([0, 1, 2, 3].map((member) => site.ask(member, 'POST', `${url}/take`, {})));
    const won = answers.filter((answer) => answer?.status === 200);
    const lost = answers.filter((answer) => ['STALE', 'INVALID_TRANSITION'].includes(String(answer?.body['code'])));
    const { body } = await site.askUntilAnswered(0, 'GET', url);
    const holder = won[0]?.body['holder'];
    if (won.length !== 1 || lost.length !== 3 || JSON.stringify(body['holder']) !== JSON.stringify(holder))
      faults.push(
        `ticket ${number}: ${answers.map((answer) => `${answer?.status} ${String(answer?.body['code'])}`).join(', ')}`,
      );
  };
  for (let number = 0; number < options.races; number += 8) {
    await Promise.all(Array.from({ length: Math.min(8, options.races - number) }, (_, lane) => race(number + lane)));
  }
  return faults;
}

/**
 * Sends one order many times at the same time under one key: it takes effect once, and each copy gets the same answer.
 */
async function copies(site: Site, options: SoakOptions, account: string): Promise<string[]> {
  const faults: string[] = [];
  for (let number = 0; number < options.keys; number++) {
    const body = { code: `copy-${number}`, amount: 1, account, lines: [] };
    const answers = await Promise.all(
      Array.from({ length: options.copies }, () =>
        site.askUntilAnswered(1, 'POST', '/api/orders', body, `copies-${number}`),
      ),
    );
    const distinct = new Set(answers.map((answer) => `${answer.status} ${String(answer.body['number'])}`));
    const { body: list } = await site.askUntilAnswered(0, 'GET', `/api/orders?code=copy-${number}&count=exact`);
    if (distinct.size !== 1 || list['count'] !== 1 || !answers.every(({ status }) => status === 201))
      faults.push(`key ${number}: ${[...distinct].join(', ')}; ${String(list['count'])} orders`);
  }
  return faults;
}
