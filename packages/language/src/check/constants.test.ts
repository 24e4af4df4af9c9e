import { describe, expect, test } from 'vitest';
import { settingsOf } from '../plan/settings.ts';
import { checkMarked } from './harness.ts';

const table = (rows: string): string => `| name | value | meaning |\n| --- | --- | --- |\n${rows}`;

const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  ['a value that is none', table('| PAGE_SIZE | ⟦hundred⟧ | |'), ['N081']],
  ['a name in the wrong form', table('⟦| ⟦Most⟧ | 3 | |⟧'), ['N903', 'N038']],
  ['a constant twice', table('| LOCALE | "en" | |\n| ⟦LOCALE⟧ | "nl" | |'), ['N037']],
  ['a time zone that does not exist', table('| TIME_ZONE | ⟦"Europe/Amsterdm"⟧ | |'), ['N902']],
  ['a language that does not exist', table('| LOCALE | ⟦"not a language"⟧ | |'), ['N902']],
  ['a currency that does not exist', table('| CURRENCY | ⟦"EURO"⟧ | |'), ['N902']],
  ['a page size that is a text', table('| PAGE_SIZE | ⟦"x"⟧ | |'), ['N901']],
  ['a page size of nothing', table('| PAGE_SIZE | ⟦0⟧ | |'), ['N901']],
  ['an upload limit without a unit', table('| MAX_UPLOAD | ⟦10⟧ | |'), ['N901']],
  ['a constant that nothing uses', table('⟦| MOST | 3 | |⟧'), ['N903']],
  ['a constant that is not shown', table('| PAGE_SIZE | ⟦not shown⟧ | |'), ['N048']],
  ['terms', '### ⟦Terms⟧', ['N049']],
  ['an unknown heading', '### ⟦Limits⟧', ['N017']],
];

describe('what the checker says about point 9', () => {
  test.each(MISTAKES)('%s', (_, constants, codes) => {
    const { found, marked } = checkMarked({ constants });
    expect(found).toEqual(marked.map((place, index) => `${codes[index]} ${place}`));
  });

  test('the settings are the stated constants in the units of the plan', () => {
    const rows =
      '| CURRENCY | "JPY" | |\n| MAX_UPLOAD | 2 MB | |\n| SESSION_LENGTH | 30 minutes | |\n| LOGIN_ATTEMPTS | 5 per minute | |\n| TIME_ZONE | "Asia/Tokyo" | |';
    const { found, checked } = checkMarked({ constants: table(rows) });
    expect(found).toEqual([]);
    expect(settingsOf(checked.model.constants)).toMatchObject({
      currency: 'JPY',
      currencyDigits: 0,
      maximumUploadBytes: 2_000_000,
      sessionSeconds: 1800,
      loginAttempts: { count: 5, seconds: 60 },
      timeZone: 'Asia/Tokyo',
      pageSize: 25,
    });
  });
});
