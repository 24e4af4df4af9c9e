import type { OutboundCall } from '@nonet/language';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { queuedCallsOf } from '../notices/digest-call.ts';
import type { CallWorkerOptions } from './options.ts';
import { makeCall, originOf } from './worker.ts';
import { claimCalls, type Lane } from './outbox.ts';

/** Makes calls concurrently, so that a target that doesn't answer delays only its own calls. */
export interface Caller {
  /** Starts due calls up to the limit of calls in flight; returns how many it started. */
  begin(): Promise<number>;
  /** Resolves when no call is in flight. */
  idle(): Promise<void>;
  /** The number of calls in flight. */
  underWay(): number;
  /** When a host that has not answered may be tried again, in milliseconds; null if none is waited for. */
  nextTry(): number | null;
}

/** A paper that a mail brings may take as long to set. */
const PAPER_MILLISECONDS = 30_000;

/** All mails have one target: no host has a blank in its name. */
const MAIL_SERVER = 'mail server';

/** `onEnd` is called whenever a call has ended: another one may start, and calls that waited for it may be due. */
export function createCaller(options: CallWorkerOptions, onEnd: () => void): Caller {
  const calls = queuedCallsOf(options.index);
  const time = () => Date.parse(options.clock());
  const hostOf = (name: string): string | null => {
    const call = calls.find((each) => each.name === name);
    if (call === undefined) return null;
    return call.kind !== 'request' ? MAIL_SERVER : hostAt(originOf(options.index, call));
  };
  const breaker = createBreaker((host) => shortestPause(calls.filter(({ name }) => hostOf(name) === host)));
  const underWay = new Map<Promise<void>, string>();
  const laneOf = (outbound: OutboundCall, now: number): Lane => {
    const { name: call, kind } = outbound;
    const host = hostOf(call);
    const queue = { call, target: host ?? call, isInOrder: kind === 'request' };
    const waits = kind !== 'request' && (options.deliverMail ?? null) === null;
    if (waits || options.isHeldBack?.(outbound) === true) return { ...queue, lane: `held back ${call}`, room: 0 };
    const trial = host === null ? null : breaker.room(host, now);
    if (host !== null && trial !== null) return { ...queue, lane: `host ${host}`, room: trial };
    const busy = [...underWay.values()].filter((name) => name === call).length;
    return { ...queue, lane: `call ${call}`, room: ENGINE_LIMITS.outboundInFlight - busy };
  };
  return {
    async begin() {
      const now = time();
      const lanes = calls.map((call) => laneOf(call, now));
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

/** Reports to the breaker how a call went; `making` answers whether its host has, null if it was not asked. */
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
  const call = calls.find((each) => each.name === name);
  const papers = (call?.mail?.attach ?? []).filter(({ kind }) => kind === 'paper').length;
  return (call?.expects.withinMilliseconds ?? 0) + papers * PAPER_MILLISECONDS + 10_000;
}
