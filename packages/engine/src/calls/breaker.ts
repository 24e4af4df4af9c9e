import { ENGINE_LIMITS } from '../limits.ts';

/**
 * Knows of each host whether it has answered of late. One that has not, several times in a row, is tried by one call at
 * a time, later and later; whatever else waits for it loses no try meanwhile. The first answer opens it to all again.
 */
export interface Breaker {
  /** How many calls may begin at a host now: none or one, to see whether it answers; null: it bounds nothing. */
  room(host: string, now: number): 0 | 1 | null;
  began(host: string): void;
  /** `answered`: null where the host was not asked at all. */
  ended(host: string, answered: boolean | null, now: number): void;
  /** When the next host may be tried again, in milliseconds; null where none is bounded. */
  nextTry(): number | null;
}

interface Silence {
  /** How often in a row there was no answer. */
  count: number;
  last: number;
  trying: number;
}

const FIRST_PAUSE = 1_000;

/** `shortestPause`: the least that the document states between two tries at a host, which it is never kept longer from. */
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
