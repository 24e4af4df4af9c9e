import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../plan/settings.ts';
import { checkMarked } from '../../fixtures/harness.ts';

const table = (rows: string): string => `| name | value | meaning |\n| --- | --- | --- |\n${rows}`;

const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  ['a value that is none', table('| PAGE_SIZE | ⟦hundred⟧ | |'), ['N081']],
  ['a name in the wrong form', table('| ⟦Most⟧ | 3 | |'), ['N038']],
  ['a constant twice', table('| LOCALE | "en" | |\n| ⟦LOCALE⟧ | "nl" | |'), ['N037']],
  ['a time zone that does not exist', table('| TIME_ZONE | ⟦"Europe/Amsterdm"⟧ | |'), ['N902']],
  ['a language that does not exist', table('| LOCALE | ⟦"not a language"⟧ | |'), ['N902']],
  ['a currency that does not exist', table('| CURRENCY | ⟦"EURO"⟧ | |'), ['N902']],
  ['a page size that is a text', table('| PAGE_SIZE | ⟦"x"⟧ | |'), ['N901']],
  ['a page size of nothing', table('| PAGE_SIZE | ⟦0⟧ | |'), ['N901']],
  ['an upload limit without a unit', table('| MAX_UPLOAD | ⟦10⟧ | |'), ['N901']],
  ['a constant of the product that is misspelt', table('⟦| MAX_UPLAOD | 10 MB | |⟧'), ['N903']],
  ['a constant that nothing uses', table('⟦| MOST | 3 | |⟧'), ['N903']],
  ['a constant that is not shown', table('| PAGE_SIZE | ⟦not shown⟧ | |'), ['N048']],
  ['an unknown heading', '### ⟦Limits⟧', ['N017']],
  ['a week without working days', table('| WORKING_DAYS | ⟦[]⟧ | |'), ['N901']],
  ['a day of no week', table('| WORKING_DAYS | ⟦["monday", "someday"]⟧ | |'), ['N901']],
  ['a list of dates that are no texts', table('| HOLIDAYS | [⟦2026-12-25⟧] | |'), ['N081']],
  ['a holiday that is no date', table('| HOLIDAYS | ⟦["2026-02-30"]⟧ | |'), ['N901']],
];

