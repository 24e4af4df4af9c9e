import { expect, test } from 'vitest';
import { applyFixes } from '../../diagnostics/apply-fixes.ts';
import { checkDocument } from '../check.ts';
import { LIBRARY } from '../testing/library.ts';
import { changed } from '../testing/problems.ts';

const ANSWERED = '### Answered\n\nnone';
const CALL = (does: string): string =>
  `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`GET /t/{title}\` | everyone | ${does} | \`{"shelf": shelf}\` |`;
const FORM = '### Sign in `/sign-in`';
const formOf = (fields: string): string =>
  `### New loan \`/new-loan\`\n\n| part | is |\n| --- | --- |\n| kind | form for Loan |\n| for | librarian |\n| fields | ${fields} |\n\n${FORM}`;
const TITLE = '| title | text | 1..80 | |';
const LAST = (rules: string): string => `| last | Loan | ${rules}= first(Loan where book == this order due desc)\` | |`;
const THEN = '`returned_on = today()`';
const RULES_IN_BOOK = '| price | money | optional | |';

test.each([
  ['string', 'text'],
  ['varchar(20)', 'text'],
  ['String', 'text'],
  ['UUID', 'text'],
  ['int', 'integer'],
  ['number', 'integer'],
  ['bigint', 'integer'],
  ['float', 'decimal(12, 2)'],
  ['double', 'decimal(12, 2)'],
  ['numeric(10, 2)', 'decimal(12, 2)'],
  ['bool', 'boolean'],
  ['timestamp', 'datetime'],
  ['interval', 'duration'],
  ['currency', 'money'],
  ['percentage', 'percent'],
  ['blob', 'file(pdf, png, jpg)'],
  ['password', 'secret'],
  ['jsonb', 'json'],
  ['array of Book', 'list of Book'],
  ['ref Loan', 'Loan'],
])('the type %s is %s here', (written, meant) => {
  const { diagnostics } = checkDocument(
    { path: '', text: changed(LIBRARY, RULES_IN_BOOK, `${RULES_IN_BOOK}\n| extra | ${written} | optional | |`) },
    () => ({ kind: 'missing' }),
  );
  const reported = diagnostics
    .filter(({ code }) => code === 'N301')
    .map(({ fix }) => fix?.edits.map(({ text }) => text));
  expect(reported).toEqual([[meant]]);
});

test.each([
  ['N412', THEN, '`returned_on = today(); due += 3 days`', '`returned_on = today(); due = due + 3 days`'],
  ['N412', THEN, '`set returned_on = today()`', '`returned_on = today()`'],
  ['N412', THEN, '`returned_on := today()`', '`returned_on = today()`'],
  [
    'N412',
    THEN,
    '`for l in Loan where book == this.book and status == "lent" and this != l: lose on l`',
    '`lose on Loan as l where book == this.book and status == "lent" and this != l`',
  ],
  ['N322', TITLE, `${TITLE}\n${LAST('`')}`, `${TITLE}\n${LAST('optional, `')}`],
  ['N322', TITLE, `${TITLE}\n${LAST('indexed, `')}`, `${TITLE}\n${LAST('indexed, optional, `')}`],
  ['N701', '| when | Loan bring_back,', '| when | Loan.bring_back,', '| when | Loan bring_back,'],
  ['N701', '| when | Loan bring_back,', '| when | on Loan created,', '| when | Loan create,'],
  ['N716', ANSWERED, CALL('read Book where title == path.title'), CALL('read Book by title')],
  ['N222', FORM, formOf('book, status, due, created_at, borrower, id'), formOf('book, due, borrower')],
])('%s: %s', (code, from, to, expected) => {
  const unique = code === 'N716' ? '| title | text | 1..80, unique | |' : '| title | text | 1..80 | |';
  const base = LIBRARY.replace('| title | text | 1..80 | |', unique);
  const files = [{ path: 'spec.md', text: changed(base, from, to) }];
  const result = applyFixes(
    files,
    ([file]) => checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics,
  );
  expect(result.fixed.map((one) => one.code)).toEqual([code]);
  expect(result.files[0]?.text).toBe(changed(base, from, expected));
  expect(result.remaining.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('one habit in several causes is one error', () => {
  const text = changed(
    LIBRARY,
    '| when | Loan bring_back, Loan lose if due < today() |',
    '| when | Loan.bring_back, Loan.lose if due < today() |',
  );
  const reported = checkDocument({ path: '', text }, () => ({ kind: 'missing' })).diagnostics;
  const causes = reported.filter(({ code }) => code === 'N701');
  expect(causes.map(({ related, fix }) => [related?.length, fix?.edits.map((edit) => edit.text)])).toEqual([
    [1, ['Loan bring_back', 'Loan lose if due < today()']],
  ]);
});

test.each([
  [
    'a default reads no field of its own record',
    '| due | date | | |',
    '| due | date | default returned_on | |',
    'A default is known before its record is',
  ],
  [
    'an error that `refuse` alone raises',
    '| FORBIDDEN | 403',
    '| GONE | 410 | Gone. | DELETE /old |\n| FORBIDDEN | 403',
    'is raised by `refuse GONE`',
  ],
])('%s', (_, from, to, said) => {
  const refusing = `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`DELETE /old\` | everyone | refuse GONE | none |`;
  const base = to.includes('GONE') ? changed(LIBRARY, ANSWERED, refusing) : LIBRARY;
  const { diagnostics } = checkDocument({ path: '', text: changed(base, from, to) }, () => ({ kind: 'missing' }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(said)]);
});
