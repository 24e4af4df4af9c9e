import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['a status is an error’s', '| DUE_TOO_EARLY | 422 |', '| DUE_TOO_EARLY | 200 |', ['N801 200']],
  ['a rule may warn', '| DUE_TOO_EARLY | 422 |', '| DUE_TOO_EARLY | warning |', []],
  [
    'the raising clause is known, and its slip is one error',
    '| That is too early. | V1 |',
    '| That is too early. | V11 |',
    ['N802 V11'],
  ],
  ['a rule by its address is one error', '| That is too early. | V1 |', '| That is too early. | 5.V1 |', ['N802 5.V1']],
  ['a named clause raises it', '| That is too early. | V1 |', '| That is too early. | V1, V2 |', ['N803 V2']],
  ['a raising clause is named', '| That is too early. | V1 |', '| That is too early. | |', ['N804  ']],
  ['a message that is not shown is a gap', '| That is too early. | V1 |', '| not shown | V1 |', ['N048 not shown']],
  ['placeholders are typed on the raising entity', 'That is too early.', 'Not on {dew}.', ['N055 dew']],
  ['a derived error is a standard one', '| FORBIDDEN | 403 |', '| FORBIDEN | 403 |', ['N807 FORBIDEN']],
  ['a standard error keeps its status', '| FORBIDDEN | 403 |', '| FORBIDDEN | 404 |', ['N808 404']],
  ['an error is raised', '| FORBIDDEN | 403 |', '| UNUSED | 409 | Never. | |\n| FORBIDDEN | 403 |', ['N805 UNUSED']],
  [
    'an error that is raised is in the catalogue',
    '`due > today()` | DUE_TOO_EARLY |',
    '`due > today()` | DUE_TOO_EARLI |',
    ['N806 DUE_TOO_EARLI'],
  ],
];

describe('point 8', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(LIBRARY, from, to)).problems).toEqual(problems);
  });
});
