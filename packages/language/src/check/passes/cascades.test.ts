import { readFileSync } from 'node:fs';
import { tiersOf } from '@nonet/testing/tiers';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../diagnostics/apply-fixes.ts';
import { checkText } from '../../fixtures/harness.ts';
import { statedBy } from '../../fixtures/stated.ts';

const EXPENSES = readFileSync(new URL('../../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
const OPEN = new Set(['6.Claim.payment_reference.read.owner', '7.book_payment.fails']);

const FIRST_BLOCK = /^```json\n[\s\S]*?\n```/m.exec(EXPENSES)?.[0] ?? '';

/** One slip in what many other places build on, and the one code that reports it. */
const SLIPS: readonly (readonly [slip: string, from: string, to: string, code: string])[] = [
  ['the type of a field that is used everywhere', '| total | money | = sum', '| total | mony | = sum', 'N301'],
  ['the entity that a field refers to', '| category | Category | among', '| category | Categry | among', 'N301'],
  ['the entity of a list', 'list of Line', 'list of Lnie', 'N301'],
  ['the name of a field where it is stated', '| purpose | text | 3..120 | |', '| purpos | text | 3..120 | |', 'N091'],
  ['the header of a column', '### Project\n\n| field | type |', '### Project\n\n| field | typ |', 'N027'],
  ['the name of an entity where it is stated', '### Project\n', '### Projct\n', 'N091'],
  ['the entity of a workflow', '### Claim.status', '### Clam.status', 'N402'],
  ['the field of a workflow', '### Claim.status', '### Claim.staus', 'N403'],
  ['the name of a state where it is stated', '| submitted | | waiting', '| submited | | waiting', 'N091'],
  ['a role over its column', '| may | employee | finance | others |', '| may | employee | finanse | others |', 'N027'],
  [
    'the table of roles',
    '| role | is given to | of | meaning |\n| --- | --- | --- | --- |\n',
    '| role | is given to | of | meaning |\n',
    'N022',
  ],
  ['the condition of a role', '`owner.supervisor == user`', '`owner.suprvisor == user`', 'N057'],
  ['a guard that a call relies on', '`owner.supervisor != null`', '`owner.suprvisor != null`', 'N057'],
  ['the name of a constant where it is stated', '| MANAGER_LIMIT | 2500', '| MANAGER_LIMT | 2500', 'N091'],
  ['the value of a constant', '| MANAGER_LIMIT | 2500 EUR', '| MANAGER_LIMIT | 2,500 EUR', 'N052'],
  ['the code of an error where it is stated', '| TOO_LATE | 422', '| TO_LATE | 422', 'N806'],
  ['the name of a rule where it is stated', '| V4 | Claim submit |', '| V44 | Claim submit |', 'N802'],
  ['the kind of a screen', '| kind | list of Claim |', '| kind | lst of Claim |', 'N206'],
  ['the entity of a screen', '| kind | list of Project |', '| kind | list of Projet |', 'N207'],
  ['the parameter of a route', '`/claims/{claim}`', '`/claims/{clam}`', 'N204'],
  ['a cell too many', '| purpose | text | 3..120 | |', '| purpose | text | 3..120 | | |', 'N020'],
  ['the expression of a computed field', '= total > MANAGER_LIMIT', '= total >> MANAGER_LIMIT', 'N052'],
  ['the entity of a call', '| when | Claim pay |', '| when | Clam pay |', 'N702'],
  ['the heading of a workflow', '### Claim.status', '### The life of a claim', 'N401'],
  ['the answer to a call', '| answer | reference text |', '| answer | reference txt |', 'N301'],
  ['the name of an event where it is stated', '| approve | submitted |', '| aprove | submitted |', 'N091'],
  ['a function in a computed field', '= sum(lines.amount)', '= sim(lines.amount)', 'N058'],
  ['a unit of a rate', '10 per hour', '10 per hpur', 'N069'],
  ['a bracket that is not opened', '`count(Claim where owner', '`countClaim where owner', 'N052'],
  ['a quote that is not opened', 'category.name == "Lodging"', 'category.name == Lodging"', 'N051'],
  ['cells that changed places', '| needs_exception | boolean | =', '| needs_exception | = false | boolean =', 'N301'],
  ['a role without its name', '| finance | assigned | |', '| | assigned | |', 'N038'],
  ['a rule without its name', '| V6 | Claim submit |', '| | Claim submit |', 'N506'],
  ['columns that changed places', '| state | kind | meaning |', '| kind | state | meaning |', 'N092'],
  ['parts and values that changed places', '/claims`\n\n| part | is |', '/claims`\n\n| is | part |', 'N092'],
  ['an empty line in a table', '| approve | submitted |', '\n| approve | submitted |', 'N022'],
  ['a heading without its space', '### Claim\n', '###Claim\n', 'N047'],
  ['a screen without its heading', '### Trips `/trips`\n', '', 'N037'],
  ['an entity without its heading', '### Line\n', '', 'N095'],
  ['the heading of an entity in bold letters', '### Line\n', '**Line**\n', 'N095'],
  ['the heading of a workflow in bold letters', '### Claim.status\n', '**Claim.status**\n', 'N095'],
  ['the heading of the entity that is built in', '### User\n', '### Usre\n', 'N091'],
  [
    'a block of code without an end right under a point',
    '## 8. Error catalogue\n',
    '## 8. Error catalogue\n```\n',
    'N041',
  ],
  ['a fence too many, which a later block closes', '### Project\n', '```\n### Project\n', 'N041'],
  ['a fence too many above a block', '```json\n', '```\n```json\n', 'N041'],
  ['a fence that is missing below a block', FIRST_BLOCK, FIRST_BLOCK.replace(/```$/, ''), 'N041'],
  ['a fence that is missing above a block', FIRST_BLOCK, FIRST_BLOCK.replace('```json', ''), 'N041'],
  ['a full stop behind the name of a rule', '| V4 | Claim submit |', '| V4. | Claim submit |', 'N506'],
  ['a constant without its unit', '| FILING_PERIOD | 90 days |', '| FILING_PERIOD | 90 |', 'N061'],
  ['a guard that never holds, and an example of it', '`not needs_exception`', '`total < 0`', 'N451'],
  [
    'a path through several values that may be missing',
    '`owner.supervisor == user`',
    '`owner.supervisor.supervisor.supervisor == user`',
    'N064',
  ],
  [
    'a misspelt `yes`',
    '| read booking | no | no | no | no | yes | no |',
    '| read booking | no | no | no | no | yess | no |',
    'N055',
  ],
  ['a timer of a constant that is no time', '| DRAFT_KEPT | 180 days |', '| DRAFT_KEPT | 180 MB |', 'N409'],
  ['kinds of states under their meaning', '| state | kind | meaning |', '| state | meaning | kind |', 'N092'],
  ['a comma between rules', 'once, by system, default user |', 'once, default 0 by system |', 'N052'],
  ['a point without its heading', '## 5. Validation rules\n', '', 'N018'],
  [
    'permissions stated twice',
    '| read | yes | yes | no |',
    '| read | yes | yes | no |\n| read | yes | yes | no |',
    'N610',
  ],
];

describe.each(tiersOf(SLIPS, 5))('%s', (_tier, slips, tags) => {
  test.each(slips)('one mistake is one error: %s', { tags }, (_, from, to, code) => {
    if (!EXPENSES.includes(from)) throw new Error(`The document has no “${from}”.`);
    const { diagnostics } = checkText(EXPENSES.replace(from, () => to));
    const reported = diagnostics.filter(({ severity, clause }) => severity !== 'disclosure' && !OPEN.has(clause ?? ''));
    expect(reported.map((found) => found.code)).toEqual([code]);
  });
});

test.each([
  [
    'the headers of states',
    '| state | kind | meaning |',
    '| state | meaning | kind |',
    'N092',
    '| state | kind | meaning |',
  ],
  ['the heading of an entity', '### Line\n', '', 'N095', '### Line\n'],
  [
    'an empty line in a table',
    '| approve | submitted |',
    '\n| approve | submitted |',
    'N022',
    '| approve | submitted |',
  ],
  ['quotes of a word processor', 'and status == "draft")', 'and status == “draft”)', 'N050', 'and status == "draft")'],
])('a fix that removes a cause removes its further diagnostics: %s', (_, from, to, code, fixed) => {
  const text = EXPENSES.replace(from, () => to);
  const found = checkText(text).diagnostics.find((one) => one.code === code);
  const file = applyEdits({ path: 'spec.md', text }, found?.fix?.edits ?? []);
  expect(file.text).toContain(fixed);
  expect(checkText(file.text).plan).not.toBeNull();
});

test('a swap of two cells is only suggested', () => {
  const text = EXPENSES.replace(/^\| finance \| assigned \| \|/m, '| finance | | assigned |');
  const found = checkText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(found.map(({ code, fix }) => [code, fix?.isOffer])).toEqual([['N093', true]]);
});

test('a second mistake is reported as well, wherever one fix would take away what the first one leads to', () => {
  const two = EXPENSES.replace('| state | kind | meaning |', '| state | meaning | kind |').replace(
    '`owner == user`',
    '`ownr == user`',
  );
  const reported = checkText(two).diagnostics.filter(({ severity }) => severity === 'error');
  expect(reported.map(({ code }) => code).toSorted()).toEqual(['N055', 'N092']);
});

test('a possible consequence of a mistake is reported if it is still wrong after the fix', () => {
  const two = EXPENSES.replace('| approve | submitted |', '\n| approve | submitted |').replace(
    /^\| for \| finance \|$/m,
    '| for | Finance |',
  );
  const reported = checkText(two).diagnostics.filter(({ severity }) => severity === 'error');
  expect(reported.map(({ code }) => code).toSorted()).toEqual(['N022', 'N208']);
});

/** Two slips in two points, with the codes of both. */
const SECOND: readonly (readonly [
  second: string,
  slips: readonly (readonly [from: string, to: string])[],
  codes: string[],
])[] = [
  [
    'how something is written follows from nothing',
    [
      [
        '| field | type | rules | meaning |\n| --- | --- | --- | --- |\n| number',
        '| field | type | rules | meaning |\n| number',
      ],
      ['#### Claim\n', '####Claim\n'],
    ],
    ['N022', 'N047'],
  ],
  [
    'a row of permissions states no entity',
    [
      ['| delete | no | no | no | no |', '| delete | no | no | no | no | Claims |'],
      ['| kind | list of Claim |', '| kind | list of Claims |'],
    ],
    ['N020', 'N207'],
  ],
];

test.each(SECOND)('a second mistake in another point is reported: %s', (_, slips, codes) => {
  const text = slips.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The document has no “${from}”.`);
    return before.replace(from, () => to);
  }, EXPENSES);
  const reported = checkText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(reported.map(({ code }) => code).toSorted()).toEqual(codes);
});

test('an error that a fix uncovers is reported at its place in the original text', () => {
  const text = EXPENSES.replace('### User\n', '## User\n').replace('booking = response', 'bookimg = response');
  const reported = checkText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(reported.map(({ span }) => text.slice(span.start, span.end))).toEqual(['## User', 'bookimg']);
});

test('a record in a table of another kind is one error, also for the records that refer to it', () => {
  const row = /^\| Mo Manager .*\n/m.exec(EXPENSES)?.[0] ?? '';
  const stray = EXPENSES.replace(row, '').replace(/(?=^\| V1 \|)/m, () => row);
  const reported = checkText(stray).diagnostics.filter(({ severity }) => severity === 'error');
  expect(reported).toHaveLength(1);
});

test('a row in another table is one error, which offers the table where it fits', () => {
  const row = '| approver | User | optional | |\n';
  if (!EXPENSES.includes(row)) throw new Error(`The document has no “${row}”.`);
  const stray = EXPENSES.replace(row, '').replace(/(^\| V1 \|)/m, () => `${row}| V1 |`);
  const [reported, ...others] = checkText(stray).diagnostics.filter(({ severity }) => severity === 'error');
  expect(others).toEqual([]);
  expect(reported?.fix?.title).toBe('Move this row to the table under “Claim”');
  const { text } = applyEdits({ path: 'spec.md', text: stray }, reported?.fix?.edits ?? []);
  expect(checkText(text).plan).not.toBeNull();
});

test('a row about things that nobody may do does not count as a row of another table', () => {
  const text = EXPENSES.replace('| kind | list of Project |', '| kind | list of Project |\n| actions | delete |');
  const errors = checkText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, fix }) => [code, fix])).toEqual([['N220', undefined]]);
});

test('a name that is misspelt in its declaration is fixed there, with its uses as related places', () => {
  const { diagnostics } = checkText(EXPENSES.replace('| purpose | text | 3..120 | |', '| purpos | text | 3..120 | |'));
  const misspelt = diagnostics.find(({ code }) => code === 'N091');
  expect(misspelt?.related).toHaveLength(9);
  expect(misspelt?.fix?.edits.map(({ text }) => text)).toEqual(['purpose']);
});

test('further places of an unknown name are reported with the first, and fixed with it', () => {
  const text = EXPENSES.replace('`owner == user`', '`ownr == user`').replace(
    'columns | number, owner.',
    'columns | number, ownr.',
  );
  const [unknown, ...others] = checkText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(others).toEqual([]);
  expect(unknown?.related).toHaveLength(1);
  expect(unknown?.fix?.edits.map(({ text: written }) => written)).toEqual(['owner', 'owner']);
});

test('a gap that only follows from a mistake is not in the model, whatever else is reported at its clause', () => {
  const { diagnostics, model } = checkText(
    EXPENSES.replace('| name | text | unique ignoring case', '| name | | unique ignoring case')
      .replace(
        '#### Category\n\n| may | employee | finance | others |\n| --- | --- | --- | --- |\n| read | yes | yes |',
        '#### Category\n\n| may | employee | finance | others |\n| --- | --- | --- | --- |\n| read | `active` | `active` |',
      )
      .replace(/(## 9\. .*\n\n\| name \| value \|[^\n]*\n)\| --- /, '$1$1| --- '),
  );
  const of = (severity: string) => diagnostics.filter((one) => one.severity === severity).map(({ clause }) => clause);
  expect(of('disclosure')).toContain('3.Category.name');
  expect(model.gaps.filter(({ clause }) => !of('gap').includes(clause))).toEqual([]);
});

test.each([
  ['closed', (first: string, rest: string) => `${first} |\n\n| ${rest}`],
  ['open, with blanks', (first: string, rest: string) => `${first} \n\n| ${rest}`],
  ['open', (first: string, rest: string) => `${first}\n\n| ${rest}`],
])('a row that an empty line breaks is one error, which makes it one row again: its first half is %s', (_, broken) => {
  const row = /^\| V1 \|.*$/m.exec(EXPENSES)?.[0] ?? '';
  const middle = row.indexOf(' | ', row.indexOf('Claim'));
  const text = EXPENSES.replace(row, () => broken(row.slice(0, middle), row.slice(middle + 3)));
  const [reported, ...others] = checkText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect([reported?.code, reported?.fix?.title, others]).toEqual(['N022', 'Write it on one line', []]);
  const fixed = applyEdits({ path: 'spec.md', text }, reported?.fix?.edits ?? []).text;
  expect(statedBy(checkText(fixed).model)).toEqual(statedBy(checkText(EXPENSES).model));
});
