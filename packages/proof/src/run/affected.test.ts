import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { affectedBy, differenceBetween } from './affected.ts';
import type { AskStep, Case, Step } from './case.ts';

const TITLES = ['Purpose', 'Screens', 'Entities', 'States', 'Rules', 'Roles', 'Calls', 'Errors', 'Constants'];
const ENTITIES = `### Shelf

| field | type | rules |
| --- | --- | --- |
| name | text | ..80 |

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | ..90 |
| shelf | Shelf | |

### Reader

| field | type | rules |
| --- | --- | --- |
| name | text | ..70 |`;
const RIGHTS = ['Shelf', 'Book', 'Reader'].map(
  (name) => `#### ${name}\n\n| may | others |\n| --- | --- |\n| read, create, update, delete | yes |`,
);
const STATED: Readonly<Record<string, string>> = {
  Purpose: 'A library lends books.',
  Entities: ENTITIES,
  Rules: '| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Book create | `title != MOST` | BAD |',
  Roles: `### Permissions\n\n${RIGHTS.join('\n\n')}`,
  Errors: '| code | status | message | when |\n| --- | --- | --- | --- |\n| BAD | 422 | No. | V1 |',
  Constants: '| name | value |\n| --- | --- |\n| MOST | "x" |',
};
const TEXT = [
  '# Library',
  ...TITLES.map((title, place) => `## ${place + 1}. ${title}\n\n${STATED[title] ?? 'none'}`),
].join('\n\n');

const AT = '2026-03-16T09:00:00.000Z';
const ask = (method: AskStep['method'], path: string): AskStep => ({
  kind: 'ask',
  at: AT,
  as: null,
  method,
  path,
  clauses: [],
  expect: { status: 200 },
});
const caseOf = (clause: string, ...steps: Step[]): Case => ({ clauses: [clause], title: clause, steps });
const CASES: Readonly<Record<string, Case>> = {
  shelf: caseOf('3.Shelf', ask('GET', '/api/shelves')),
  'shelf deleted': caseOf('6.Shelf.delete', ask('DELETE', '/api/shelves/@Shelf:1')),
  book: caseOf('3.Book', ask('GET', '/api/books')),
  rule: caseOf('5.V1', ask('POST', '/api/books')),
  reader: caseOf('3.Reader', ask('GET', '/api/readers')),
  together: caseOf('3.Reader', { kind: 'together', asks: [ask('POST', '/api/books'), ask('POST', '/api/books')] }),
  time: caseOf('3.Reader', { kind: 'wait', until: AT, clauses: [] }),
};

const plan = planOf(TEXT);

test.each<[what: string, from: string, to: string, tried: string[]]>([
  ['nothing', '', '', []],
  ['the layout alone', '| title | text | ..90 |', '| title  |  text | ..90 |', []],
  ['what is told of the product', 'lends books', 'lends many books', []],
  ['a field', '..90', '..91', ['shelf deleted', 'book', 'rule', 'together', 'time']],
  ['what another entity refers to', '..80', '..81', ['shelf', 'shelf deleted', 'book', 'rule', 'together', 'time']],
  [
    'a constant that a rule reads',
    '| MOST | "x" |',
    '| MOST | "y" |',
    ['shelf deleted', 'book', 'rule', 'together', 'time'],
  ],
  [
    'the words of an error',
    '| BAD | 422 | No. |',
    '| BAD | 422 | Never. |',
    ['shelf deleted', 'book', 'rule', 'together', 'time'],
  ],
  [
    'a setting',
    '| MOST | "x" |',
    '| MOST | "x" |\n| PAGE_SIZE | 5 |',
    ['shelf', 'shelf deleted', 'book', 'rule', 'reader', 'together', 'time'],
  ],
])('a difference in %s selects the cases that can depend on it', (_what, from, to, tried) => {
  expect(TEXT).toContain(from);
  const former = planOf(TEXT.replace(from, to));
  const selection = affectedBy(plan, differenceBetween(former, plan));
  expect(Object.keys(CASES).filter((name) => selection.has(CASES[name] as Case))).toEqual(tried);
});
