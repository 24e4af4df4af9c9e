import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changed, checkText } from '../../fixtures/problems.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');
const TO = '| to | owner |';
const BODY = 'Total: {total}';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['a user', TO, '| to | owner, approver |', []],
  ['the address of a user is the user', TO, '| to | owner.email |', []],
  ['the address of a constant', TO, '| to | "desk@example.com" |', []],
  ['users of a query', TO, '| to | `User where "manager" in roles` |', []],
  ['a number is no recipient', TO, '| to | total |', ['N754 total']],
  ['a record that is no user is no recipient', TO, '| to | project |', ['N754 project']],
  [
    'records that are no users are no recipients',
    TO,
    '| to | Payment where claim == this |',
    ['N754 Payment where claim == this'],
  ],
  ['nobody is no recipient', TO, '| to | none |', ['N752 none']],
  ['recipients that are not shown are a gap', TO, '| to | not shown |', ['N048 not shown']],
  ['recipients that are missing are a gap', `${TO}\n`, '', ['N048 tell_owner']],
  ['the subject is stated', '| subject | {number} is decided |\n', '', ['N048 tell_owner']],
  ['what happens when it fails is stated', 'is decided |\n| fails | none |', 'is decided |', ['N048 tell_owner']],
  ['a part is known', TO, `${TO}\n| cc | approver |`, ['N029 cc']],
  ['a placeholder is known', BODY, 'Total: {totl}', ['N055 totl']],
  ['`recipient` is the user', BODY, '{recipient.supervisor}', []],
  ['`recipient` of an address is the address', TO, '| to | "a@example.com" |', []],
  ['a braced word is no placeholder', BODY, '{{total}}', []],
  ['an address in angle brackets is no HTML', BODY, '<https://example.com> and 3 < 4', []],
  ['HTML has no meaning', BODY, '<b>Total</b>', ['N753 <b>']],
  ['a picture has no place', BODY, '![Total](https://example.com/a.png)', ['N753 ![Total](']],
  ['a link leads to a screen', BODY, '[All](/claims)', []],
  ['a link leads to a stated address', BODY, '[Help](https://example.com/{number})', []],
];

describe('the mails of point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(DOCUMENT, from, to)).problems.filter((problem) => !/^N7(?:55|58)/.test(problem))).toEqual(
      problems,
    );
  });

  test('a mail and a call have names of their own', () => {
    const text = changed(DOCUMENT, '#### tell_owner', '#### booking');
    expect(checkText(text).problems).toEqual(['N037 booking']);
  });
});
