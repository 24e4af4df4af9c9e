import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../diagnostics/apply-fixes.ts';
import { checkMarked } from '../../../fixtures/harness.ts';

/** A Job with one event, the row of which is tried; `rule` is one on its creates, `price` who of the clerks reads it. */
function reported(row: string, rule = '', price = 'yes') {
  const { found, marked, checked } = checkMarked({
    entities: `### Job

| field | type | rules |
| --- | --- | --- |
| title | text | optional |
| note | text | optional |
| code | text | optional, once |
| stamp | text | optional, by system |
| rate | integer | by system, default 3 |
| firm | Firm | optional |
| parts | list of Part | |
| phase | state | |

### Part

| field | type | rules |
| --- | --- | --- |
| name | text | |
| price | integer | default 0 |

### Firm

| field | type | rules |
| --- | --- | --- |
| name | text | optional, once |
| last | text | optional |`,
    states: `### Job.phase

| state | kind |
| --- | --- |
| open | initial |
| done | final |

| event | from | to | by | asks | then |
| --- | --- | --- | --- | --- | --- |
${row}
| end | open | done | boss | | \`stamp = "x"; rate = 4\` |`,
    roles: `### Roles

| role | is given to | of |
| --- | --- | --- |
| boss | assigned | |
| clerk | assigned | |

### Permissions

#### Job, Firm

| may | boss | clerk | others |
| --- | --- | --- | --- |
| read, create, update, delete | yes | yes | no |

#### Part

| may | boss | clerk | others |
| --- | --- | --- | --- |
| read, create, update, delete | yes | yes | no |
| read price | no | ${price} | no |

#### User

| may | boss | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update email, update disabled | yes | no |`,
    ...(rule && {
      rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n${rule}`,
      errors: '| code | status | message | when |\n| --- | --- | --- | --- |\n| NO | 422 | No. | V1 |',
    }),
  });
  return {
    checked,
    found: found.map((line) => line.replace(/ \S+/, '')),
    marked: marked.map((line) => line.replace(/^\S+ /, '')),
  };
}

describe('4: a field that an event asks for and sets', () => {
  test.each<[string, string, readonly string[]]>([
    ['people fill in', '| x | open | same | boss | note | `firm.last = note if firm != null` |', []],
    ['people or the product', '| x | open | same | boss, system | note | |', []],
    ['nobody fills in, as time takes it', '⟦| x | open | same | after 3 days | note? | |⟧', ['N458']],
    ['is given once', '⟦| x | open | same | boss | code | |⟧', ['N459']],
    ['is given once, by the event that creates', '| x | new | open | boss | title, code | |', []],
    ['is set by the product alone', '⟦| x | open | same | boss | stamp | |⟧', ['N459']],
    ['is given once, and set', '⟦| x | open | same | boss | | `code = "x"` |⟧', ['N459']],
    [
      'is given once, and set on another record',
      '⟦| x | open | same | boss | | `firm.name = "x" if firm != null` |⟧',
      ['N459'],
    ],
    ['is given once, and set as it is created', '| x | new | open | boss | title | `code = "x"` |', []],
    ['a child has that they read', '| x | open | same | clerk | parts + (name, price) | |', []],
  ])('%s', (_, row, codes) => {
    const { found, marked } = reported(row);
    expect(found).toEqual(marked.map((text, index) => `${codes[index]} ${text}`));
  });
});

test.each([
  ['| x | open | same | boss | stamp | |', '| stamp | text | optional |'],
  ['| x | open | same | boss | | `firm.name = "x" if firm != null` |', '| name | text | optional |'],
])('4: leaving out the rule that it breaks is offered: %s', (row, left) => {
  const { checked } = reported(row);
  const fix = checked.diagnostics.find(({ code }) => code === 'N459')?.fix;
  expect(fix?.isOffer).toBe(true);
  const text = checked.tree.files[0]?.text ?? '';
  expect(applyEdits({ path: 'spec.md', text }, fix?.edits ?? []).text).toContain(left);
});

test('4: a field of a child that nobody who adds the child ever reads', () => {
  const { found, marked } = reported('⟦| x | open | same | clerk | parts + (name, price) | |⟧', '', 'no');
  expect(found).toEqual(marked.map((text) => `N454 ${text}`));
});

describe('5: nobody and nothing sets on create the fields that are given later', () => {
  const SAME = '| x | open | same | boss | note | |';
  test.each<[string, string, readonly string[]]>([
    ['a rule that asks for it', '| V1 | Job create | `⟦stamp != null⟧` | NO |', ['N551']],
    ['a rule that asks for its absence', '| V1 | Job create | `⟦stamp == null⟧` | NO |', ['N552']],
    ['a rule against its default', '| V1 | Job create | `⟦rate > 3⟧` | NO |', ['N551']],
    ['a rule on later changes too', '| V1 | Job | `stamp != null` | NO |', []],
    ['a rule about what is entered', '| V1 | Job create | `code != null` | NO |', []],
    ['a rule about what an event asks for', '| V1 | Job create | `⟦note != null⟧` | NO |', ['N551']],
  ])('%s', (_, rule, codes) => {
    const { found, marked } = reported(SAME, rule);
    expect(found).toEqual(marked.map((text, index) => `${codes[index]} ${text}`));
  });

  test('it is not known what an event from `new` sets', () => {
    expect(
      reported('| x | new | open | boss | title, note | `stamp = "y"` |', '| V1 | Job create | `stamp != null` | NO |')
        .found,
    ).toEqual([]);
  });
});
