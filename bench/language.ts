import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type CheckedDocument, checkDocument, itemAt } from '@nonet/language';
import { median } from './figures.ts';
import { FAMILIES, TEN_THOUSAND } from './language/families.ts';
import { product } from './language/product.ts';

// `npm run bench:language`: how long checking takes. A figure over its limit is marked; nothing fails by time.

/** The approximate lines and characters of an entity of `product`. */
const ENTITIES_IN_3000_LINES = 50;
const ENTITIES_IN_1_MB = 640;
/**
 * The size to which the other families of awkward text are doubled (characters), and the most that doubling may cost.
 */
const FAMILY_SIZE = 100_000;
const DOUBLING_LIMIT = 2.5;

/** Milliseconds of processor time of this thread, on which other load of the machine has little influence. */
function cost(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

const checked = (text: string): CheckedDocument =>
  checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
const check = (text: string): number => cost(() => checked(text));

/** The first check of a new process, its modules loaded. */
async function cold(entities: number): Promise<number> {
  const child = fork(new URL(import.meta.url), [String(entities)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [milliseconds] = (await once(child, 'message')) as [number];
  return milliseconds;
}

function report(what: string, milliseconds: number, limit: number): void {
  const mark = milliseconds > limit ? '  OVER' : '';
  console.log(`${what.padEnd(52)} ${milliseconds.toFixed(1).padStart(8)} ms  limit ${limit}${mark}`);
}

async function wholeDocuments(): Promise<void> {
  for (const [entities, limit] of [
    [ENTITIES_IN_3000_LINES, 200],
    [ENTITIES_IN_1_MB, 1000],
  ] as const) {
    const text = product(entities);
    const size = `${text.split('\n').length} lines, ${(text.length / 1e6).toFixed(2)} MB`;
    const rounds: number[] = [];
    for (let round = 0; round < 5; round++) rounds.push(await cold(entities));
    report(`${size}: cold`, median(rounds), limit);
    check(text);
    report(`${size}: warm`, median([check(text), check(text), check(text)]), limit);
    const documents = [checked(text), checked(text), checked(text)];
    report(`${size}: its plan, for who runs it`, median(documents.map((one) => cost(() => one.plan))), limit);
  }
}

function keystrokes(): void {
  const text = product(ENTITIES_IN_3000_LINES);
  const took: number[] = [];
  for (let turn = 0; turn < 60; turn++) {
    const at = Math.floor((text.length * (turn + 0.5)) / 60);
    took.push(check(`${text.slice(0, at)}x${text.slice(at)}`));
  }
  const sorted = took.slice(10).toSorted((a, b) => a - b);
  report('one keystroke in 3,000 lines: median', median(sorted), 50);
  report('one keystroke in 3,000 lines: slowest of 50', itemAt(sorted, -1), 50);
}

function families(): void {
  console.log(
    `\n${Object.keys(FAMILIES).length} families of awkward text, ${FAMILY_SIZE / 4} to ${FAMILY_SIZE} characters, or 2,500 to 10,000 of what they count`,
  );
  let over = 0;
  for (const [name, write] of Object.entries(FAMILIES)) {
    const size = TEN_THOUSAND[name] ?? FAMILY_SIZE;
    const [quarter, whole] = [write(size / 4), write(size)];
    check(quarter);
    check(whole);
    const rounds = Array.from({ length: 7 }, () => [check(quarter), check(whole)] as const);
    const [one, two] = [Math.min(...rounds.map(([took]) => took)), Math.min(...rounds.map(([, took]) => took))];
    // The clock of a thread's processor time is coarse: a few milliseconds can't be compared.
    // The mean of two doublings: the garbage collector may run in either.
    const doubling = Math.sqrt(two / one);
    const mark = two > 20 && doubling > DOUBLING_LIMIT ? '  OVER' : '';
    if (mark !== '') over += 1;
    console.log(
      `${name.padEnd(32)} ${one.toFixed(1).padStart(8)} ${two.toFixed(1).padStart(8)} ms  ${two > 4 && one > 0 ? `×${doubling.toFixed(2)}` : ''}${mark}`,
    );
  }
  console.log(`${over} of them more than ×${DOUBLING_LIMIT}`);
}

const entities = process.argv[2];
if (entities === undefined) {
  await wholeDocuments();
  keystrokes();
  families();
} else {
  process.send?.(check(product(Number(entities))));
  process.disconnect();
}
