import { expect, test } from 'vitest';
import { applyFixes } from '../../diagnostics/apply-fixes.ts';
import { checkDocument } from '../check.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { changed } from '../../fixtures/problems.ts';

const ENTRY = '| lose | lent | lost | librarian | none | none | none | none |';
const OPTIONAL = '| receipt | text | optional | |';
const RENEWED = '| receipt | text | optional | |\n| until | date | optional | |\n| keeper | User | optional | |';
const V2 = '| V2 | Loan |';
const ANSWERED = '### Answered\n\nnone';
const shaped = (property: string, does = 'create Loan from body as NewLoan'): string =>
  `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`POST /loans\` | librarian | ${does} | 204 |\n\n### Shapes\n\n#### NewLoan of Loan\n\n| property | is |\n| --- | --- |\n| due | due |\n${property}`;

const DELETE = '| delete | | no | yes | no |';
const called = (path: string, does: string): string =>
  `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`${path}\` | librarian | ${does} | 204 |`;

type Changes = readonly (readonly [from: string, to: string])[];

const errorsOf = (changes: Changes) =>
  checkDocument({ path: '', text: changes.reduce((text, [from, to]) => changed(text, from, to), LIBRARY) }, () => ({
    kind: 'missing',
  })).diagnostics.filter(({ severity }) => severity === 'error');

