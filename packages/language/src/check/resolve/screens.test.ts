import { describe, expect, test } from 'vitest';
import { checkDocument } from '../check.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed, checkText } from '../../fixtures/problems.ts';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['a screen has a route', '### Figures `/figures`', '### Figures', ['N201 Figures']],
  ['a route is made of words', '`/figures`', '`/fig ures`', ['N202 /fig ures']],
  ['a route is not below /api', '`/figures`', '`/api/figures`', ['N202 /api/figures']],
  ['a parameter names an entity', '`/books/{book}`', '`/books/{bok}`', ['N204 bok']],
  ['a parameter finds one record', '`/books/{book}`', '`/books/{book.title}`', ['N205 book.title']],
  ['a record screen has its parameter', '`/books/{book}`', '`/one-book`', ['N214 /one-book']],
  [
    'or at a fixed route the condition of its record',
    '`/books/{book}`\n\n| part | is |\n| --- | --- |',
    '`/one-book`\n\n| part | is |\n| --- | --- |\n| where | title == "One" |\n| order | price desc |\n| empty | None |',
    [],
  ],
  [
    'of which it says the order where it may find several',
    '`/books/{book}`\n\n| part | is |\n| --- | --- |',
    '`/one-book`\n\n| part | is |\n| --- | --- |\n| where | price != null |',
    ['N271 | where | price != null |'],
  ],
  [
    'neither of which has an effect at a route that names it',
    '`/books/{book}`\n\n| part | is |\n| --- | --- |',
    '`/books/{book}`\n\n| part | is |\n| --- | --- |\n| where | price != null |\n| order | price |',
    ['N211 where', 'N211 order'],
  ],
  ['parameters are not told apart by name', '`/loans/{loan}`', '`/books/{loan}`', ['N203 /books/{loan}']],
  ['screens have different names', '### Figures ', '### My Loans ', ['N221 My Loans']],
  ['kinds are known', 'list of Book', 'lst of Book', ['N206 lst of Book']],
  ['the entity of a kind is known', 'list of Book', 'list of Bok', ['N207 Bok']],
  ['people sign up where point 6 lets them', '| kind | sign in |', '| kind | sign up |', ['N220 Sign in `/sign-in`']],
  ['roles are known', '| for | librarian |\n| columns', '| for | libarian |\n| columns', ['N208 libarian']],
  ['columns are fields', '| columns | title, shelf |', '| columns | titel, shelf |', ['N209 titel']],
  [
    'paths lead through references',
    '| columns | title, shelf |',
    '| columns | title, shelf.name |',
    ['N210 shelf.name'],
  ],
  ['paths lead through a many', '| filters | status, due |', '| filters | status, seconds.name |', []],
  ['a condition orders', '| filters | status, due |', '| order | `due < today()` desc, due |', []],
  ['its names are known', '| filters | status, due |', '| order | due < todya() |', ['N058 todya']],
  ['what orders is a condition', '| filters | status, due |', '| order | due + 1 day |', ['N060 due + 1 day']],
  [
    'there is no order by several values',
    '| filters | status, due |',
    '| order | seconds.name |',
    ['N210 seconds.name'],
  ],
  ['paths lead through no owned list', 'book.title (Title), due', 'remarks.text, due', ['N210 remarks.text']],
  ['a column stands once', '| columns | title, shelf |', '| columns | title, title |', ['N037 title']],
  ['a part that is not shown is a gap', '| columns | title, shelf |', '| columns | not shown |', ['N048 not shown']],
  ['parts are known', '| columns | title, shelf |', '| colums | title, shelf |', ['N029 colums']],
  ['only texts are searched', '| search | title |', '| search | price |', ['N210 price']],
  [
    'a page size is a number',
    '| page size | ON_A_PAGE |',
    '| page size | 0 |',
    ['N215 0', 'N903 | ON_A_PAGE | 25 | |'],
  ],
  [
    'a page size is a constant that is a number',
    '| page size | ON_A_PAGE |',
    '| page size | CURRENCY |',
    ['N215 CURRENCY', 'N903 | ON_A_PAGE | 25 | |'],
  ],
  ['actions are known', '| actions | create, edit |', '| actions | craete, edit |', ['N212 craete']],
  [
    'calendars alone are subscribed to',
    '| actions | create, edit |',
    '| actions | create, subscribe |',
    ['N212 subscribe'],
  ],
  ['a record is copied', '| actions | create, edit |', '| actions | create, copy |', []],
  ['which others call otherwise', '| actions | create, edit |', '| actions | create, duplicate |', ['N212 duplicate']],
  [
    'an action creates another record, with values of this one',
    '| actions | create, edit |',
    '| actions | create, Lend -> create Loan(book: this, due: today() + 14 days) |',
    [],
  ],
  [
    'what an action creates is known',
    '| actions | create, edit |',
    '| actions | Lend -> create Lone(book: this) |',
    ['N207 Lone'],
  ],
  [
    'its values are of fields',
    '| actions | create, edit |',
    '| actions | Lend -> create Loan(bok: this) |',
    ['N413 bok'],
  ],
  [
    'its values have the type of their field',
    '| actions | create, edit |',
    '| actions | Lend -> create Loan(book: shelf) |',
    ['N060 shelf'],
  ],
  [
    'its values may be read on what the record refers to',
    '| actions | create, bring_back |',
    '| actions | create, Again -> create Loan(book: this.book, due: today() + size(book.title) * 1 days) |',
    [],
  ],
  [
    'and on no others',
    '| actions | create, edit |',
    '| actions | Lend -> create Loan(due: today() + count(Loan where book == this) * 1 days) |',
    ['N215 today() + count(Loan where book == this) * 1 days'],
  ],
  ['each value has its field', '| actions | create, edit |', '| actions | Lend -> create Loan(this) |', ['N215 this']],
  [
    'no value is given twice',
    '| actions | create, edit |',
    '| actions | Lend -> create Loan(book: this, book: this) |',
    ['N037 book: this'],
  ],
  [
    'a page has no record that an action could read',
    '| actions | Books -> /books |',
    '| actions | Lend -> create Loan(book: this) |',
    ['N055 this'],
  ],
  [
    'a calendar shows further entities by their days',
    '| kind | calendar of Loan by due |',
    '| also | Loan by returned_on, Book by created_at |\n| kind | calendar of Loan by due |',
    [],
  ],
  [
    'a further entity is known',
    '| kind | calendar of Loan by due |',
    '| also | Lone by due |\n| kind | calendar of Loan by due |',
    ['N207 Lone'],
  ],
  [
    'a further entity stands by its days',
    '| kind | calendar of Loan by due |',
    '| also | Loan by status, Book |\n| kind | calendar of Loan by due |',
    ['N210 status', 'N215 Book'],
  ],
  [
    'a further entity stands once',
    '| kind | calendar of Loan by due |',
    '| also | Loan by due, Loan by returned_on |\n| kind | calendar of Loan by due |',
    ['N037 Loan'],
  ],
  [
    'who may import what a list offers to is stated',
    '| page size | ON_A_PAGE |\n| actions | create, edit |',
    '| page size | ON_A_PAGE |\n| actions | import |',
    ['N048 Book'],
  ],
  ['an action that can never apply', '| actions | create, edit |', '| actions | create, restore |', ['N220 restore']],
  ['a link leads to a screen', 'Books -> /books', 'Books -> /boks', ['N213 /boks']],
  [
    'a page has headings and tables of its own',
    '| actions | Books -> /books |\n',
    '| actions | Books -> /books |\n\n| day | from |\n| --- | --- |\n| Monday | 9 |\n\n#### Rules\n\n| what | days |\n| --- | --- |\n| Books | 21 |\n',
    [],
  ],
  [
    'no code below a heading of a page',
    '| actions | Books -> /books |\n',
    '| actions | Books -> /books |\n\n#### Rules\n\n```\nx\n```\n',
    ['N019 ```\nx\n```'],
  ],
  [
    'other screens have no headings of their own',
    '| actions | create, edit |\n',
    '| actions | create, edit |\n\n#### Rules\n',
    ['N017 Rules'],
  ],
  ['a form has links', 'calendar of Loan by due', 'form for Loan |\n| actions | Books -> /books', []],
  ['a form has no other actions', 'calendar of Loan by due', 'form for Loan |\n| actions | extend', ['N212 extend']],
  ['a page has links alone', '| actions | Books -> /books |', '| actions | create |', ['N212 create']],
  ['a board is by a choice', 'board of Loan by status', 'board of Loan by due', ['N210 due']],
  ['a calendar is by dates', 'calendar of Loan by due', 'calendar of Loan by status', ['N210 status']],
  ['a calendar from one date to another', 'calendar of Loan by due', 'calendar of Loan by due..returned_on', []],
  ['a timeline from one date to another', 'calendar of Loan by due', 'timeline of Loan by due..returned_on', []],
  ['a timeline is by dates', 'calendar of Loan by due', 'timeline of Loan by due..status', ['N210 status']],
  ['a timeline is by something', 'calendar of Loan by due', 'timeline of Loan', ['N206 timeline of Loan']],
  ['a gallery is by an image', 'calendar of Loan by due', 'gallery of Loan by book', ['N210 book']],
  [
    'a timeline has rows and colours by a reference, a state or an enum',
    '| kind | calendar of Loan by due |',
    '| rows | book |\n| colour | status |\n| kind | timeline of Loan by due..returned_on |',
    [],
  ],
  [
    'a calendar has them, too',
    '| kind | calendar of Loan by due |',
    '| rows | borrower |\n| colour | book |\n| kind | calendar of Loan by due |',
    [],
  ],
  [
    'and not by other fields',
    '| kind | calendar of Loan by due |',
    '| rows | due |\n| colour | book.title |\n| kind | timeline of Loan by due |',
    ['N210 due', 'N210 book.title'],
  ],
  [
    'nor by what is not there',
    '| kind | calendar of Loan by due |',
    '| rows | boook |\n| kind | timeline of Loan by due |',
    ['N209 boook'],
  ],
  [
    'a gallery has no rows',
    '| kind | calendar of Loan by due |',
    '| rows | book |\n| kind | gallery of Loan by due |',
    ['N210 due'],
  ],
  ['related columns are fields of the children', '`remarks: text`', '`remarks: txt`', ['N209 txt']],
  ['related is a list', '`remarks: text`', '`book: title`', ['N210 book']],
  ['where is an expression', '`borrower == user`', '`borrower == usr`', ['N055 usr']],
  ['a missing audience is a gap', '| page |\n| for | everyone |', '| page |', ['N048 Home `/`']],
  ['parts fit the kind', '| kind | page |', '| search | x |\n| kind | page |', ['N211 search']],
  ['tiles are drawn in known ways', '| number |', '| nmber |', ['N216 nmber']],
  ['a grouped tile is no number', '| bar |', '| number |', ['N218 number']],
  ['a tile shows an aggregate', '`count(Loan where status == "lent")`', '`today()`', ['N217 today()']],
  ['a tile that is not shown is a gap', '`count(Loan where status == "lent")`', 'not shown', ['N048 not shown']],
  ['a column that nobody can read', '| read price | no | yes | no |', '| read price | no | no | no |', ['N219 price']],
  [
    'an event that no person takes',
    '| lose | lent | lost | librarian |',
    '| lose | lent | lost | after 3 days |',
    ['N220 lose'],
  ],
];

