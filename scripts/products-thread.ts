import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Plan } from '@nonet/language';
import { type Timeouts, type Proof, prove as proveWith } from '@nonet/proof';
import type { Browser } from '@nonet/browser';
import { launchBrowser } from '@nonet/testing';
import { createTestDatabase } from '@nonet/testing/database';
import { screens } from '../packages/cli/src/fixtures/corpus/screens.ts';
import { startProofHost } from '../packages/cli/src/proof-host.ts';
import type { ProveOptions } from '../packages/testing/src/products/derived.ts';
import type { Fault } from '../packages/testing/src/products/fault.ts';
import { type Lane, type LaneOptions, openLane } from '../packages/testing/src/products/lane.ts';
import { BEGINNING } from '../packages/testing/src/products/product.ts';

/**
 * Many products share a machine, perhaps at the lowest priority: only an answer that never comes is a fault, not a late
 * one.
 */
const TIMEOUTS: Timeouts = { request: 300, rest: 600, start: 600, case: 600 };

/** The derived tests of a product, without a browser. */
export async function prove(plan: Plan, databaseUrl: string, options: ProveOptions): Promise<Proof> {
  const host = await startProofHost({ plan, databaseUrl, now: BEGINNING });
  try {
    const trial = { plan, host, seed: 1, now: BEGINNING, environment: host.environment, timeouts: TIMEOUTS };
    return await proveWith({ ...trial, ...options });
  } finally {
    await host.close();
  }
}

let browser: Browser | null = null;

/**
 * Every screen of a document's product, with records in it, in a browser: for one person of each role, wide and narrow.
 */
async function openScreens(text: string): Promise<readonly string[]> {
  browser ??= await launchBrowser();
  const tools = { createDatabase: createTestDatabase, browser, testSeconds: 0 };
  const { faults } = await screens({ name: 'random', text }, tools);
  return faults;
}

type ToThread =
  | { readonly call: 'end' }
  | { readonly call: 'try'; readonly seed: number }
  | {
      readonly call: 'keepSmallest';
      readonly seed: number;
      readonly text: string;
      readonly fault: Fault;
      readonly until: number;
    };
type FromThread = { readonly answer: unknown } | { readonly error: Error };

/**
 * The number of products that a thread tries before another thread replaces it: a process prepares a limited number of
 * statements.
 */
const PRODUCTS_OF_A_THREAD = 50;

/**
 * A lane in threads of its own, one after the other, and a function that ends it. A fault of the lane itself is thrown
 * to its caller.
 */
export function openThread(options: LaneOptions): { readonly lane: Lane; readonly end: () => Promise<unknown> } {
  const open = () => new Worker(new URL(import.meta.url), { workerData: options });
  let worker = open();
  let products = 0;
  const call = <Answer>(message: ToThread): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const heard = (from: FromThread): void => ('error' in from ? reject(from.error) : resolve(from.answer as Answer));
    worker.once('message', heard);
    worker.once('error', reject);
    worker.postMessage(message);
    return promise.finally(() => {
      worker.off('message', heard);
      worker.off('error', reject);
    });
  };
  // A browser is a process of its own, which does not end with the thread.
  const end = async (): Promise<unknown> => {
    await call({ call: 'end' });
    return worker.terminate();
  };
  const lane: Lane = {
    async try(seed) {
      products += 1;
      if (products % PRODUCTS_OF_A_THREAD === 0) {
        await end();
        worker = open();
      }
      return call({ call: 'try', seed });
    },
    keepSmallest: (seed, text, fault, until) => call({ call: 'keepSmallest', seed, text, fault, until }),
  };
  return { lane, end };
}

const port = parentPort;
if (port !== null) {
  const lane = openLane(workerData as LaneOptions, { prove, openScreens });
  const answer = async (message: ToThread): Promise<unknown> => {
    if (message.call === 'end') return browser?.close();
    if (message.call === 'try') return lane.try(message.seed);
    return lane.keepSmallest(message.seed, message.text, message.fault, message.until);
  };
  port.on('message', (message: ToThread) => {
    answer(message).then(
      (answered) => port.postMessage({ answer: answered } satisfies FromThread),
      (error: Error) => port.postMessage({ error } satisfies FromThread),
    );
  });
}
