import { ENGINE_LIMITS } from '../engine-limits.ts';

/**
 * Remembers which hosts have stopped answering. A host that did not answer several times in a row gets one call at a
 * time, after growing pauses; other calls that wait for it use up no try meanwhile. The first answer lets all calls
 * through again.
 */
export interface Breaker {
  /** The number of calls that may begin at a host now: 0, or 1 to see whether it answers; null: no limit. */
  room(host: string, now: number): 0 | 1 | null;
  began(host: string): void;
  /** `answered`: null if the host was not asked at all. */
  ended(host: string, answered: boolean | null, now: number): void;
  /** When the next host may be tried again, in milliseconds; null if none is bounded. */
  nextTry(): number | null;
}

interface Silence {
  /** The number of consecutive attempts without an answer. */
  count: number;
  last: number;
  trying: number;
}

const FIRST_PAUSE = 1_000;

/**
 * `shortestPause`: the least that the document states between two tries at a host, which it is never kept longer from.
 */
export function createBreaker(shortestPause: (host: string) => number): Breaker {
  const silent = new Map<string, Silence>();
  const isOpen = (silence: Silence) => silence.count >= ENGINE_LIMITS.outboundSilences;
  const nextOf = (host: string, { count, last }: Silence) =>
    last +
    Math.min(
      FIRST_PAUSE * 2 ** (count - ENGINE_LIMITS.outboundSilences),
      ENGINE_LIMITS.outboundTrialSeconds * 1_000,
      shortestPause(host),
    );
  return {
    room: (host, now) => {
      const silence = silent.get(host);
      if (silence === undefined || !isOpen(silence)) return null;
      return silence.trying === 0 && now >= nextOf(host, silence) ? 1 : 0;
    },
    began: (host) => {
      const silence = silent.get(host) ?? { count: 0, last: 0, trying: 0 };
      silence.trying += 1;
      silent.set(host, silence);
    },
    ended: (host, answered, now) => {
      const silence = silent.get(host);
      if (silence === undefined) return;
      silence.trying -= 1;
      if (answered === true) silence.count = 0;
      if (answered === false) {
        silence.count += 1;
        silence.last = now;
      }
      if (silence.count === 0 && silence.trying === 0) silent.delete(host);
    },
    nextTry: () => {
      const tries = [...silent].flatMap(([host, silence]) =>
        isOpen(silence) && silence.trying === 0 ? [nextOf(host, silence)] : [],
      );
      return tries.length === 0 ? null : Math.min(...tries);
    },
  };
}
