import { Dice } from '../document/dice.ts';
import type { Fault } from '../fault.ts';
import { causeOf } from '../fault.ts';
import type { Answer, Person, Request, RunningProduct } from '../product.ts';
import { countedBy } from './agreement.ts';
import { Descriptions } from './descriptions.ts';
import { Known } from './known.ts';
import { create, isFaulty, list, request } from './requests.ts';

export interface StormOptions {
  readonly seed: number;
  readonly requests: number;
}

export interface Stormed {
  readonly requests: number;
  /** The number of requests that were answered with 2xx: a storm without success shows nothing. */
  readonly done: number;
  readonly faults: readonly Fault[];
  /** The people who sent requests. */
  readonly people: readonly Person[];
}

const DAY = 86_400_000;
/** The steps of the clock between the parts of a storm. */
const PASSING = [60_000, 3 * 3_600_000, DAY, 40 * DAY, 400 * DAY] as const;

/** Random requests by random people, in parts between which time passes. */
export async function storm(product: RunningProduct, options: StormOptions): Promise<Stormed> {
  const dice = new Dice(options.seed);
  const people = await product.people();
  const known = new Known(product.plan, dice, people);
  /** A person with all roles gets furthest. */
  const somebody = (): Person => (dice.once(2) ? (people.at(-1) ?? dice.pick(people)) : dice.pick(people));
  const descriptions = new Descriptions(product);
  const faults: Fault[] = [];
  let [requests, done] = [0, 0];
  const ask = async (person: Person, asked: Request): Promise<void> => {
    const answer = await product.ask(person, asked);
    requests += 1;
    if (answer.status < 300) done += 1;
    known.learn(asked, answer);
    faults.push(...faultsIn(product, person, asked, answer));
    faults.push(...(await descriptions.faults(person, asked, answer, requestText(person, asked))));
    faults.push(...(await disagreement(product, person, asked, answer)));
  };
  for (const entity of [...known.roots, ...known.roots])
    for (const person of people) await ask(person, create(known, entity));
  for (const milliseconds of PASSING) {
    for (let at = 0; at < options.requests / PASSING.length; at++) await ask(somebody(), request(known));
    await product.pass(milliseconds);
    faults.push(...taken(product, `${milliseconds / 1000} s pass`));
  }
  const person = dice.pick(people);
  const { url } = list(known);
  const streamed = await product.stream(person, url.replace('?', '/events?'));
  faults.push(...faultsIn(product, person, { method: 'GET', url: `${url} as a stream` }, streamed));
  return { requests: requests + 1, done, faults, people };
}

/** A report counts as many records as its list, in all and in its rows and columns. */
async function disagreement(
  product: RunningProduct,
  person: Person,
  asked: Request,
  answer: Answer,
): Promise<readonly Fault[]> {
  const counted = countedBy(asked, answer);
  if (counted === null) return [];
  const listed = await product.ask(person, counted.list);
  const { count } = JSON.parse(listed.body) as { count?: number };
  if ([counted.count, ...counted.sums].every((each) => each === count)) return [];
  const detail = `${requestText(person, asked)}\n${answer.body.slice(0, 300)}\n${listed.status} ${count}`;
  return [{ stage: 'storm', cause: 'a report counts other records than its list', detail }];
}

/** The faults that an answer shows, with the reports of the log about it. */
export function faultsIn(product: RunningProduct, person: Person, asked: Request, answer: Answer): Fault[] {
  const what = requestText(person, asked);
  const logged = taken(product, what);
  if (!isFaulty(answer.status) || logged.length > 0) return logged;
  const detail = `${what}\n${answer.status} ${answer.body.slice(0, 300)}`;
  return [{ stage: 'storm', cause: `${answer.status} ${causeOf(answer.body)}`, detail }];
}

/** A request as a fault reports it. */
function requestText(person: Person, { method, url, body }: Request): string {
  const sent = body === undefined ? '' : ` ${Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)}`;
  return `${method} ${url} as ${person.name}${sent}`;
}

/** The reports of the log and the worker since the last time. */
export function taken(product: RunningProduct, what: string): Fault[] {
  return product.faults.splice(0).map((fault) => ({ ...fault, detail: `${what}\n${fault.detail}` }));
}
