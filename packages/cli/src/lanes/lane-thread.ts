import { parentPort, workerData } from 'node:worker_threads';
import {
  affectedBy,
  bothOf,
  casesOf,
  EVERY_CASE,
  type Opened,
  TIMEOUTS,
  type ProductBrowser,
  ProductLost,
  type ProofEvent,
  Prover,
} from '@nonet/proof';
import { Failure } from '../failure.ts';
import { startProofHost } from '../proof-host.ts';
import { remoteHost } from '../remote-host.ts';
import type { Assignment, FromLane, LaneData, ToLane } from './protocol.ts';

// A lane of `nonet test`: derives cases and carries them out against a product in the same thread. Deriving computes
// for a long time without a pause, and the product may hang. The main thread, which handles signals and collects the
// results, does neither, and can end this thread at any moment.
const port = parentPort;
if (port === null) throw new Error('This is the program of a thread.');
const data = workerData as LaneData;
const post = (message: FromLane) => port.postMessage(message);

/** Passed cases are posted without their steps, which the main thread does not need. */
function postEvent(event: ProofEvent): void {
  const isPassed = event.kind === 'case' && event.result.passed;
  post({ kind: 'event', event: isPassed ? { ...event, derived: { ...event.derived, steps: [] } } : event });
}

const opening = new Map<number, { resolve: (opened: Opened) => void; reject: (error: Error) => void }>();
let openings = 0;
/** The browser of the main thread. */
const browser: ProductBrowser = {
  open: (cookie, address, records, as, requests = []) => {
    const { promise, resolve, reject } = Promise.withResolvers<Opened>();
    const number = (openings += 1);
    opening.set(number, { resolve, reject });
    post({ kind: 'open', number, cookie, address, records, as, requests });
    return promise;
  },
};

async function main(): Promise<void> {
  const { plan, former, seed, now, only, difference, product } = data;
  const asked = only.length === 0 ? EVERY_CASE : casesOf(only);
  const screens = data.hasBrowser ? browser : null;
  const own =
    'databaseUrl' in product
      ? await startProofHost({
          plan,
          now,
          ...product,
          ...(former === null ? {} : { former }),
          ...(screens === null ? {} : { browser: screens }),
        })
      : null;
  const host = own ?? (await remoteHost('url' in product ? product.url : '', async () => screens));
  const prover = new Prover(
    {
      plan,
      host,
      seed,
      now,
      environment: own?.environment ?? {},
      selection: difference === null ? asked : bothOf(asked, affectedBy(plan, difference)),
      timeouts: { ...TIMEOUTS, case: data.caseSeconds },
    },
    postEvent,
  );
  const run = async ({ task, isWhole, failed, passed }: Assignment) => {
    try {
      await prover.run(task, isWhole, { failed: new Set(failed), reported: new Set(passed) });
      post({ kind: 'done' });
    } catch (error) {
      post({ kind: 'lost', why: error instanceof ProductLost ? error.message : String(error) });
    }
  };
  port?.on('message', (message: ToLane) => {
    if (message.kind === 'run') return void run(message);
    const waiting = opening.get(message.number);
    opening.delete(message.number);
    if (message.kind === 'opened') waiting?.resolve(message.opened);
    else waiting?.reject(new Error(message.message));
  });
  post({ kind: 'ready', derived: host.derived, canRestart: host.reset !== null, url: host.url });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  post({ kind: 'failure', message: error.message, exitCode: error.exitCode });
}
