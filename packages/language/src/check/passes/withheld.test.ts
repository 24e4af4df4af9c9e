import { describe, expect, test } from 'vitest';
import { checkMarked } from '../../fixtures/harness.ts';

/** Notes with a field of every kind that a screen can name; `extra` are settings. */
const entities = (extra = '') => `### Note

| field | type | rules |
| --- | --- | --- |
| words | text | |
| secret_words | text | optional |
| kind | enum(a, b) | |
| day | date | |
| book | Book | optional |
| marks | list of Mark | |
| phase | state | |

| setting | is |
| --- | --- |
| delete | never |
${extra}

### Book

| field | type | rules |
| --- | --- | --- |
| name | text | |
| notes | all Note by book | |

### Mark

| field | type |
| --- | --- |
| colour | text |`;

const STATES = `### Note.phase

| state | kind |
| --- | --- |
| open | initial |
| closed | final |

| event | from | to | by |
| --- | --- | --- | --- |
| close | open | closed | boss |
| stop | open | closed | clerk |`;

/** A role without a row here may read and do everything; `note` are further rows, for boss, clerk and the others. */
const roles = (note = '', others = '') => `### Roles

| role | is given to |
| --- | --- |
| boss | assigned |
| clerk | assigned |
| member | signed in |

### Permissions

#### Note

| may | boss | clerk | others |
| --- | --- | --- | --- |
| read, create, update, export, import | yes | yes | no |
${note}

#### Book

| may | boss | clerk | others |
| --- | --- | --- | --- |
| read, create, update, delete | yes | yes | no |
${others}

#### User

| may | boss | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| create, update, update roles, update email, delete | no | no | no |`;

const screen = (kind: string, rows: string, audience = 'boss', route = '/notes', name = 'Notes') =>
  `### ${name} \`${route}\`\n\n| part | is |\n| --- | --- |\n| kind | ${kind} |\n| for | ${audience} |\n${rows}`;
const tile = (shows: string, by = '', as = 'number') =>
  screen(
    'dashboard',
    `\n| tile | shows | by | as |\n| --- | --- | --- | --- |\n| One | ${shows} | ${by} | ${as} |`,
    'boss',
  );

/** The diagnostics with these codes, and the marked text of each. */
function reported(screens: string, note: string, others: string, codes: RegExp, more = '') {
  const { found, marked } = checkMarked({
    screens,
    entities: entities(more),
    states: STATES,
    roles: roles(note, others),
  });
  return { found: found.filter((line) => codes.test(line)).map((line) => line.replace(/^\S+ /, '')), marked };
}

const heading = (marked: string, kind: string, rows = '') =>
  screen(kind, rows).replace('Notes `/notes`', `⟦${marked} \`/notes\`⟧`);

/** A way in which a screen names a field, the screen with that place marked, and the field. */
const NAMED: readonly (readonly [way: string, screens: string, field: string])[] = [
  ['a column', screen('list of Note', '| columns | words, ⟦secret_words⟧ |'), 'secret_words'],
  [
    'a column in a group',
    screen('record of Note', '| fields | A: words; B: ⟦kind⟧ |', 'boss', '/notes/{note}'),
    'kind',
  ],
  ['a filter', screen('list of Note', '| filters | ⟦secret_words⟧ |'), 'secret_words'],
  ['a search', screen('list of Note', '| search | words, ⟦secret_words⟧ |'), 'secret_words'],
  ['an order', screen('list of Note', '⟦| order | day desc |⟧'), 'day'],
  ['a `where`', screen('list of Note', '⟦| where | `kind == "a"` |⟧'), 'kind'],
  ['the choice of a board', heading('Notes', 'board of Note by kind', '| columns | words |'), 'kind'],
  ['the state of a board', heading('Notes', 'board of Note by phase', '| columns | words |'), 'phase'],
  ['the day of a calendar', heading('Notes', 'calendar of Note by day'), 'day'],
  [
    'a further entity of a calendar',
    screen('calendar of Note by day', '').replace('by day', 'by created_at') + '| also | ⟦Note by day⟧ |',
    'day',
  ],
  ['the value of a tile', tile('`⟦max(Note.day)⟧`'), 'day'],
  ['the condition of a tile', tile('`⟦count(Note where kind == "a")⟧`'), 'kind'],
  ['the groups of a tile', tile('`count(Note)`', '`⟦month(day)⟧`', 'bar'), 'day'],
  [
    'what an action enters',
    screen('list of Note', '| columns | words |\n| actions | ⟦Again -> create Note(kind: this.kind)⟧ |'),
    'kind',
  ],
  [
    'a list on a record',
    screen('record of Book', '| fields | name |\n| related | notes: words, ⟦kind⟧ |', 'boss', '/books/{book}'),
    'kind',
  ],
  [
    'a path from another record',
    screen('record of Book', '| fields | name |\n| related | notes: words, ⟦book.name⟧ |', 'boss', '/books/{book}'),
    'book',
  ],
];

