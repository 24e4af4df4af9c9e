import type { OutboundCall } from '@nonet/language';
import { ENGINE_LIMITS } from '../limits.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import type { CallWorkerOptions } from './options.ts';
import { makeCall, originOf } from './worker.ts';
import { claimCalls, type Lane } from './outbox.ts';

/** Makes calls beside whatever else is done, so that a target that doesn't answer holds up nothing but its own calls. */
export interface Caller {
  /** Begins what is due, as far as there is room beside what is under way; answers how many calls it took. */
  begin(): Promise<number>;
  /** When all that is under way has ended; at once where nothing is. */
  idle(): Promise<void>;
  /** How many calls are under way. */
  underWay(): number;
  /** When a host that has not answered may be tried again, in milliseconds; null where none is waited for. */
  nextTry(): number | null;
}

/** `onEnd` hears of each call that has ended: there is room again, and what waited for it may be due. */
export function createCaller(options: CallWorkerOptions, onEnd: () => void): Caller {
  const { calls } = options.index.plan;
  const time = () => Date.parse(options.clock());
  const hostOf = (name: string): string | null => {
    const call = calls.find((each) => each.name === name);
    return call === undefined ? null : hostAt(originOf(options.index, call));
  };
  const breaker = createBreaker((host) => shortestPause(calls.filter(({ name }) => hostOf(name) === host)));
  const underWay = new Map<Promise<void>, string>();
  const laneOf = (call: string, now: number): Lane => {
    const host = hostOf(call);
    const target = host ?? call;
    const trial = host === null ? null : breaker.room(host, now);
    if (host !== null && trial !== null) return { call, target, lane: `host ${host}`, room: trial };
    const busy = [...underWay.values()].filter((name) => name === call).length;
    return { call, target, lane: `call ${call}`, room: ENGINE_LIMITS.outboundInFlight - busy };
  };
  return {
    async begin() {
      const now = time();
      const lanes = calls.map(({ name }) => laneOf(name, now));
      const claimed = await claimCalls(options.pool, options.clock(), lanes, (name) => leaseOf(calls, name));
      for (const waiting of claimed) {
        const making: Promise<void> = watched(breaker, hostOf(waiting.call), time, makeCall(options, waiting))
          // The lease runs out, and the call is made again.
          .catch(options.onFault)
          .finally(() => {
            underWay.delete(making);
            onEnd();
          });
        underWay.set(making, waiting.call);
      }
      return claimed.length;
    },
    idle: async () => {
      await Promise.allSettled(underWay.keys());
    },
    underWay: () => underWay.size,
    nextTry: () => breaker.nextTry(),
  };
}

/** Reports to the breaker how a call went; `making` answers whether its host has, null where it was not asked. */
async function watched(
  breaker: Breaker,
  host: string | null,
  time: () => number,
  making: Promise<boolean | null>,
): Promise<void> {
  if (host === null) {
    await making;
    return;
  }
  breaker.began(host);
  let answered: boolean | null = null;
  try {
    answered = await making;
  } finally {
    breaker.ended(host, answered, time());
  }
}

function hostAt(origin: string | null): string | null {
  return origin !== null && URL.canParse(origin) ? new URL(origin).host : null;
}

function shortestPause(calls: readonly OutboundCall[]): number {
  return Math.min(...calls.flatMap(({ retry }) => (retry.times > 0 ? [retry.firstMilliseconds] : [])));
}

function leaseOf(calls: readonly OutboundCall[], name: string): number {
  return (calls.find((call) => call.name === name)?.expects.withinMilliseconds ?? 0) + 10_000;
}
