import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** The library with examples under point 4, or under point 5. */
function withExamples(rows: string, point: 4 | 5 = 4): string {
  const table = `### Examples\n\n| given | who | does | then |\n| --- | --- | --- | --- |\n${rows}\n\n`;
  const next = point === 4 ? '## 5. Validation rules' : '## 6. Roles and permissions';
  return changed(LIBRARY, next, `${table}${next}`);
}

/** One row with its diagnostics: each code and the marked text. */
const CASES: readonly (readonly [rule: string, row: string, problems: readonly string[]])[] = [
  ['a state', '| Loan | borrower | lose | INVALID_TRANSITION |', []],
  ['a condition on what is given', '| Loan where due > today() | librarian | bring_back | returned |', []],
  [
    'records that name each other',
    '| Book as b where price == null; Loan where book == b | librarian | lose | lost |',
    [],
  ],
  [
    'conditions that hold afterwards',
    '| Loan | librarian | bring_back | returned; returned_on == today(); old.due == due |',
    [],
  ],
  ['`user` in what is given', '| Loan where borrower == user | member | lose | FORBIDDEN |', []],
  ['nobody is signed in', '| Loan | none | lose | UNAUTHENTICATED |', []],
  ['values', '| none | member | create Loan(due: today() + 1 day) | lent; borrower == user |', []],
  ['a value that is missing', '| none | member | create Loan(due: null) | REQUIRED |', []],
  ['an update', '| Loan | borrower | update(due: today() + 9 days) | due > old.due |', []],
  ['a deletion', '| Loan | borrower | delete | not exists(Loan where due == old.due) |', []],
  ['time', '| Loan | after 3 days | none | lent |', []],
  ['a gap', '| Loan | librarian | lose | not shown |', ['N048 not shown']],

  ['what is given is an entity', '| a loan | librarian | lose | lost |', ['N431 a loan']],
  ['of point 3', '| Laon | librarian | lose | lost |', ['N402 Laon']],
  ['its condition has names of the record', '| Loan where duee > today() | librarian | lose | lost |', ['N055 duee']],
  ['nobody may be `user`', '| Loan where user.name == "Ann" | none | lose | NOT_FOUND |', ['N064 user']],
  ['who is a role', '| Loan | libarian | lose | lost |', ['N409 libarian']],
  ['an event of the entity', '| Loan | librarian | loose | lost |', ['N420 loose']],
  ['of what is deleted, nothing is given', '| Loan | librarian | restore | lent |', ['N420 restore']],
  ['one thing is done', '| Loan | librarian | lose it | lost |', ['N432 lose it']],
  ['to a record', '| none | librarian | lose | lost |', ['N434 lose']],
  ['a created entity is known', '| none | member | create Laon | lent |', ['N402 Laon']],
  ['values are fields', '| none | member | create Loan(duo: today()) | lent |', ['N433 duo']],
  ['that somebody may give', '| none | member | create Loan(status: "lent") | lent |', ['N433 status']],
  ['with their fields', '| none | member | create Loan(today()) | lent |', ['N433 today()']],
  ['each once', '| none | member | create Loan(due: today(), due: today()) | lent |', ['N037 due']],
  ['of their types', '| none | member | create Loan(due: "soon") | lent |', ['N075 "soon"']],
  ['an event takes what it asks', '| Loan | librarian | lose(due: today()) | lost |', ['N433 due']],
  ['an event from a record is not from `new`', '| none | librarian | lose on Loan | lost |', ['N432 lose']],
  ['somebody does something', '| Loan | librarian | none | lost |', ['N432 none']],
  ['where time passes nothing is done', '| Loan | after 3 days | lose | lost |', ['N432 lose']],
  ['time happens to a record', '| none | after 3 days | none | lost |', ['N434 after 3 days']],
  ['so much time', '| Loan | after due | none | lost |', ['N409 due']],
  ['a state is known', '| Loan | librarian | lose | lots |', ['N408 lots']],
  ['an error is known', '| Loan | librarian | bring_back | NOT_TOODAY |', ['N436 NOT_TOODAY']],
  ['refused or done', '| Loan | librarian | lose | lost; NOT_TODAY |', ['N435 lost']],
  ['in one state', '| Loan | librarian | lose | lost; returned |', ['N435 returned']],
  ['what is deleted has no state', '| Loan | borrower | delete | lost |', ['N435 lost']],
  [
    'each mistake is reported',
    '| Loan | librarian | lose | lost; duee == today(); borowwer == user |',
    ['N055 duee', 'N055 borowwer'],
  ],
  ['nor fields', '| Loan | borrower | delete | due == today() |', ['N055 due']],

  ['a record that may be', '| Loan where due > today() and due < today() | librarian | lose | lost |', ['N456 …']],
  ['an event starts there', '| Loan where status == "lost" | librarian | bring_back | returned |', ['N456 …']],
  ['its guard may hold there', '| Loan where due == today() | librarian | bring_back | returned |', ['N456 …']],
  ['it leads there', '| Loan | librarian | lose | returned |', ['N456 …']],
  ['somebody else may', '| Loan | none | lose | lost |', ['N456 …']],
  ['it is refused so', '| Loan | librarian | lose | NOT_TODAY |', ['N456 …']],
  ['with the error of a rule', '| none | member | create Loan(due: today()) | DUE_TOO_EARLY |', []],
];

describe('examples', () => {
  test.each(CASES)('%s: %s', (_rule, row, problems) => {
    const whole = problems.map((problem) => problem.replace('…', row));
    expect(checkText(withExamples(row)).problems).toEqual(whole);
    // They mean the same under both points.
    expect(checkText(withExamples(row, 5)).problems).toEqual(whole);
  });

  test('the model has each example with the clauses that it illustrates', () => {
    const rows = [
      '| Loan as l where due > today() | borrower, librarian | bring_back | returned; returned_on == today() |',
      '| none | member | create Loan(due: today()) | DUE_TOO_EARLY |',
    ];
    const { model } = checkText(withExamples(rows.join('\n')));
    expect(model.examples).toMatchObject([
      {
        clause: '4.examples.1',
        given: [{ entity: 'Loan', variable: 'l', condition: { kind: 'binary', operator: '>' } }],
        who: { kind: 'person', roles: ['borrower', 'librarian'], fields: [] },
        does: { kind: 'event', event: 'bring_back', values: {} },
        then: { kind: 'done', state: 'returned', conditions: [{ kind: 'binary', operator: '==' }] },
        shows: ['4.Loan.status.bring_back'],
      },
      {
        clause: '4.examples.2',
        given: [],
        does: { kind: 'create', entity: 'Loan', values: { due: { kind: 'call', name: 'today' } } },
        then: { kind: 'refused', errors: ['DUE_TOO_EARLY'] },
        shows: ['5.V1'],
      },
    ]);
  });
});