describe('a field that nobody may read is reported wherever a screen names it (N219)', () => {
  test.each(NAMED)('%s', (_, screens, field) => {
    const { found, marked } = reported(screens, `| read ${field} | no | no | no |`, '', /^N219/);
    expect(found).toEqual(marked);
  });

  test('one field on several screens is one error, with the others as related places', () => {
    const screens = [
      screen('list of Note', '| columns | words, ⟦kind⟧ |\n| filters | kind |'),
      screen('board of Note by kind', '', 'boss', '/board', 'Board'),
    ].join('\n\n');
    const { checked } = checkMarked({
      screens,
      entities: entities(),
      states: STATES,
      roles: roles('| read kind | no | no | no |'),
    });
    const found = checked.diagnostics.filter(({ code }) => code === 'N219');
    expect(found.map(({ related = [] }) => related.map(({ message }) => message))).toEqual([
      ['Nor can it be read here.', 'Nor can it be read here.', 'Who may read it stands here.'],
    ]);
  });

  test('records that nobody reads, counted without one of their fields', () => {
    const { found, marked } = reported(tile('`⟦count(Mark)⟧`'), '| read marks | no | no | no |', '', /^N219/);
    expect([found, marked]).toEqual([marked, marked]);
  });
});

describe('a part of a screen that none of its roles may use is a warning (N254)', () => {
  test.each(NAMED)('%s', (_, screens, field) => {
    const { found, marked } = reported(screens, `| read ${field} | no | yes | no |`, '', /^N254/);
    expect(found).toEqual(marked);
    // A person who holds no other role may still be a clerk.
    expect(
      reported(
        screens.replace('| for | boss |', '| for | member |'),
        `| read ${field} | no | yes | no |`,
        '',
        /^N219|^N254/,
      ).found,
    ).toEqual([]);
    expect(
      reported(
        screens.replace('| for | boss |', '| for | boss, clerk |'),
        `| read ${field} | no | yes | no |`,
        '',
        /^N219|^N254/,
      ).found,
    ).toEqual([]);
  });

  test.each([
    ['an event', screen('list of Note', '| columns | words |\n| actions | ⟦stop⟧, close |'), ''],
    ['an action', screen('list of Book', '| columns | name |\n| actions | ⟦delete⟧ |'), '| restore | no | yes | no |'],
    [
      'a record of another entity',
      screen('list of Note', '| columns | words |\n| actions | ⟦File -> create Book(name: this.words)⟧ |'),
      '',
    ],
    ['saving a form', screen('form for Book', '| fields | name |').replace('Notes `/notes`', '⟦Notes `/notes`⟧'), ''],
  ])('%s', (_, screens) => {
    const permissions = roles().replace(
      '#### Book\n\n| may | boss | clerk | others |\n| --- | --- | --- | --- |\n| read, create, update, delete | yes | yes | no |',
      '#### Book\n\n| may | boss | clerk | others |\n| --- | --- | --- | --- |\n| read | yes | yes | no |\n| create, update, delete | no | yes | no |',
    );
    const { found, marked } = checkMarked({ screens, entities: entities(), states: STATES, roles: permissions });
    expect(found.filter((line) => line.startsWith('N254')).map((line) => line.replace(/^\S+ /, ''))).toEqual(marked);
  });

  test('a field of a form', () => {
    const screens = screen('form for Note', '| fields | words, day, ⟦kind⟧ |');
    const { found, marked } = reported(screens, '| update kind | no | yes | no |', '', /^N254/);
    expect(found).toEqual(marked);
  });
});

describe('a title, and an order, that nobody reads (N355)', () => {
  test.each([
    ['a stated title', '⟦| title | {words} {day} |⟧', 'day', 1],
    ['a title through another record', '⟦| title | {words} {book.name} |⟧', 'book', 1],
    ['an order', '⟦| order | day, words |⟧', 'day', 1],
    ['what is not in them', '| title | {words} |\n| order | words |', 'day', 0],
  ])('%s', (_, setting, field, times) => {
    const { found, marked } = reported(
      screen('list of Note', ''),
      `| read ${field} | no | no | no |`,
      '',
      /^N355/,
      setting,
    );
    expect(found).toEqual(marked);
    expect(found).toHaveLength(times);
  });
});

describe('a field that nobody and nothing reads (N356)', () => {
  const reported = (row: string, screens = screen('list of Note', '| columns | words |')) => {
    const { found } = checkMarked({ screens, entities: entities(), states: STATES, roles: roles(row) });
    return found.filter((line) => /^N(?:356|219) /.test(line)).map((line) => line.replace(/ .*/, ''));
  };

  test.each<[string, readonly string[], string, string?]>([
    ['of which nothing is made', ['N356'], '| read secret_words | no | no | no |'],
    [
      'that a form asks for',
      ['N356'],
      '| read kind | no | no | no |',
      screen('form for Note', '| fields | words, kind, day |'),
    ],
    [
      'that a screen shows is reported there',
      ['N219'],
      '| read kind | no | no | no |',
      screen('list of Note', '| columns | kind |'),
    ],
    ['that a cell reads', [], '| read kind | no | no | no |\n| update day | `kind == "a"` | no | no |'],
    ['that somebody reads', [], '| read kind | no | `day > today()` | no |'],
  ])('%s', (_, codes, row, screens) => {
    expect(reported(row, screens)).toEqual(codes);
  });
});
