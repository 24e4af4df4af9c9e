import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changed, checkText } from '../../fixtures/problems.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');
const ADDRESS = '| address | claims@example.com |';
const BY = '| by | manager |\n| creates';
const CREATES = '| creates | Category |';
const TAKES = '| takes | name = subject |';
const REPLIES = '| replies | none |';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['an address is one', ADDRESS, '| address | the desk |', ['N792 the desk']],
  ['an address may be a constant', ADDRESS, '| address | {CURRENCY} |', []],
  ['the constant is known', ADDRESS, '| address | {DESK} |', ['N792 {DESK}']],
  ['a missing address is a gap', `${ADDRESS}\n`, '', ['N048 category_mail']],
  ['mail that becomes nothing is not received', CREATES, '| creates | none |', ['N792 none']],
  ['an entity is known', CREATES, '| creates | Categry |', ['N207 Categry']],
  ['roles are known', BY, '| by | mangaer |\n| creates', ['N208 mangaer']],
  ['a part of the table is known', TAKES, `${TAKES}\n| colour | red |`, ['N029 colour']],
  ['a field takes one part', TAKES, '| takes | name: subject |', ['N793 name: subject']],
  ['a part of a mail is known', TAKES, '| takes | name = sender |', ['N793 sender']],
  ['a field is known', TAKES, '| takes | nam = subject |', ['N793 nam']],
  ['a field takes one part once', TAKES, '| takes | name = subject, name = text |', ['N037 name']],
  ['a field has the type of the part', TAKES, '| takes | name = date |', ['N793 name = date']],
  ['files go into fields of files', TAKES, '| takes | name = attachments |', ['N793 name = attachments']],
  ['a field of the product takes nothing', TAKES, '| takes | name = subject, id = text |', ['N793 id = text']],
  ['answers become comments', REPLIES, '| replies | Claim |', ['N796 Claim']],
];

describe('the received mail of point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(DOCUMENT, from, to)).problems).toEqual(problems);
  });

  test('an item and a call have names of their own', () => {
    expect(checkText(changed(DOCUMENT, '#### category_mail', '#### booking')).problems).toEqual(['N037 booking']);
  });
});
