import { expect, test } from 'vitest';
import { applyFixes } from '../../diagnostics/apply-fixes.ts';
import { checkDocument } from '../check.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed } from '../../fixtures/problems.ts';

const ANSWERED = '### Answered\n\nnone';
const CALL = (does: string): string =>
  `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`GET /t/{title}\` | everyone | ${does} | \`{"shelf": shelf}\` |`;
const LISTED = (order: string): string =>
  `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`GET /t\` | everyone | \`list Book order ${order}\` | \`[title]\` |`;
const FORM = '### Sign in `/sign-in`';
const formOf = (fields: string): string =>
  `### New loan \`/new-loan\`\n\n| part | is |\n| --- | --- |\n| kind | form for Loan |\n| for | librarian |\n| fields | ${fields} |\n\n${FORM}`;
const TITLE = '| title | text | 1..80 | |';
const LAST = (rules: string): string => `| last | Loan | ${rules}= first(Loan where book == this order due desc)\` | |`;
const THEN = '`returned_on = today()`';
const CAUSES = '| when | Loan bring_back, Loan lose if due < today() |';
const RULES_IN_BOOK = '| price | money | optional | |';

test.each([
  ['string', 'text'],
  ['varchar', 'text'],
  ['String', 'text'],
  ['UUID', 'text'],
  ['int', 'integer'],
  ['number', 'integer'],
  ['bigint', 'integer'],
  ['float', 'decimal(12, 2)'],
  ['double', 'decimal(12, 2)'],
  ['numeric(10, 2)', 'decimal(10, 2)'],
  ['NUMERIC(8,3)', 'decimal(8, 3)'],
  ['money(EUR)', 'money in EUR'],
  ['uuid references books(id)', 'Book'],
  ['int REFERENCES users', 'User'],
  ['bool', 'boolean'],
  ['timestamp', 'datetime'],
  ['interval', 'duration'],
  ['currency', 'money'],
  ['percentage', 'percent'],
  ['blob', 'file(pdf, png, jpg)'],
  ['password', 'secret'],
  ['jsonb', 'json'],
  ['array of Book', 'many Book'],
  ['Remark[]', 'many Remark'],
  ['User.id', 'User'],
  ['string?', 'text', 'optional, '],
  ['ref Loan', 'Loan'],
  ['date?', 'date'],
  ['Optional<User>', 'User'],
  ['varchar(20)', 'text', '..20, '],
  ['text(60)', 'text', '..60, '],
])('the type %s is %s here', (written, ...meant) => {
  const { diagnostics } = checkDocument(
    { path: '', text: changed(LIBRARY, RULES_IN_BOOK, `${RULES_IN_BOOK}\n| extra | ${written} | optional | |`) },
    () => ({ kind: 'missing' }),
  );
  const reported = diagnostics
    .filter(({ code }) => code === 'N301')
    .map(({ fix }) => fix?.edits.map(({ text }) => text));
  expect(reported).toEqual([meant.filter((text) => text !== 'optional, ')]);
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
  ['N202', '`/books/{book}`', '`/books/:id`', '`/books/{book}`'],
  ['N204', '`/books/{book}`', '`/books/{id}`', '`/books/{book}`'],
  ['N206', '| kind | list of Book |', '| kind | table of Book |', '| kind | list of Book |'],
  ['N206', '| kind | board of Loan by', '| kind | kanban of Loan by', '| kind | board of Loan by'],
  ['N212', '| actions | create, edit |', '| actions | add, update |', '| actions | create, edit |'],
  ['N029', '| order | title,', '| sort by | title,', '| order | title,'],
  ['N029', '| page size |', '| per page |', '| page size |'],
  ['N208', '| for | member, librarian |', '| for | signed in, librarian |', '| for | member, librarian |'],
  ['N208', '| for | member, librarian |', '| for | all |', '| for | everyone |'],
  ['N216', '`month(returned_on)` | bar |', '`month(returned_on)` | bar chart |', '`month(returned_on)` | bar |'],
  ['N616', '| visitor | anyone |', '| visitor | everyone |', '| visitor | anyone |'],
  ['N616', '| visitor | anyone |', '| visitor | not signed in |', '| visitor | anyone |'],
  ['N616', '| member | signed in |', '| member | logged in |', '| member | signed in |'],
  ['N616', '| librarian | assigned |', '| librarian | assigned by an admin |', '| librarian | assigned |'],
  [
    'N606',
    '| read | yes | yes | yes |\n| create,',
    '| view | yes | yes | yes |\n| add,',
    '| read | yes | yes | yes |\n| create,',
  ],
  ['N606', '| create, update, delete | no |', '| create/update/delete | no |', '| create, update, delete | no |'],
  ['N606', '| create, update, delete | no |', '| CUD | no |', '| create, update, delete | no |'],
  [
    'N055',
    '| create, update, delete | no | yes |',
    '| create, update, delete | ✗ | ✓ |',
    '| create, update, delete | no | yes |',
  ],
  ['N053', '| update | lent | yes |', '| update | lent | only if due > today() |', '| update | lent | due > today() |'],
  ['N053', 'count(Loan where status == "lent")', 'count(Loan, status == "lent")', 'count(Loan where status == "lent")'],
  [
    'N053',
    'count(Loan where status == "lent")',
    "COUNT(Loan WHERE status = 'lent')",
    "count(Loan where status == 'lent')",
  ],
  [
    'N053',
    'count(Loan where status == "lent")',
    'sum(Book where price != null, price)',
    'sum(Book.price where price != null)',
  ],
  ['N058', 'count(Loan where status == "lent")', 'Loan.count()', 'count(Loan)'],
  ['N408', '| bring_back | lent |', '| bring_back | * |', '| bring_back | any |'],
  [
    'N408',
    '| bring_back | lent | returned |',
    '| bring_back | lent -> returned | |',
    '| bring_back | lent | returned |',
  ],
  [
    'N053',
    '| order | title, created_at desc |',
    '| order | title ascending, created_at descending |',
    '| order | title, created_at desc |',
  ],
  [
    'N053',
    '| order | title, created_at desc |',
    '| order | +title, -created_at |',
    '| order | title, created_at desc |',
  ],
  [
    'N053',
    '| order | title, created_at desc |',
    '| order | title: asc, desc(created_at) |',
    '| order | title, created_at desc |',
  ],
  ['N053', ANSWERED, LISTED('-title, price ascending'), LISTED('title desc, price')],
  ['N021', '| bring_back | lent | returned |', '| bring_back | lent -> returned |', '| bring_back | lent | returned |'],
  ['N021', '| bring_back | lent | returned |', '| bring_back | lent→returned |', '| bring_back | lent | returned |'],
  [
    'N409',
    '| lose | lent | lost | librarian |',
    '| lose | lent | lost | role: librarian |',
    '| lose | lent | lost | librarian |',
  ],
  ['N038', TITLE, '| <b>title</b> | text | 1..80 | |', TITLE],
  ['N062', '`borrower == user`', '`borrower == user.id`', '`borrower == user`'],
  ['N055', '`borrower == user`', '`borrower_id == user`', '`borrower == user`'],
  [
    'N057',
    '| where | `borrower == user` |',
    '| where | `this.user_id == user` |',
    '| where | `this.borrower == user` |',
  ],
  ['N412', THEN, '`if due > today() then returned_on = today()`', '`returned_on = today() if due > today()`'],
  ['N416', '| lent | initial | |', '| lent | start | |', '| lent | initial | |'],
  ['N416', '| lost | final | |', '| lost | end | |', '| lost | final | |'],
  ['N616', '| librarian | assigned |', '| librarian | by an admin |', '| librarian | assigned |'],
  ['N081', 'env ARCHIVE_URL', 'env(ARCHIVE_URL)', 'env ARCHIVE_URL'],
  ['N504', '| V1 | Loan create |', '| V1 | Loan.create |', '| V1 | Loan create |'],
  ['N501', '| V2 | Loan |', '| V2 | Loan create, update |', '| V2 | Loan create, Loan update |'],
  ['N081', '| CURRENCY | "EUR" |', '| CURRENCY | EUR |', '| CURRENCY | "EUR" |'],
  ['N081', 'env ARCHIVE_URL', 'env', 'env ARCHIVE_URL'],
  ['N081', '| ON_A_PAGE | 25 | |', '| ON_A_PAGE | 25 | |\n| FEE | €15 | |', '| ON_A_PAGE | 25 | |\n| FEE | 15 EUR | |'],
  [
    'N712',
    CAUSES,
    '| when | every day at 8:00 for Loan where due < today() |',
    '| when | every day at 08:00 for Loan where due < today() |',
  ],
  [
    'N712',
    CAUSES,
    '| when | daily at 8pm for each Loan where due < today() |',
    '| when | every day at 20:00 for Loan where due < today() |',
  ],
  ['N222', FORM, formOf('book, status, due, created_at, borrower, id'), formOf('book, due, borrower')],
])('%s: %s', (code, from, to, expected) => {
  const unique = code === 'N716' ? '| title | text | 1..80, unique | |' : '| title | text | 1..80 | |';
  const base = LIBRARY.replace('| title | text | 1..80 | |', unique);
  const files = [{ path: 'spec.md', text: changed(base, from, to) }];
  const result = applyFixes(
    files,
    ([file]) => checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics,
  );
  expect(new Set(result.fixed.map((one) => one.code))).toEqual(new Set([code]));
  expect(result.files[0]?.text).toBe(changed(base, from, expected));
  expect(result.remaining.filter(({ severity }) => severity === 'error')).toEqual([]);
});