describe('diagnostics about point 9', () => {
  test.each(MISTAKES)('%s', (_, constants, codes) => {
    const { found, marked } = checkMarked({ constants });
    expect(found).toEqual(marked.map((place, index) => `${codes[index]} ${place}`));
  });

  test('a constant may be working days, a list of numbers, or any time', () => {
    const { found } = checkMarked({
      entities:
        '### Letter\n\n| field | type | rules |\n| --- | --- | --- |\n| due | date | default today() + REPLY |\n| until | datetime | default now() + WAIT |\n| size | integer | |\n| part | decimal(4, 2) | |',
      rules:
        '| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Letter | `size in SIZES and part in PARTS` | |',
      constants: table(
        '| REPLY | 20 working days | |\n| WAIT | 36 hours | |\n| SIZES | [1, 7, 14] | |\n| PARTS | [0.25, 0.5] | |',
      ),
    });
    expect(found).toEqual([]);
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

  test.each([
    ['money of another currency', 'total > ⟦3 USD⟧', ['N067']],
    ['money of the product’s own currency', 'total > 3 EUR', []],
    ['a divisor that is a constant other than zero', 'total / MOST > 3', []],
    ['a divisor that is a constant of zero', 'total / ⟦NOTHING⟧ > 3', ['N066']],
    ['a divisor that the environment gives', '⟦total / GIVEN⟧ > 3', ['N061']],
  ])('rules know what constants hold: %s', (_, condition, codes) => {
    const { found, marked } = checkMarked({
      entities: '### Sale\n\n| field | type |\n| --- | --- |\n| total | money |',
      rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Sale | \`${condition}\` | INVALID |\n| V2 | Sale | \`total > MOST and total > NOTHING and GIVEN != "x"\` | INVALID |`,
      constants: table('| CURRENCY | "EUR" | |\n| MOST | 3 | |\n| NOTHING | 0 | |\n| GIVEN | env GIVEN | |'),
    });
    const own = found.filter((one) => one.startsWith('N06'));
    expect(own).toEqual(marked.map((place, index) => `${codes[index]} ${place}`));
  });

  test('a record’s value is read as point 9 reads it', () => {
    const entities =
      '### Sale\n\n| field | type |\n| --- | --- |\n| total | money |\n| share | percent |\n| weight | decimal(6, 2) |\n\n#### Records\n\n| total | share | weight |\n| --- | --- | --- |\n| 25 EUR | 21 % | -1.5 |\n| ⟦25 USD⟧ | 0.5 | ⟦21 %⟧ |';
    const { found, marked, checked } = checkMarked({ entities, constants: table('| CURRENCY | "EUR" | |') });
    expect(found).toEqual(marked.map((place) => `N315 ${place}`));
    expect(checked.model.entities[0]?.records[0]?.values).toMatchObject({
      total: { value: '25' },
      share: { value: '0.21' },
      weight: { value: '-1.5' },
    });
  });

  const LEAVE = '### Leave\n\n| field | type |\n| --- | --- |\n| owner | User |\n| from | date |\n| to | date |';
  const term = (heading: string, body: string): string => `#### ${heading}\n\nProse.\n\n\`\`\`expr\n${body}\n\`\`\`\n`;
  const ruled = (condition: string, ...terms: readonly string[]) => ({
    entities: LEAVE,
    rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Leave | \`${condition}\` | INVALID |`,
    constants: `${table('| LIMIT | 3 | |')}\n\n### Terms\n\n${terms.join('\n')}`,
  });
  const TAKEN = term(
    'taken(who User, since date)',
    'sum(days(from, to) of Leave where owner == who and from >= since)',
  );

  test.each([
    ['a term that is right', ruled('taken(owner, from) < LIMIT', TAKEN), []],
    [
      'a term that uses a constant and another',
      ruled('many(owner)', term('many(who User)', 'taken(who, today()) > LIMIT'), TAKEN),
      [],
    ],
    ['another type than the parameter’s', ruled('taken(⟦from⟧, from) < LIMIT', TAKEN), ['N060']],
    ['too few values', ruled('⟦taken(owner)⟧ < LIMIT', TAKEN), ['N059']],
    ['a value that may be null', ruled('taken(⟦user⟧, from) < LIMIT', TAKEN), ['N064']],
    ['what a term gives has its type', ruled('⟦taken(owner, from) == "x"⟧ and LIMIT > 1', TAKEN), ['N062']],
    [
      'a mistake in a term, once',
      ruled('taken(owner) < LIMIT and taken(owner) > 0', term('taken(who User)', 'count(⟦Leav⟧ where owner == who)')),
      ['N055'],
    ],
    [
      '`user` in a term may be null',
      ruled('mine() and LIMIT > 1', term('mine()', 'exists(Leave where owner == user) and ⟦user⟧.name == "x"')),
      ['N064'],
    ],
    [
      'a parameter that is a field of the queried record',
      ruled('taken(owner) < LIMIT', term('taken(from User)', 'count(Leave where owner == ⟦from⟧)')),
      ['N088'],
    ],
    [
      'terms that call each other',
      ruled('one() < LIMIT', term('one()', 'two()'), term('two()', '⟦one⟧() + 1')),
      ['N089'],
    ],
    ['a term that calls itself', ruled('one() < LIMIT', term('one()', '⟦one⟧() + 1')), ['N089']],
    ['a heading that is no term', ruled('days(from, today()) < LIMIT', term('⟦Leave days⟧', '3')), ['N904']],
    ['a term with the name of a function', ruled('days(from, today()) < LIMIT', term('⟦days⟧(a date)', '3')), ['N905']],
    ['a parameter without a type', ruled('days(from, today()) < LIMIT', term('taken(⟦who⟧)', '3')), ['N906']],
    [
      'a parameter of a field’s type',
      ruled('days(from, today()) < LIMIT', term('taken(⟦who list of Leave⟧)', '3')),
      ['N906'],
    ],
    ['a term that is not shown', ruled('taken(owner) > LIMIT', '#### taken(who User)\n\n⟦not shown⟧\n'), ['N048']],
    ['a term without an expression', ruled('taken(owner) > LIMIT', '#### ⟦taken(who User)⟧\n\nProse.\n'), ['N907']],
    [
      'a term that nothing uses',
      ruled(
        'days(from, today()) < LIMIT',
        TAKEN.replace('#### taken(who User, since date)', '#### ⟦taken(who User, since date)⟧'),
      ),
      ['N908'],
    ],
    [
      'a name that is nearly a term’s',
      ruled('⟦takn⟧(owner, from) < LIMIT and taken(owner, from) > 1', TAKEN),
      ['N058'],
    ],
  ])('%s', (_, points, codes) => {
    const { found, marked } = checkMarked(points);
    expect(found).toEqual(marked.map((place, index) => `${codes[index]} ${place}`));
  });
});