test.each<[rule: string, Changes, said: readonly string[]]>([
  [
    'N064: a condition within the time of a timer says what holds where it is empty',
    [
      [OPTIONAL, RENEWED],
      [ENTRY, `${ENTRY}\n| forget | lent | lost | at if until > due then until else due | none | none | none | none |`],
    ],
    ['Say what holds then: `until != null and until > due`.'],
  ],
  [
    'N064: what a tile groups by is left out by what it shows',
    [
      [OPTIONAL, RENEWED],
      ['| Lent | `count(Loan where status == "lent")` | | number |', '| Lent | `count(Loan)` | keeper.name | bar |'],
    ],
    ['`… where keeper != null` in `shows`.'],
  ],
  [
    'N064: a call is not made for what is not there',
    [
      [OPTIONAL, RENEWED],
      ['{ "title": "{book.title}"', '{ "to": "{keeper.email}", "title": "{book.title}"'],
    ],
    ['`if keeper != null` behind `Loan bring_back` and `Loan lose` in `when`.'],
  ],
  [
    'N064: behind a cause with a condition stands no second `if`',
    [
      [OPTIONAL, RENEWED],
      ['{ "title": "{book.title}"', '{ "to": "{keeper.email}", "title": "{book.title}"'],
      ['| when | Loan bring_back, Loan lose if due < today()', '| when | Loan bring_back if due < today()'],
    ],
    ['`and keeper != null` behind `Loan bring_back if …` in `when`.'],
  ],
  [
    'N064: what is missing twice in a body is guarded once',
    [
      [OPTIONAL, RENEWED],
      ['{ "title": "{book.title}"', '{ "to": "{keeper.email}", "name": "{keeper.name}", "title": "{book.title}"'],
    ],
    ['`if keeper != null` behind `Loan bring_back` and `Loan lose` in `when`.'],
  ],
  [
    'N064: an effect’s condition is shown with what it lacks',
    [
      [OPTIONAL, RENEWED],
      [
        ENTRY,
        `${ENTRY}\n| forget | lent | lost | librarian | none | none | \`receipt = keeper.name if due < today()\` | none |`,
      ],
    ],
    ['`if due < today() and keeper != null` behind this effect.'],
  ],
  [
    'N064: a call at a time names its condition behind its entity',
    [
      [OPTIONAL, RENEWED],
      ['{ "title": "{book.title}"', '{ "to": "{keeper.email}", "title": "{book.title}"'],
      [
        '| when | Loan bring_back, Loan lose if due < today()',
        '| when | every day at 06:00 for Loan where due < today()',
      ],
    ],
    ['`for Loan where keeper != null and …` in `when`.'],
  ],
  [
    'N064: a default may leave an optional field empty',
    [[OPTIONAL, `${OPTIONAL}\n| shelf | Book | default first(Book order title) | |`]],
    ['(or make the field `optional`: the default is then empty).'],
  ],
  [
    'N064: a text without characters is null',
    [[OPTIONAL, `${OPTIONAL}\n| note | text | \`= "due" + (if due < today() then " already" else "")\` | |`]],
    ['may be empty, for a text `""` is null'],
  ],
  [
    'N055: a role is held by somebody',
    [['| update | lent | yes | yes | no |', '| update | lent | librarian | yes | no |']],
    ['It is a role of point 6, which somebody holds: `user is librarian`.'],
  ],
  [
    'N058: a function that takes other values is not meant',
    [[OPTIONAL, `${OPTIONAL}\n| age | integer | \`= years(due, today())\` | |`]],
    ['There is no function “years”.'],
  ],
  [
    'N412: an event adds to a list without computing with it',
    [
      [OPTIONAL, `${OPTIONAL}\n| watchers | many User | | |`],
      [ENTRY, `${ENTRY}\n| watch | lent | same | librarian | none | none | \`watchers = watchers + user\` | none |`],
    ],
    ['a list is not computed with. It is changed by `watchers + user`.'],
  ],
  [
    'N027: a field that names a user is no role by itself',
    [
      ['| may | in state | borrower |', '| may | in state | keeper |'],
      [OPTIONAL, RENEWED],
    ],
    ['State the role of whoever it names in “Roles”: `keeper`, given to `keeper == user`, of Loan.'],
  ],
  [
    'N212: an action that stands there already is not meant',
    [['| actions | create, edit |', '| actions | create, edit, uncreate |']],
    ['“uncreate” is not an action here.'],
  ],
  [
    'N306: what reads an asked value whose type can not be read is no mistake besides',
    [[ENTRY, '| lose | lent | lost | librarian | none | weight decimal | `receipt = text(new.weight)` | none |']],
    ["The type `decimal` can't be read"],
  ],
  [
    'N726: a call causes no event that no person takes',
    [
      [ENTRY, `${ENTRY}\n| vanish | lent | lost | system | none | none | none | none |`],
      [ANSWERED, called('POST /loans/{id}/vanish', 'vanish on Loan by id')],
    ],
    ['Nobody can ever take `vanish` of Loan (points 4 and 6), so POST /loans/{id}/vanish would always be refused.'],
  ],
  [
    'N726: a call adds to no list that nobody changes',
    [
      [OPTIONAL, `${OPTIONAL}\n| watchers | many User | | |`],
      [DELETE, `${DELETE}\n| update watchers | | no | no | no |`],
      [ANSWERED, called('PUT /loans/{id}/watch', 'add user to Loan by id.watchers')],
    ],
    ['Nobody can ever update `watchers` of Loan (points 4 and 6), so PUT /loans/{id}/watch would always be refused.'],
  ],
  [
    'N303: a rule says from when to when',
    [[OPTIONAL, `${OPTIONAL}\n| seen | date | 2020-01-01.., optional | |`]],
    ['it is for texts, lists and numbers; a rule of point 5 says from when to when.'],
  ],
  [
    'N220: a new user needs an address',
    [
      [
        '| create, update, delete, update roles, update email | no | no |',
        '| create | yes | no |\n| update, delete, update roles, update email | no | no |',
      ],
      [
        '### Sign in `/sign-in`',
        '### People `/people`\n\n| part | is |\n| --- | --- |\n| kind | list of User |\n| for | librarian |\n| actions | create |\n\n### Sign in `/sign-in`',
      ],
    ],
    ['a new User needs `email`, and point 6 has no `update email` row that lets anybody set it'],
  ],
  [
    'N064: elsewhere the whole path is guarded',
    [[OPTIONAL, `${RENEWED}\n| kept_by | text | \`= keeper.name\` | |`]],
    ['`if keeper != null then keeper.name else …` (`else null` in an `optional` field).'],
  ],
  [
    'N055: a message of two entities says only what both have',
    [
      [V2, `| V3 | Book | \`price == null or price < 90 EUR\` | DUE_TOO_EARLY |\n${V2}`],
      ['| That is too early. | V1 |', '| That is {due}. | V1, V3 |'],
    ],
    ['“due” is a field of Loan, and this is said of Book, too, which has none: leave it out, or give each an error'],
  ],
  [
    'N064: a condition that is a choice itself stands in parentheses',
    [
      [OPTIONAL, RENEWED],
      [
        ENTRY,
        `${ENTRY}\n| keep | lent | same | librarian | none | none | \`receipt = keeper.name if due > today() ? true : false\` | none |`,
      ],
    ],
    ['`if (due > today() ? true : false) and keeper != null` behind this effect.'],
  ],
  [
    'N417: a record that is asked for and not stored is reached by a query',
    [[ENTRY, '| lose | lent | lost | librarian | none | instead Loan | `bring_back on instead` | none |']],
    ['`… on Loan as it where it == new.instead`'],
  ],
  [
    'N055: what an event asks for and does not store is read by it alone',
    [
      [ENTRY, '| lose | lent | lost | librarian | none | really boolean | none | none |'],
      [V2, `| V3 | Loan lose | \`really\` | DUE_TOO_EARLY |\n${V2}`],
      ['| That is too early. | V1 |', '| That is too early. | V1, V3 |'],
    ],
    ["“really” is asked for by `lose` and not stored: that event's `when` and `then` read it, and nothing else does."],
  ],
  [
    'N412: a record that a query finds is changed by an event of its own',
    [[ENTRY, '| lose | lent | lost | librarian | none | none | `first(Loan order due).due = today()` | none |']],
    ['`event on first(Entity where … order …)`'],
  ],
  [
    'N309: `version` is called otherwise, and whatever reads it is no mistake besides',
    [
      [OPTIONAL, `${OPTIONAL}\n| version | integer | default 1 | |`],
      ['| columns | book.title |', '| columns | book.title, version |'],
    ],
    ['call this field otherwise, such as `edition` or `revision`; its label may still be that'],
  ],
  [
    'N060: a number becomes a whole one by a function',
    [[OPTIONAL, `${OPTIONAL}\n| half | integer | \`= count(remarks) / 2\` | |`]],
    ['This is a number, where a whole number is expected. `round(…)`, `floor(…)` and `ceil(…)` make it a whole one.'],
  ],
  [
    'N060: a whole number becomes a duration by a unit',
    [[OPTIONAL, `${OPTIONAL}\n| left | duration | \`= due - today()\` | |`]],
    ['This is a whole number, where a duration is expected. A unit behind it says how long that is: `(…) days`.'],
  ],
  [
    'N061: times of day are not computed with',
    [
      [
        OPTIONAL,
        `${OPTIONAL}\n| opens | time | | |\n| shuts | time | | |\n| open | duration | \`= shuts - opens\` | |`,
      ],
    ],
    ['Times of day are compared alone: what is computed with is a datetime, or a number.'],
  ],
  [
    'N210: where a list can be shown',
    [['| columns | book.title |', '| columns | remarks |']],
    [
      'remarks is a list, which stands in `related` of a record; how many it has can be shown by a computed field, `= count(remarks)`.',
    ],
  ],
  [
    'N716: how many are answered is known',
    [
      ['| ON_A_PAGE | 25 | |', '| ON_A_PAGE | 25 | |\n| IN_A_LIST | not shown | |'],
      [ANSWERED, shaped('', 'list Loan limit query.n default IN_A_LIST')],
    ],
    ['what it is, is not shown in point 9, and how many are answered has to be known'],
  ],
  [
    'N724: why a body sets nothing',
    [
      [
        OPTIONAL,
        `${OPTIONAL}\n| seen | boolean | by system, default false | |\n| late | boolean | \`= due < today()\` | |`,
      ],
      [
        ANSWERED,
        shaped('', 'update Loan by id from body as NewLoan')
          .replace('`POST /loans`', '`PATCH /loans/{id}`')
          .replace('| due | due |\n', '| seen | seen |\n| late | late |\n'),
      ],
    ],
    ['“NewLoan” says nothing when a body is read by it: `seen` is `by system`, `late` is computed.'],
  ],
  [
    'N306: a list of choices is a list of records',
    [[OPTIONAL, `${OPTIONAL}\n| marks | list of enum(torn, stained) | optional | |`]],
    ['a list holds records; state an entity with a field of type `enum(torn, stained)`'],
  ],
  [
    'N306: the types of files are named',
    [[OPTIONAL, `${OPTIONAL}\n| plan | file(pdf, dwg) | optional | |`]],
    ['“dwg” is not a file type that can be checked by its content; these are: pdf, png,'],
  ],
  [
    'N614: either may have another name',
    [
      [OPTIONAL, RENEWED],
      ['| librarian | assigned | | |', '| librarian | assigned | | |\n| keeper | assigned | | |'],
    ],
    ['Give one of them another name, or let the role be whoever the field names: `keeper == user` of Loan.'],
  ],
  [
    'N719: one record is set by its id or a shape',
    [[ANSWERED, shaped('| book | book by title |')]],
    ['a body sets the reference by `book.id`, or by a shape of Book that has `title`'],
  ],
  [
    'N723: a value of a reference’s record sets nothing',
    [[ANSWERED, shaped('| book | book.title |')]],
    ['“book” only shows a value of the record that `book` refers to'],
  ],
])('%s', (_, changes, said) => {
  expect(errorsOf(changes).map(({ message }) => message)).toEqual(said.map((words) => expect.stringContaining(words)));
});

