import { describe, expect, test } from 'vitest';
import { compileToClosure } from '../../../expression/evaluate.ts';
import { checkMarked } from '../../../fixtures/harness.ts';

const ENTITIES = `### Sale

| field | type | rules |
| --- | --- | --- |
| kind | enum(small, big, huge) | |
| weight | integer | |
| total | money | |
| paid | boolean | |
| note | text | |
| rate | integer | \`= rate(kind, weight, paid)\` |`;

/** A term by a kind, a weight and a tick, stated by these rows. */
function check(
  policy: string,
  rows: string,
  heading = '#### rate(kind enum(small, big, huge), weight integer, paid boolean)',
) {
  const constants = `| name | value | meaning |
| --- | --- | --- |
| CURRENCY | "EUR" | |
| LIMIT | 10 | |
| PAGE_SIZE | 25 | |

### Terms

${heading}

What it costs.

| ${policy} | kind | weight | paid | then |
| --- | --- | --- | --- | --- |
${rows}`;
  const result = checkMarked({ entities: ENTITIES, constants });
  // Points that state nothing, and fields that nobody reads, are no subject here.
  const found = result.found.filter((line) => !/^N(?:3[13]|90[38])/.test(line));
  return { ...result, found };
}

const COMPLETE = `| R1 | "small" | | | 1 |
| R2 | "big", "huge" | 0..10 | true | \`weight * 2\` |
| | "big", "huge" | 0..10 | false | 3 |
| R4 | not "small" | \`> LIMIT\` | | 4 |
| R5 | \`!= "small"\` | \`< 0\` | any | 5 |`;

const MISTAKES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['complete and without overlaps', 'unique', COMPLETE, []],
  ['the first row counts', 'first', '| | "big" | | | 1 |\n| | | `> 3` | | 2 |\n| | | | | 3 |', []],
  ['no value', 'first', '| | "big" | | | ⟦|⟧\n| | | | | 3 |', ['N911']],
  ['an unknown choice', 'first', '| | ⟦"bgi"⟧ | | | 1 |\n| | | | | 3 |', ['N063']],
  ['an unknown name', 'first', '| | | `> ⟦LIMTI⟧` | | 1 |\n| | | | | 3 |', ['N055']],
  ['a mistake in the last row', 'first', '| | "big" | | | 1 |\n| | | `< ⟦LIMTI⟧` | | 3 |', ['N055']],
  ['values of two types', 'first', '| | "big" | | | 1 |\n| | | | | "a" |', ['N060']],
  ['what is not shown', 'first', '| | "big" | | | ⟦not shown⟧ |\n| | | | | 3 |', ['N048']],
];

describe('a term that is stated as a table (9)', () => {
  test.each(MISTAKES)('%s', (_what, policy, rows, codes) => {
    expect(check(policy, rows).found.map((line) => line.slice(0, 4))).toEqual(codes);
  });

  test.each([
    [
      'a gap',
      'unique',
      COMPLETE.replace('0..10 | false', '0..9 | false'),
      'No row of `rate` fits where kind is big, weight = 10, not paid.',
    ],
    ['an overlap', 'unique', COMPLETE.replace('`< 0`', '`<= 0`'), 'kind is big, weight = 0, paid.'],
    [
      'a row that contradicts itself',
      'first',
      '| | | 5..3 | | 1 |\n| | | | | 3 |',
      'This row of `rate` is never taken',
    ],
    [
      'a row behind one that takes all of it',
      'first',
      '| | | `> 3` | | 1 |\n| | | `> 5` | | 2 |\n| | | | | 3 |',
      'This row of `rate` is never taken',
    ],
    [
      'a row behind one without conditions',
      'first',
      '| | | | | 1 |\n| | | `> 5` | | 2 |',
      'This row of `rate` is never taken',
    ],
  ])('%s is reported with its smallest example', (_what, policy, rows, message) => {
    const { checked } = check(policy, rows);
    const found = checked.diagnostics.filter(({ code }) => /^N91[234]$/.test(code)).map((each) => each.message);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  test('texts have endless values, so that a last row takes the others', () => {
    const heading = '#### rate(kind text, weight integer, paid boolean)';
    const [open, closed] = [
      ['"big"', 'N912'],
      ['', null],
    ].map(([cell, code]) => {
      const { checked } = check('first', `| | "small" | | | 1 |\n| | ${cell} | | | 2 |`, heading);
      return [checked.diagnostics.filter((each) => each.code.startsWith('N91')).map((each) => each.code), code];
    });
    expect(open).toEqual([['N912'], 'N912']);
    expect(closed).toEqual([[], null]);
  });

  test.each([
    ['small', -5, false, 1],
    ['big', 0, true, 0],
    ['huge', 10, true, 20],
    ['huge', 10, false, 3],
    ['big', 11, true, 4],
    ['big', -1, false, 5],
  ])('%s, %i, %s gives %i', (kind, weight, paid, value) => {
    const { checked } = check('unique', COMPLETE);
    const expression = checked.model.entities[0]?.fields.find(({ name }) => name === 'rate')?.computed;
    if (!expression) throw new Error('It is not computed.');
    const settings = { timeZone: 'Europe/Amsterdam', workingDays: [1, 2, 3, 4, 5], holidays: [] };
    const variables = { this: { kind, weight: String(weight), paid } };
    expect(
      Number(
        compileToClosure(expression)({
          variables,
          constants: { LIMIT: '10' },
          now: '2026-11-21T10:00:00Z',
          ...settings,
        }),
      ),
    ).toBe(value);
  });
});
