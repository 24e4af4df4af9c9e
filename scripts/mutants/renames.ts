import { isDeepStrictEqual } from 'node:util';
import type { DemoAccountView } from '@nonet/client';
import { type Plan, keysOf } from '@nonet/language';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { type ProofHost, startProofHost } from '../../packages/cli/src/proof-host.ts';
import { changed, planOf } from '../../packages/cli/src/fixtures/proof.ts';
import { documentNamed, FORMER_NAMES, LATER_NAMES } from '../../packages/engine/src/fixtures/renamed.ts';

/**
 * One step of the clerk, in the former names: a request (`$0` is the id of the first record), signed in or with the
 * token that was made; or a number of days that pass.
 */
type Step = readonly [method: string, path: string, body?: unknown, by?: 'token'] | { readonly days: number };

const FIRST_DAY = '2026-03-16T09:00:00.000Z';
const CLERK = 'lena@example.com';

const VIEW = {
  screen: 'all',
  name: 'Mine',
  role: 'clerk',
  state: {
    filters: { status: 'submitted' },
    search: null,
    order: '-purpose',
    columns: ['purpose', 'number'],
    page_size: null,
  },
};

/** Under the former names. */
const BEFORE: readonly Step[] = [
  ['POST', '/api/claims', { purpose: 'Train', lines: [{ amount: 12 }, { amount: 30 }] }],
  ['POST', '/api/claims', { purpose: 'Taxi', lines: [{ amount: 7 }] }],
  ['POST', '/api/claims', { purpose: 'Tram', lines: [] }],
  ['POST', '/api/claims', { purpose: 'Ticket', lines: [{ amount: 1 }], part_of: '$1' }],
  ['POST', '/api/claims/$0/submit', {}],
  { days: 4 },
  ['POST', '/api/remarks', { text: 'Late', claim: '$1' }],
  ['DELETE', '/api/claims/$1'],
  ['POST', '/api/-/views', VIEW],
  ['POST', '/api/-/tokens', { name: 'script', days: 100, roles: ['clerk'] }],
];
/** Requests under the former and under the later names: their answers must be equal. */
const AFTER: readonly Step[] = [
  ['POST', '/api/claims/$1/restore', {}],
  ['POST', '/api/claims/$2/submit', {}],
  { days: 2 },
  ['POST', '/api/claims/$0/pay', {}],
  ['POST', '/api/claims', { purpose: 'Tram', lines: [] }],
  ['POST', '/api/claims', { purpose: 'Bus', lines: [{ amount: 3 }] }],
  { days: 3 },
];
/** The reads after each step. */
const LOOKS: readonly Step[] = [
  ['GET', '/api/claims', undefined, 'token'],
  ...[
    '/api/claims?limit=50&order=number',
    '/api/claims?deleted=only',
    '/api/claims?screen=all&status=submitted',
    '/api/remarks?limit=50',
    '/api/users?limit=50',
    ...['$0', '$1', '$2', '$3'].flatMap((id) => ['', '/history', '/can'].map((part) => `/api/claims/${id}${part}`)),
    '/api/-/views',
  ].map((path): Step => ['GET', path]),
];

const FORMER_TEXT = documentNamed(FORMER_NAMES);
const [FORMER, LATER] = [planOf(FORMER_TEXT), planOf(documentNamed(LATER_NAMES))];
/** The former document, whose list filters by nothing. */
const SHORTER = planOf(changed(FORMER_TEXT, '| filters | status |\n', ''));
const WORDS = new Map<string, string>([
  ...keysOf(LATER_NAMES).map((key) => [FORMER_NAMES[key], LATER_NAMES[key]] as const),
  ['claims', 'expenses'],
]);
const inLaterNames = (text: string): string => text.replaceAll(/[a-z_]+/gi, (word) => WORDS.get(word) ?? word);

/**
 * Two products do the same under the former names. One continues under the later names: whatever then is done to both
 * must have equal answers, apart from the names. Gives the first difference; null: there is none.
 */
export async function differenceByRenames(): Promise<string | null> {
  const former = await Side.open();
  const renamed = await Side.open();
  try {
    for (const step of BEFORE)
      for (const side of [former, renamed]) {
        const { status, text } = await side.do(step);
        if (status >= 400) return `${wordsOf(step)}: ${status} ${text}`;
      }
    await renamed.goOn(LATER, true);
    for (const step of [{ days: 0 }, ...AFTER])
      for (const each of [step, ...LOOKS]) {
        const [expected, answer] = [await former.do(each), await renamed.do(each)];
        if (expected.status !== answer.status || expected.text !== answer.text)
          return `${wordsOf(each)} after ${wordsOf(step)}: ${answer.status} ${answer.text}, not ${expected.status} ${expected.text}`;
      }
    return await differenceByShorterList();
  } finally {
    await former.close();
    await renamed.close();
  }
}

