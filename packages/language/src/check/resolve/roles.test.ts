import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['what a role is given to', '| librarian | assigned |', '| librarian | asigned |', ['N616 asigned']],
  ['only a relationship has an entity', '| librarian | assigned | |', '| librarian | assigned | Loan |', ['N601 Loan']],
  [
    'a role that a record gives needs its entity',
    '| librarian | assigned | | |',
    '| librarian | assigned | | |\n| lender | `borrower == user` | | |',
    ['N055 borrower'],
  ],
  [
    'a role that is not shown is a gap',
    '| librarian | assigned | |',
    '| librarian | not shown | |',
    ['N048 not shown'],
  ],
  [
    'a role is given in one way',
    '| librarian | assigned | | |',
    '| librarian | assigned | | |\n| librarian | signed in | | |',
    ['N602 librarian'],
  ],
  [
    'the entity of a role is known',
    '| borrower | `borrower == user` | Loan |',
    '| borrower | `borrower == user` | Laon |',
    ['N604 Laon'],
  ],
  [
    'a role and a field of one name mean the same',
    '| borrower | `borrower == user` | Loan |',
    '| borrower | `book.title == user.name` | Loan |',
    ['N614 | borrower | `book.title == user.name` | Loan | |'],
  ],
  ['entities are known', '#### Book', '#### Bok', ['N048 Permissions', 'N604 Bok']],
  ['permissions stand once', '#### Book\n', '#### Loan\n', ['N048 Permissions', 'N608 price', 'N605 Loan']],
  ['fields are known', '| read price |', '| read prise |', ['N608 prise']],
  ['only reading and updating name fields', '| read price |', '| create price |', ['N607 create price']],
  ['verbs are known', '| read price |', '| raed price |', ['N606 raed']],
  ['states are known', '| update | lent |', '| update | lnt |', ['N611 lnt']],
  ['a state has one row', '| update | lent |', '| update | lent, returned |', ['N610 update']],
  ['a state without a row is a gap', '| update | any except lent |', '| update | lost |', ['N048 Loan']],
  [
    'nobody holds a relationship on create',
    '| create | | | yes | `user != null and due > today()` |',
    '| create | | yes | yes | no |',
    ['N612 yes'],
  ],
  [
    'nor on import, which creates',
    '| create | | | yes | `user != null and due > today()` |',
    '| create, import | | yes | yes | no |',
    ['N612 yes'],
  ],
  [
    'nobody restores what is deleted for good',
    '| delete | | no | yes | no |',
    '| delete, restore | | no | yes | no |',
    ['N612 yes'],
  ],
  ['a missing row is a gap', '| create | | | yes | `user != null and due > today()` |\n', '', ['N048 Loan']],
  ['an empty cell is a gap', '| read | yes | yes | yes |\n| create', '| read | yes | | yes |\n| create', ['N048  ']],
  ['`roles` and `email` need rows of their own', ', update roles, update email', '', ['N048 User', 'N048 User']],
  ['`as` names a reference', '| read | | yes | yes | no |', '| read | | yes | as book | as titel |', ['N613 as titel']],
];

/** The roles of the document, with a column for their former names. */
const ROLES = LIBRARY.replace('| of | meaning |', '| of | was |');

describe('a former name of a role', () => {
  test.each([
    ['is no name of a role any more', 'keeper', []],
    ['is none that is still stated', 'borrower', ['N094 borrower']],
    ['is another one', 'librarian', ['N094 librarian']],
    ['is written like one', 'Keeper', ['N038 Keeper']],
  ])('%s', (_rule, was, problems) => {
    const from = '| librarian | assigned | | |';
    expect(checkText(changed(ROLES, from, `| librarian | assigned | | ${was} |`)).problems).toEqual(problems);
  });
});

describe('point 6', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(LIBRARY, from, to)).problems).toEqual(problems);
  });
});