test.each<[rule: string, Changes]>([
  [
    'a rule on updates alone has a record before',
    [[V2, `| V3 | Loan update | due >= old.due | IN_THE_FUTURE |\n${V2}`]],
  ],
  ['and may say so', [[V2, `| V3 | Loan update | old == null or due >= old.due | IN_THE_FUTURE |\n${V2}`]]],
  ['a rule on an event has one, too', [[V2, `| V3 | Loan lose | due >= old.due | IN_THE_FUTURE |\n${V2}`]]],
])('no fault: %s', (_, changes) => {
  const raised: Changes = [...changes, ['is in the future. | V2 |', 'is in the future. | V2, V3 |']];
  expect(errorsOf(raised)).toEqual([]);
});

test('on create there is no record before', () => {
  const rule = `| V3 | Loan create, Loan update | due >= old.due | IN_THE_FUTURE |\n${V2}`;
  const raised: Changes = [
    [V2, rule],
    ['is in the future. | V2 |', 'is in the future. | V2, V3 |'],
  ];
  expect(errorsOf(raised).map(({ code }) => code)).toEqual(['N064']);
});

test.each<[rule: string, code: string, from: string, written: string, meant: string]>([
  [
    'whether a list has a value',
    'N053',
    '| borrower | User | default user | |',
    '| borrower | User | default user, among User where roles contains "librarian" | |',
    '| borrower | User | default user, among User where "librarian" in roles | |',
  ],
  [
    'whether a list has a value, as a function',
    'N053',
    '| borrower | User | default user | |',
    '| borrower | User | default user, among User where contains(roles, "librarian") | |',
    '| borrower | User | default user, among User where "librarian" in roles | |',
  ],
  [
    'a state in the place of a condition',
    'N055',
    '| update | lent | yes | yes | no |',
    '| update | lent | lent | yes | no |',
    '| update | lent | status == "lent" | yes | no |',
  ],
  [
    'a choice on one side of `or`',
    'N055',
    V2,
    `| V3 | Loan | lost or due > today() | IN_THE_FUTURE |\n${V2}`,
    `| V3 | Loan | status == "lost" or due > today() | IN_THE_FUTURE |\n${V2}`,
  ],
  [
    'the record outside of a query about its own entity',
    'N076',
    V2,
    `| V3 | Loan create | not exists(Loan as l where l.due == due and l != this) | IN_THE_FUTURE |\n${V2}`,
    `| V3 | Loan create | not exists(Loan as l where l.due == this.due and l != this) | IN_THE_FUTURE |\n${V2}`,
  ],
  [
    'a clause that raises an error too',
    'N804',
    '| bring_back | lent | returned | borrower, librarian | `due != today()` | none | `returned_on = today()` | NOT_TODAY |',
    '| bring_back | lent | returned | borrower, librarian | `due != today()` | none | `returned_on = today()` | DUE_TOO_EARLY |',
    '| bring_back | lent | returned | borrower, librarian | `due != today()` | none | `returned_on = today()` | DUE_TOO_EARLY |',
  ],
])('a fix writes %s', (_, code, from, written, meant) => {
  // The rule that is added is raised by V3, and the event by an error that it shares.
  const said = LIBRARY.replace(
    'is in the future. | V2 |',
    written.includes('V3') ? 'is in the future. | V2, V3 |' : 'is in the future. | V2 |',
  ).replace(/\| NOT_TODAY \| 409.*\n/, code === 'N804' ? '' : '$&');
  const files = [{ path: 'spec.md', text: changed(said, from, written) }];
  const { fixed, files: after } = applyFixes(
    files,
    ([file]) => checkDocument(file ?? { path: '', text: '' }, () => ({ kind: 'missing' })).diagnostics,
  );
  expect(fixed.map((one) => one.code)).toEqual([code]);
  const expected = changed(said, from, meant);
  expect(after[0]?.text).toBe(
    code === 'N804' ? changed(expected, 'early. | V1 |', 'early. | V1, Loan bring_back |') : expected,
  );
});