/** A row of fields, and how it is written once the fix is in. */
test.each([
  ['N302', 'text | required, NOT NULL, max 60', 'text | ..60'],
  ['N302', 'text | unique, not null', 'text | unique'],
  ['N302', 'text | mandatory', 'text | '],
  ['N302', 'text | maxLength(60), nullable', 'text | ..60, optional'],
  ['N302', 'integer | > 0', 'integer | 1..'],
  ['N302', 'money | > 0', 'money | 0.01..'],
  ['N302', 'money | >= 0', 'money | 0..'],
  ['N302', 'decimal(5, 1) | < 100', 'decimal(5, 1) | ..99.9'],
  ['N302', 'integer | between 1 and 5', 'integer | 1..5'],
  ['N302', 'integer | default: 5', 'integer | default 5'],
  ['N302', 'integer | default = 5', 'integer | default 5'],
  ['N302', 'text | pattern ^[0-9]+$', 'text | matches /^[0-9]+$/'],
  ['N302', 'User | FK, on delete set null, nullable', 'User | clear, optional'],
  ['N302', 'text | required if price != null', 'text | when price != null'],
  ['N306', 'enum: low, high | default low', 'enum(low, high) | default low'],
  ['N306', "one of 'low', 'high' | ", 'enum(low, high) | '],
  ['N306', 'enum(open/closed) | ', 'enum(open, closed) | '],
  ['N306', "enum('open', 'closed') | ", 'enum(open, closed) | '],
  ['N306', '"open" \\| "closed" | ', 'enum(open, closed) | '],
])('%s: a field that is written `%s`', (code, written, expected) => {
  const row = (cells: string): string => `${RULES_IN_BOOK}\n| extra | ${cells} | |`;
  const files = [{ path: 'spec.md', text: changed(LIBRARY, RULES_IN_BOOK, row(written)) }];
  const result = applyFixes(
    files,
    ([file]) => checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics,
  );
  expect(new Set(result.fixed.map((one) => one.code))).toEqual(new Set([code]));
  expect(result.files[0]?.text).toBe(changed(LIBRARY, RULES_IN_BOOK, row(expected)));
  expect(result.remaining.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a catalogue of errors without the column that says when gets it whole', () => {
  const [start, end] = [LIBRARY.indexOf('| code | status'), LIBRARY.indexOf('\n\n## 9.')];
  const table = LIBRARY.slice(start, end);
  const files = [{ path: 'spec.md', text: LIBRARY.replace(table, table.replaceAll(/[^|]*\|$/gm, '')) }];
  const check: Parameters<typeof applyFixes>[1] = ([file]) =>
    checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics;
  expect(check(files).flatMap(({ severity, code }) => (severity === 'error' ? code : []))).toEqual(['N804']);
  expect(applyFixes(files, check).files[0]?.text).toBe(LIBRARY);
});

test.each([
  ['number A-{YYYY}-{0000}', 'number A-{yyyy}-{0000}'],
  ['number {Year}{Month}-{000}', 'number {yyyy}{mm}-{000}'],
])('the parts of a number: %s', (written, expected) => {
  const row = `${RULES_IN_BOOK}\n| extra | ${written} | | |`;
  const { diagnostics } = checkDocument({ path: '', text: changed(LIBRARY, RULES_IN_BOOK, row) }, () => ({
    kind: 'missing',
  }));
  const reported = diagnostics.filter(({ code }) => code === 'N306');
  expect(reported.map(({ fix }) => fix?.edits.map(({ text }) => text))).toEqual([[expected]]);
});

/** A fix with another possible meaning is offered, and `check --fix` does not apply it. */
test.each([
  ['N302', RULES_IN_BOOK, `${RULES_IN_BOOK}\n| extra | text | read-only | |`, ['by system']],
  ['N302', RULES_IN_BOOK, `${RULES_IN_BOOK}\n| extra | percent | > 0 | |`, []],
  ['N606', '| create, update, delete | no |', '| manage | no |', ['read, create, update, delete']],
  ['N606', '| create, update, delete | no |', '| read/write | no |', ['read, create, update, delete']],
])('%s is left to a person: %s', (code, from, to, offered) => {
  const files = [{ path: 'spec.md', text: changed(LIBRARY, from, to) }];
  const check: Parameters<typeof applyFixes>[1] = ([file]) =>
    checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics;
  const found = check(files).filter((one) => one.code === code);
  expect(found).toHaveLength(1);
  expect(found.flatMap(({ fix }) => fix?.edits.map(({ text }) => text) ?? [])).toEqual(offered);
  expect(applyFixes(files, check).fixed.filter((one) => one.code === code)).toEqual([]);
});

test('a text with the name of a field in braces', () => {
  const row = `${RULES_IN_BOOK}\n| extra | text | = "{title}: {shelf}" | |`;
  const { diagnostics } = checkDocument({ path: '', text: changed(LIBRARY, RULES_IN_BOOK, row) }, () => ({
    kind: 'missing',
  }));
  const reported = diagnostics.filter(({ code }) => code === 'N049');
  expect(reported.map(({ fix }) => fix?.edits.map(({ text }) => text))).toEqual([['title + ": " + shelf']]);
});

test.each([
  [
    'a table of all permissions',
    '### Permissions',
    '### Permissions\n\n| entity | visitor |\n| --- | --- |\n| Book | R |',
    '`#### Book`',
  ],
  ['a cell that means the own record', '| update | lent | yes |', '| update | lent | own |', 'Give it to “borrower”'],
])('%s', (_, from, to, said) => {
  const { diagnostics } = checkDocument({ path: '', text: changed(LIBRARY, from, to) }, () => ({ kind: 'missing' }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(said)]);
});

test('a field that every record has is left out with its row', () => {
  const row = '| id | uuid | primary key | |\n';
  const files = [{ path: 'spec.md', text: changed(LIBRARY, TITLE, `${row}${TITLE}`) }];
  const result = applyFixes(
    files,
    ([file]) => checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics,
  );
  expect(result.files[0]?.text).toBe(LIBRARY);
});

test('one word of another language in several fields is one error', () => {
  const text = changed(
    LIBRARY,
    RULES_IN_BOOK,
    `${RULES_IN_BOOK}\n| a | text | required | |\n| b | text | required, unique | |`,
  );
  const reported = checkDocument({ path: '', text }, () => ({ kind: 'missing' })).diagnostics;
  expect(reported.filter(({ code }) => code === 'N302').map(({ related }) => related?.length)).toEqual([1]);
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
