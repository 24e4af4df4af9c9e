import type { Expression } from '@nonet/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookUp } from '../reference/lookup.ts';
import { World } from '../reference/world.ts';
import { distance } from './distance.ts';
import { sample } from './pattern.ts';
import { randomFrom } from './random.ts';
import { planOf } from '../fixtures/plan.ts';

describe('a sample of a pattern', () => {
  test.each([
    ['^[A-Z]{2}[0-9]{2,8}$', 4],
    ['^[A-Z]{2}[0-9]{2,8}$', 10],
    ['^(red|green)-\\d+$', 12],
    ['^[^a-z]+$', 3],
    ['^a?b*c+(?:de){2}$', 9],
    ['^\\w{3,}@\\w+\\.org$', 20],
  ])('%s with %i characters matches', (pattern, length) => {
    const made = sample(pattern, length);
    expect(made).toMatch(new RegExp(pattern, 'u'));
    expect(made?.length).toBeGreaterThanOrEqual(length);
  });
});

test('a seed determines the choices', () => {
  const choices = (seed: number) => {
    const random = randomFrom(seed);
    return Array.from({ length: 20 }, () => random.below(100));
  };
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      expect(choices(seed)).toEqual(choices(seed));
    }),
  );
  expect(choices(1)).not.toEqual(choices(2));
});

describe('the distance of a condition', () => {
  const world = new World(lookUp(planOf(), {}), '2026-03-16T09:00:00Z');
  const number = (value: number): Expression => ({
    kind: 'literal',
    value: String(value),
    type: { kind: 'decimal', scale: null, nullable: false },
  });
  const atLeast = (values: readonly number[], least: number): Expression => ({
    kind: 'list query',
    form: 'all',
    list: {
      kind: 'list',
      items: values.map(number),
      type: { kind: 'list', of: { kind: 'decimal', scale: null, nullable: false }, nullable: false },
    },
    variable: 'each',
    where: null,
    value: {
      kind: 'binary',
      operator: '>=',
      left: { kind: 'variable', name: 'each', type: { kind: 'decimal', scale: null, nullable: false } },
      right: number(least),
      type: { kind: 'boolean', nullable: false },
    },
    type: { kind: 'boolean', nullable: false },
  });
  const compare = (operator: '<' | '<=' | '==', left: number, right: number): Expression => ({
    kind: 'binary',
    operator,
    left: number(left),
    right: number(right),
    type: { kind: 'boolean', nullable: false },
  });
  const truth = {
    '<': (a: number, b: number) => a < b,
    '<=': (a: number, b: number) => a <= b,
    '==': (a: number, b: number) => a === b,
  };

  test('is 0 exactly where it is as it is wanted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('<' as const, '<=' as const, '==' as const),
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        fc.boolean(),
        (operator, left, right, wanted) => {
          const found = distance(world, compare(operator, left, right), {}, wanted);
          expect(found === 0).toBe(truth[operator](left, right) === wanted);
          expect(found).toBeLessThan(1);
        },
      ),
    );
  });

  test('is that of the values of a list, of which each counts', () => {
    const wanted = [[1, 2], [6, 2], [6, 7], []].map((values) => distance(world, atLeast(values, 5), {}, true));
    expect(wanted).toEqual(wanted.toSorted((a, b) => b - a));
    expect(wanted.map((found) => found === 0)).toEqual([false, false, true, true]);
    expect(distance(world, atLeast([6, 7], 5), {}, false)).toBeGreaterThan(0);
    expect(distance(world, atLeast([6, 2], 5), {}, false)).toBe(0);
  });

  test('is exact below the one that is too great to matter, and from there on stays above it', () => {
    const joined = (operator: 'and' | 'or', parts: readonly Expression[]): Expression =>
      parts.reduce((left, right) => ({
        kind: 'binary',
        operator,
        left,
        right,
        type: { kind: 'boolean', nullable: false },
      }));
    const values = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(values, fc.constantFrom('all' as const, 'exists' as const)), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('and' as const, 'or' as const),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        (parts, operator, wanted, sixtieths) => {
          const condition = joined(
            operator,
            parts.map(([each, form]) => {
              const all = atLeast(each, 5);
              return form === 'all' || all.kind !== 'list query'
                ? all
                : { ...all, form, where: all.value, value: null };
            }),
          );
          const most = sixtieths / 60;
          const whole = distance(world, condition, {}, wanted);
          const bounded = distance(world, condition, {}, wanted, most);
          expect(Math.min(bounded, most)).toBe(Math.min(whole, most));
        },
      ),
    );
  });

  test('falls as the values come nearer', () => {
    const at = (left: number) => distance(world, compare('<', left, 10), {}, true);
    expect([20, 15, 11, 10].map(at)).toEqual([20, 15, 11, 10].map(at).toSorted((a, b) => b - a));
  });
});
