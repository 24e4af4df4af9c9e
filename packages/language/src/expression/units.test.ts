import { describe, expect, test } from 'vitest';
import { RATE_UNITS, SIZE_UNITS, TIME_UNITS } from '../vocabulary/units.ts';
import { parseValue } from './literal.ts';

/** The value of two of each unit, in point 9. */
const CASES: Readonly<
  Record<string, readonly [known: object, type: string, values: Readonly<Record<string, unknown>>]>
> = {
  'a unit of time': [
    TIME_UNITS,
    'duration',
    {
      year: 'P2Y',
      years: 'P2Y',
      month: 'P2M',
      months: 'P2M',
      week: 'P2W',
      weeks: 'P2W',
      day: 'P2D',
      days: 'P2D',
      hour: 'PT2H',
      hours: 'PT2H',
      h: 'PT2H',
      minute: 'PT2M',
      minutes: 'PT2M',
      min: 'PT2M',
      second: 'PT2S',
      seconds: 'PT2S',
      s: 'PT2S',
    },
  ],
  'a unit of size': [
    SIZE_UNITS,
    'size',
    {
      B: 2,
      kB: 2_000,
      KB: 2_000,
      MB: 2_000_000,
      GB: 2_000_000_000,
      KiB: 2_048,
      MiB: 2_097_152,
      GiB: 2_147_483_648,
    },
  ],
};

describe.each(Object.entries(CASES))('%s', (_, [known, type, values]) => {
  test('every word has a case', () => {
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(known).toSorted());
  });
  test.each(Object.entries(values))('2 %s', (unit, value) => {
    expect(parseValue(`2 ${unit}`).constant).toMatchObject({ type: { kind: type }, value: { value } });
  });
});

test('the units of a rate', () => {
  const rates = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
  expect(rates).toEqual(RATE_UNITS);
  for (const [unit, seconds] of Object.entries(rates))
    expect(parseValue(`2 per ${unit}`).constant?.value).toMatchObject({ value: { count: 2, seconds } });
});