describe('point 2', () => {
  test('a screen offers import if point 6 lets somebody import and create', () => {
    const offered = changed(LIBRARY, '| page size | ON_A_PAGE |\n| actions | create, edit |', '| actions | import |');
    const cells = (words: string) => changed(offered, '| create, update, delete | no | yes | no |', words);
    const rows = (may: string, rest: string) => `| ${may} | no | yes | no |\n| ${rest} | no | no | no |`;
    expect(checkText(cells(rows('create, import', 'update, delete'))).problems).toEqual(['N903 | ON_A_PAGE | 25 | |']);
    for (const may of ['create', 'import']) {
      const rest = `update, delete, ${may === 'create' ? 'import' : 'create'}`;
      expect(checkText(cells(rows(may, rest))).problems).toContain('N220 import');
    }
    // A field that no cell of a file can hold can't be required.
    const imported = cells(rows('create, import', 'update, delete'));
    const needing = (field: string) =>
      checkText(changed(imported, '| price | money | optional | |', `| price | money | optional | |\n${field}`))
        .problems;
    expect(needing('| scan | image | | |')).toContain('N220 import');
    expect(needing('| scan | image | optional | |')).not.toContain('N220 import');
    const owned = '\n\n### Copy\n\n| field | type | rules |\n| --- | --- | --- |\n| mark | text | |';
    expect(needing(`| copies | list of Copy | 1.. | |${owned}`)).toContain('N220 import');
    expect(needing(`| copies | list of Copy | ..5 | |${owned}`)).not.toContain('N220 import');
  });

  test('the text of a page is all text under its headings, without remarks', () => {
    const text = '\n\n> to do\n\n#### Rules\n\n| what | for `x` |\n| --- | --- |\n| a \\| b | `c` |\n\n- [ ] one';
    const { model } = checkText(changed(LIBRARY, 'Welcome.', `Welcome.${text}`));
    const page = model.screens.find(({ kind }) => kind === 'page');
    expect(page?.body).toBe(
      'Welcome.\n\n## Rules\n\n| what | for `x` |\n| --- | --- |\n| a \\| b | `c` |\n\n- [ ] one',
    );
  });

  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(LIBRARY, from, to)).problems).toEqual(problems);
  });
});

test('`create` is the plain action where rows named `create` choose the first state (4)', () => {
  const transition = '| bring_back | lent | returned |';
  const row = '| create | new | lent | librarian | none | none | none | none |';
  const text = changed(LIBRARY, transition, `${row}\n${transition}`);
  const { plan } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  const actions = plan?.screens.flatMap((screen) => screen.actions) ?? [];
  const creating = actions.filter(({ clause }) => clause.endsWith('.create')).map(({ kind }) => kind);
  expect(new Set(creating)).toEqual(new Set(['create']));
});
