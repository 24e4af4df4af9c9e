import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['the entity is known', '| V1 | Loan create |', '| V1 | Laon create |', ['N501 Laon']],
  ['the event is known', '| V1 | Loan create |', '| V1 | Loan creat |', ['N503 creat']],
  ['a rule is on one entity', '| V1 | Loan create |', '| V1 | Loan create, Book |', ['N502 Loan create, Book']],
  ['when it is judged may be open', '| V1 | Loan create |', '| V1 | not shown |', ['N048 not shown']],
  ['names are unique', '| V2 | Loan |', '| V1 | Loan |', ['N037 V1', 'N802 V2']],
  ['an empty condition is a gap', '| V1 | Loan create | `due > today()` |', '| V1 | Loan create | |', ['N048  ']],
  ['a rule says something', '| V1 | Loan create | `due > today()` |', '| V1 | Loan create | none |', ['N505 none']],
  [
    'a condition is an expression',
    '| V1 | Loan create | `due > today()` |',
    '| V1 | Loan create | `duee > today()` |',
    ['N055 duee'],
  ],
  ['an error that is not shown is a gap', '| DUE_TOO_EARLY |\n', '| not shown |\n', ['N048 not shown']],
  ['no other heading stands there', '## 6.', '### Exmaples\n\n## 6.', ['N017 Exmaples']],
];

describe('point 5', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(LIBRARY, from, to)).problems).toEqual(problems);
  });
});

test('an error of a rule stands at a field that somebody fills in', () => {
  const rule = '| V1 | Loan create | `not exists(Loan as l where l.id != this.id and l.due == this.due)` |';
  const { model } = checkText(LIBRARY.replace(/\| V1 \| Loan create \| `[^`]*` \|/, rule));
  expect(model?.rules.find(({ name }) => name === 'V1')?.fields).toEqual(['due']);
});
