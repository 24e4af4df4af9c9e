import { expect, test } from 'vitest';
import { LIBRARY } from '../../../fixtures/library.ts';
import { changed, checkText } from '../../../fixtures/problems.ts';

const RULE = '| V1 | Loan create | `due > today()` | DUE_TOO_EARLY |';
const NOBODY_UPDATES = [
  '| update | lent | yes | yes | no |\n| update | any except lent | no | yes | no |',
  '| update | | no | no | no |',
];
const NOBODY_DELETES_BOOKS = [
  '| create, update, delete | no | yes | no |\n| read price',
  '| create, update, delete | no | no | no |\n| read price',
];

/** A rule in the place of V1, further changes of the library, and the diagnostics about rules. */
const CASES: readonly (readonly [
  what: string,
  rule: string,
  changes: readonly (readonly string[])[],
  said: string[],
])[] = [
  ['an update that nobody may do', '| V1 | Loan update | `due > created_at` |', [NOBODY_UPDATES], []],
  [
    'an update that nothing does',
    '| V1 | Book update | `size(title) > 3` |',
    [NOBODY_DELETES_BOOKS],
    ['N555 Book update'],
  ],
  ['one of several moments comes', '| V1 | Loan update, Loan lose | `due > today()` |', [NOBODY_UPDATES], []],
  [
    'an event of a role that is given to nobody',
    '| V1 | Loan lose | `due > today()` |',
    [['| librarian | assigned | | |', '| librarian | `false` | | |']],
    ['N555 Loan lose'],
  ],
  ['a rule about other records alone', '| V1 | Loan | `count(Book) < 100` |', [], ['N556 count(Book) < 100']],
  ['a gate before a create', '| V1 | Loan create | `count(Book) < 100` |', [], []],
  [
    'a rule about the time alone',
    '| V1 | Loan update | `weekday_number(today()) != 7` |',
    [],
    ['N556 weekday_number(today()) != 7'],
  ],
  ['records that are saved with it', '| V1 | Loan | `count(Remark) < 100` |', [], []],
  ['who saves it', '| V1 | Loan | `user == null or count(Book) < 100` |', [], []],
  ['other records of its own', '| V1 | Loan | `count(Loan) < 100` |', [], []],
];

test.each(CASES)('5: %s', (_, rule, changes, said) => {
  const stated = `${rule} DUE_TOO_EARLY |`;
  const text = [[RULE, stated], ...changes].reduce((so, [from = '', to = '']) => changed(so, from, to), LIBRARY);
  expect(checkText(text).problems.filter((problem) => /^N55[56]/.test(problem))).toEqual(said);
});