/**
 * A saved view opens without the filters that its list does not offer any more, and no view can be saved with them.
 * Gives the first difference.
 */
async function differenceByShorterList(): Promise<string | null> {
  const side = await Side.open();
  try {
    await side.do(['POST', '/api/-/views', VIEW]);
    await side.goOn(SHORTER, false);
    const { text } = await side.do(['GET', '/api/-/views']);
    const [view] = JSON.parse(text) as [{ readonly state: object; readonly reduced: boolean }?];
    const state = { filters: {}, search: null, order: '-reason', columns: ['reason', 'code'], page_size: null };
    if (!isDeepStrictEqual([view?.state, view?.reduced], [state, true])) return `a list that offers less: ${text}`;
    const { status } = await side.do(['POST', '/api/-/views', { ...VIEW, name: 'Another' }]);
    return status === 400 ? null : `a view of what a list does not offer: ${status}`;
  } finally {
    await side.close();
  }
}

function wordsOf(step: Step): string {
  return 'days' in step ? `${step.days} days` : `${step[0]} ${step[1]}`;
}

interface Answer {
  readonly status: number;
  /** In the later names, with ids by their first appearance. */
  readonly text: string;
}

/** One of the two products. */
class Side {
  readonly #database: TestDatabase;
  #host: ProofHost;
  #now = FIRST_DAY;
  #isRenamed = false;
  #cookie: string | null = null;
  #token = '';
  readonly #made: string[] = [];
  readonly #met = new Map<string, string>();

  private constructor(database: TestDatabase, host: ProofHost) {
    this.#database = database;
    this.#host = host;
  }

  static async open(): Promise<Side> {
    const database = await createTestDatabase();
    return new Side(database, await startProofHost({ plan: FORMER, databaseUrl: database.url, now: FIRST_DAY }));
  }

  /** Goes on under a changed document. */
  async goOn(plan: Plan, isRenamed: boolean): Promise<void> {
    await this.#host.close();
    this.#host = await startProofHost({ plan, databaseUrl: this.#database.url, now: this.#now });
    this.#isRenamed = isRenamed;
    this.#cookie = null;
  }

  async close(): Promise<void> {
    await this.#host.close();
    await this.#database.drop();
  }

  async do(step: Step): Promise<Answer> {
    if ('days' in step) return this.#wait(step.days);
    const [method, path, body, by] = step;
    const own = (text: string) => this.#inOwnWords(text);
    const response = await fetch(`${this.#host.url}${own(path)}`, {
      method,
      headers: {
        ...(by === 'token'
          ? { authorization: `Bearer ${this.#token}` }
          : { cookie: (this.#cookie ??= await this.#signIn()) }),
        'if-match': '*',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: own(JSON.stringify(body)) }),
    });
    const text = await response.text();
    if (response.status === 201) {
      const { id = '', token } = JSON.parse(text) as { readonly id?: string; readonly token?: string };
      if (token === undefined) this.#made.push(id);
      else {
        this.#token = token;
        return { status: 201, text: '' };
      }
    }
    // The message of a refusal contains names.
    return { status: response.status, text: response.ok ? this.#inCommonWords(text) : '' };
  }

  /** Carries out the product's own work; answers the calls that it made. */
  async #wait(days: number): Promise<Answer> {
    this.#now = new Date(Date.parse(this.#now) + days * 86_400_000).toISOString();
    this.#host.setTime?.(this.#now);
    await this.#host.settle?.();
    this.#cookie = null;
    const calls = this.#host.receiver?.take() ?? [];
    const requests = calls.map(({ method, path }) => `${method} ${path}`).toSorted();
    return { status: 200, text: this.#inCommonWords(requests.join('\n')) };
  }

  async #signIn(): Promise<string> {
    const accounts = (await (await fetch(`${this.#host.url}/api/-/dev/accounts`)).json()) as DemoAccountView[];
    const found = accounts.find(({ email }) => email === CLERK);
    if (found === undefined) throw new Error(`There is no ${CLERK}.`);
    return this.#host.signIn(found.id);
  }

  #inOwnWords(text: string): string {
    const named = this.#isRenamed ? inLaterNames(text) : text;
    return named.replaceAll(/\$(\d)/g, (_, place: string) => this.#made[Number(place)] ?? 'none');
  }

  #inCommonWords(text: string): string {
    const met = text.replaceAll(ID, (id) => {
      const known = this.#met.get(id) ?? `#${this.#met.size}`;
      this.#met.set(id, known);
      return known;
    });
    // Labels are made of names, with capitals and spaces of their own.
    const bare = met.replaceAll(/"label":"[^"]*",?/g, '');
    return this.#isRenamed ? bare : inLaterNames(bare);
  }
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
