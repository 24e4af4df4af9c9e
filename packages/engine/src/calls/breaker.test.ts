import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { createBreaker } from './breaker.ts';

const HOST = 'ledger.example';
const LONG = 3_600_000;
const silences = (breaker: ReturnType<typeof createBreaker>, count: number, now = 0) => {
  for (let place = 0; place < count; place += 1) {
    breaker.began(HOST);
    breaker.ended(HOST, false, now);
  }
};

describe('a host that does not answer', () => {
  test('is limited after a number of timeouts in a row, and not before', () => {
    const breaker = createBreaker(() => LONG);
    silences(breaker, ENGINE_LIMITS.outboundSilences - 1);
    expect(breaker.room(HOST, 0)).toBeNull();
    silences(breaker, 1);
    expect(breaker.room(HOST, 0)).toBe(0);
    expect(breaker.room('other.example', 0)).toBeNull();
  });

  test('is tried by one call at a time, later and later, and at last twice a minute', () => {
    const breaker = createBreaker(() => LONG);
    silences(breaker, ENGINE_LIMITS.outboundSilences);
    const pauses: number[] = [];
    let now = 0;
    for (let tries = 0; tries < 7; tries += 1) {
      const next = breaker.nextTry() ?? Number.NaN;
      expect([breaker.room(HOST, next - 1), breaker.room(HOST, next)]).toEqual([0, 1]);
      pauses.push((next - now) / 1000);
      now = next;
      breaker.began(HOST);
      expect([breaker.room(HOST, now), breaker.nextTry()]).toEqual([0, null]);
      breaker.ended(HOST, false, now);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  test('delays no call longer than the document states between two attempts', () => {
    const breaker = createBreaker(() => 500);
    silences(breaker, ENGINE_LIMITS.outboundSilences + 9, 1_000);
    expect([breaker.room(HOST, 1_499), breaker.room(HOST, 1_500)]).toEqual([0, 1]);
  });

  test('is open to all again with its first answer', () => {
    const breaker = createBreaker(() => LONG);
    silences(breaker, ENGINE_LIMITS.outboundSilences + 3);
    breaker.began(HOST);
    breaker.ended(HOST, true, 60_000);
    expect([breaker.room(HOST, 60_000), breaker.nextTry()]).toEqual([null, null]);
  });

  test('counts only the calls that were sent', () => {
    const breaker = createBreaker(() => LONG);
    for (let place = 0; place < 20; place += 1) {
      breaker.began(HOST);
      breaker.ended(HOST, null, 0);
    }
    expect(breaker.room(HOST, 0)).toBeNull();
  });
});

test('a limited host always has at most one call in flight, and is tried again some time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(true, false, null), fc.nat(40_000)), { maxLength: 60 }), (steps) => {
      const breaker = createBreaker(() => LONG);
      let now = 0;
      for (const [answered, pause] of steps) {
        now += pause;
        const next = breaker.room(HOST, now) === 0 ? breaker.nextTry() : now;
        expect(next).toBeGreaterThanOrEqual(now);
        now = next ?? now;
        breaker.began(HOST);
        expect([null, 0]).toContain(breaker.room(HOST, now));
        breaker.ended(HOST, answered, now);
      }
    }),
  );
});
