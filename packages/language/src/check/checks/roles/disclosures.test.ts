import { describe, expect, test } from 'vitest';
import type { PointName } from '../../../points.ts';
import { applyEdits } from '../../../diagnostics/apply-fixes.ts';
import { checkText, documentOf } from '../../../fixtures/harness.ts';

const DESK = `### Desk

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| open | boolean | default true |
| keeper | User | optional |

### Booking

| field | type | rules |
| --- | --- | --- |
| desk | Desk | among Desk where open |
| day | date | |
| owner | User | by system, default user |
| note | text | optional |
| status | state | |
| guests | list of Guest | |

### Guest

| field | type | rules |
| --- | --- | --- |
| name | text | |`;

const HELD = DESK.replace(
  '### Guest',
  '| setting | is |\n| --- | --- |\n| kept for | 2 years after day |\n| kept while | note != null |\n\n### Guest',
);

const STATES = (guard: string) => `### Booking.status

| state | kind |
| --- | --- |
| asked | initial |
| given | final |

| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| give | asked | given | owner, clerk | ${guard} |`;

const UNIQUE_NOTE = DESK.replace('| note | text | optional |', '| note | text | optional, unique |');

const ASKING = (by: string, asks: string, then: string) =>
  STATES('')
    .replace(
      'by | when |\n| --- | --- | --- | --- | --- |',
      'by | asks | then |\n| --- | --- | --- | --- | --- | --- |',
    )
    .replace('owner, clerk |  |', `${by} | ${asks} | ${then} |`);

const ROLES = `### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| clerk | assigned | |
| owner | \`owner == user\` | Booking |

### Permissions

#### Desk

| may | member | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | no | yes | no |

#### Booking

| may | member | clerk | owner | others |
| --- | --- | --- | --- | --- |
| read | no | yes | yes | no |
| create | yes | yes | | no |
| update | no | yes | yes | no |
| delete | no | yes | no | no |

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update email | no | no |`;

const WHOLE = { entities: DESK, states: STATES(''), roles: ROLES };

const rule = (condition: string, on = 'Booking create'): string =>
  `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | ${on} | \`${condition}\` | |`;

const owners = (row: string): string =>
  ROLES.replace('| delete | no | yes | no | no |', `| delete | no | yes | no | no |\n${row}`);

const call = (when: string): string =>
  `### Answered\n\n| call | by | when | does | answers |\n| --- | --- | --- | --- | --- |\n| \`GET /desks\` | member | \`${when}\` | \`list Desk\` | \`[name]\` |`;

const entering = (value: string): string =>
  `### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| \`POST /bookings\` | member | \`create Booking(note: ${value}) from body as Asked\` | 204 |\n\n### Shapes\n\n#### Asked of Booking\n\n| property | is |\n| --- | --- |\n| day | day |\n| desk | desk.id |`;

/** A desk tells its keeper, who reads its bookings, how many of them were given, and perhaps others. */
const kept = (may: string): Partial<Record<PointName, string>> => ({
  entities: DESK.replace(
    '| keeper | User | optional |',
    '| keeper | User | optional |\n| bookings | all Booking by desk | |\n| taken | integer | `= count(bookings where status == "given")` |',
  ),
  roles: ROLES.replace(
    '| owner | `owner == user` | Booking |',
    '$&\n| keeper | `keeper == user` | Desk |\n| keeper | `desk.keeper == user` | Booking |',
  )
    .replace(
      /\| may \| member \| clerk \| others \|\n.*\n\| read \|.*\n\| create.*\n/,
      `| may | keeper | member | clerk | others |\n| --- | --- | --- | --- | --- |\n| read | yes | yes | yes | no |\n| read taken | ${may} |\n| create, update, delete | no | no | yes | no |\n`,
    )
    .replace(
      '| may | member | clerk | owner | others |\n| --- | --- | --- | --- | --- |\n| read | no | yes | yes | no |',
      '| may | member | clerk | owner | keeper | others |\n| --- | --- | --- | --- | --- | --- |\n| read | no | yes | yes | yes | no |',
    )
    .replace('| create | yes | yes | | no |', '| create | yes | yes | | | no |')
    .replace('| update | no | yes | yes | no |', '| update | no | yes | yes | no | no |')
    .replace('| delete | no | yes | no | no |', '| delete | no | yes | no | no | no |'),
});

function disclosed(points: Partial<Record<PointName, string>>): readonly string[] {
  const { diagnostics } = checkText(documentOf({ ...WHOLE, ...points }));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  return diagnostics.filter(({ severity }) => severity === 'disclosure').map(({ code, clause }) => `${code} ${clause}`);
}

describe('an outcome that depends on data that its reader may not read', () => {
  const NONE: readonly string[] = [];
  test.each<[string, Partial<Record<PointName, string>>, readonly string[]]>([
    ['nothing does', {}, NONE],
    [
      'a sign-up of anybody, where not everybody may read the users',
      {
        roles: ROLES.replace('| member | signed in | |', '| visitor | anyone | |\n| member | signed in | |').replace(
          /#### User[^]*$/,
          '#### User\n\n| may | visitor | member | others |\n| --- | --- | --- | --- |\n| read | no | yes | no |\n| create | yes | no | no |\n| update, delete, update roles, update email | no | no | no |',
        ),
      },
      ['N651 3.User.email'],
    ],
    ['a rule over records that all may read', { rules: rule('exists(Desk where open)') }, NONE],
    ['a rule over one’s own records', { rules: rule('count(Booking where owner == user) < 9') }, NONE],
    [
      'a rule over the records of whom the product names',
      { rules: rule('count(Booking where owner == this.owner) < 9') },
      NONE,
    ],
    ['a rule over others’ records', { rules: rule('not exists(Booking where day == this.day)') }, ['N650 5.V1']],
    [
      'a rule over others’ records on update',
      { rules: rule('not exists(Booking where day == this.day)', 'Booking update') },
      ['N650 5.V1'],
    ],
    ['a rule that reads what was entered', { rules: rule('day > today() and note != null') }, NONE],
    [
      'a rule that reads a hidden field',
      { rules: rule('note == null', 'Booking update'), roles: owners('| read note | no | yes | no | no |') },
      ['N650 5.V1', 'N654 6.Booking'],
    ],
    [
      'a rule that reads a hidden field of the first of a query',
      {
        rules: rule(
          'first(Booking where owner == user order day) == null or first(Booking where owner == user order day).note == null',
        ),
        roles: owners('| read note | no | yes | no | no |'),
      },
      ['N650 5.V1', 'N654 6.Booking'],
    ],
    [
      'a rule over children, read with their owner',
      { rules: rule('all(guests have name != "x")', 'Booking update') },
      NONE,
    ],
    [
      'what holds a record, to whoever merges it and may read it',
      { entities: HELD, roles: owners('| read note | no | yes | no | no |\n| merge | no | yes | no | no |') },
      ['N654 6.Booking'],
    ],
    [
      'what holds a record, to whoever merges it and may not read it',
      { entities: HELD, roles: owners('| read note | no | yes | no | no |\n| merge | no | no | yes | no |') },
      ['N650 3.Booking.settings.kept_while', 'N654 6.Booking'],
    ],
    [
      'a guard over others’ records',
      { states: STATES('`not exists(Booking where desk == this.desk)`') },
      ['N650 4.Booking.status.give'],
    ],
    ['a guard on the record itself', { states: STATES('`desk.open and day > today()`') }, NONE],
    [
      'a cell that reads its own record',
      { roles: ROLES.replace('| create | yes |', '| create | `desk.open` |') },
      NONE,
    ],
    [
      'a cell over others’ records',
      { roles: ROLES.replace('| create | yes |', '| create | `not exists(Booking where desk == this.desk)` |') },
      ['N650 6.Booking.create.member'],
    ],
    [
      'an `among` over a hidden field',
      {
        roles: ROLES.replace(
          '| create, update, delete | no | yes | no |',
          '| create, update, delete | no | yes | no |\n| read open | no | yes | no |',
        ),
      },
      ['N650 3.Booking.desk', 'N654 6.Desk'],
    ],
    [
      'a default over others’ records',
      {
        entities: DESK.replace(
          '| note | text | optional |',
          '| note | text | default if exists(Booking where desk == this.desk) then "again" else "first" |',
        ),
      },
      ['N662 3.Booking.note'],
    ],
    [
      'a default over what its maker may read, and has entered',
      { entities: DESK.replace('| note | text | optional |', '| note | text | default desk.name + text(day) |') },
      NONE,
    ],
    [
      'a default that its maker leaves to the product',
      {
        entities: DESK.replace('| keeper | User | optional |', '| keeper | User | optional, default user |').replace(
          '| note | text | optional |',
          '| note | text | default owner.name |',
        ),
      },
      NONE,
    ],
    [
      'a unique value of hidden records',
      { entities: DESK.replace('| day | date | |', '| day | date | unique |') },
      ['N651 3.Booking.day'],
    ],
    [
      'a unique value that only those enter who read it everywhere',
      {
        entities: DESK.replace('| day | date | |', '| day | date | unique |'),
        roles: ROLES.replace(
          '| delete | no | yes | no |',
          '| update day | no | yes | | no |\n| delete | no | yes | no |',
        ),
      },
      NONE,
    ],
    [
      'a unique value that its own row lets others enter',
      {
        entities: DESK.replace('| day | date | |', '| day | date | unique |'),
        roles: ROLES.replace('| create | yes | yes |', '| create | no | yes |')
          .replace('| update | no | yes | yes | no |', '| update | no | yes | no | no |')
          .replace('| delete | no | yes | no |', '| update day | no | yes | yes | no |\n| delete | no | yes | no |'),
      },
      ['N651 3.Booking.day'],
    ],
    [
      'a unique value that only an event asks for, of hidden records',
      { entities: UNIQUE_NOTE, states: ASKING('owner, clerk', 'note', '') },
      ['N651 3.Booking.note'],
    ],
    [
      'a unique value that an event asks only of those who read it everywhere',
      { entities: UNIQUE_NOTE, states: ASKING('clerk', 'note', '') },
      NONE,
    ],
    [
      'a unique value that only an event sets',
      { entities: UNIQUE_NOTE, states: ASKING('owner', 'word text', '`note = word`') },
      ['N651 3.Booking.note'],
    ],
    [
      'unique among one’s own',
      {
        entities: DESK.replace(
          '\n### Guest',
          '\n| setting | is |\n| --- | --- |\n| unique | owner, day |\n\n### Guest',
        ),
      },
      NONE,
    ],
    [
      'deleting what hidden records refer to',
      {
        roles: ROLES.replace(
          '| create, update, delete | no | yes | no |',
          '| create, update | no | yes | no |\n| delete | yes | yes | no |',
        ),
      },
      ['N652 3.Booking.desk'],
    ],
    [
      'deleting what one’s own records refer to, and they cascade',
      {
        entities: DESK.replace('among Desk where open', 'cascade'),
        roles: ROLES.replace(
          '| create, update, delete | no | yes | no |',
          '| create, update | no | yes | no |\n| delete | yes | yes | no |',
        ),
      },
      NONE,
    ],
    [
      'a gapless number',
      {
        entities: DESK.replace('| day | date | |', '| day | date | |\n| number | number B-{000} | |').replace(
          '\n### Guest',
          '\n| setting | is |\n| --- | --- |\n| delete | never |\n\n### Guest',
        ),
        roles: ROLES.replace('| delete | no | yes | no | no |\n', ''),
      },
      ['N653 3.Booking.number'],
    ],
    [
      'a slug beside those of hidden records',
      { entities: DESK.replace('| note | text | optional |', '| note | text | |\n| word | slug of note | |') },
      ['N653 3.Booking.word'],
    ],
    ['changes of a hidden field', { roles: owners('| read note | no | yes | no | no |') }, ['N654 6.Booking']],
    [
      'changes of a hidden field, reported to those who read it',
      { roles: owners('| read note, updated_at, updated_by | no | yes | no | no |') },
      NONE,
    ],
    [
      'a computed field with a row of its own',
      {
        entities: DESK.replace(
          '| note | text | optional |',
          '| note | text | optional |\n| noted | boolean | = note != null |',
        ),
        roles: owners(
          '| read noted | no | yes | yes | no |\n| read note, updated_at, updated_by | no | yes | no | no |',
        ),
      },
      ['N655 3.Booking.noted'],
    ],
    ['a count of a list whose records are read by the reader of its record', kept('yes | no | yes | no'), NONE],
    ['a count of a list for one who does not read its records', kept('yes | yes | yes | no'), ['N655 3.Desk.taken']],
    [
      'a computed field without one',
      {
        entities: DESK.replace(
          '| note | text | optional |',
          '| note | text | optional |\n| noted | boolean | = note != null |',
        ),
        roles: owners('| read note, updated_at, updated_by | no | yes | no | no |'),
      },
      NONE,
    ],
    [
      'a role that reads one’s own records',
      {
        roles: ROLES.replace(
          '| clerk | assigned | |',
          '| clerk | assigned | |\n| neighbour | `exists(Booking where owner == user and day == this.day)` | Booking |',
        ),
      },
      NONE,
    ],
    [
      'a role that reads others’ records',
      {
        roles: ROLES.replace(
          '| clerk | assigned | |',
          '| clerk | assigned | |\n| lone | `not exists(Booking where day == this.day and id != this.id)` | Booking |',
        ),
      },
      ['N650 6.lone'],
    ],
    [
      'a call that is chosen by what its caller reads',
      { calls: call('exists(Desk where name == query.name and open)') },
      NONE,
    ],
    [
      'a call that is chosen by hidden records',
      { calls: call('exists(Booking where owner != user)') },
      ['N650 7.get_desks'],
    ],
    ['a call that is chosen by one’s own records', { calls: call('exists(Booking where owner == user)') }, NONE],
    ['a value of a call over hidden records', { calls: entering('text(count(Booking))') }, ['N650 7.post_bookings']],
    ['a value of a call from its request', { calls: entering('query.note') }, NONE],
  ])('%s', (_, points, found) => {
    expect(disclosed(points)).toEqual(found);
  });

  test('it is allowed with its reason', () => {
    const rules = `> allow N650: that a day is taken is no secret\n\n${rule('not exists(Booking where day == this.day)')}`;
    expect(disclosed({ rules })).toEqual([]);
  });

  test('nothing is reported while point 6 is not shown', () => {
    expect(disclosed({ roles: 'not shown', rules: rule('not exists(Booking where day == this.day)') })).toEqual([]);
  });
});

describe('6: a computed field needs a row where other records decide who may read it (N661)', () => {
  const computed = (field: string, more = '') => ({
    entities: DESK.replace('| keeper | User | optional |', `| keeper | User | optional |\n${field}`),
    roles: ROLES.replace(
      '| read | yes | yes | no |\n| create, update, delete | no | yes | no |',
      `| read | yes | yes | no |\n| create, update, delete | no | yes | no |${more}`,
    ),
  });
  const reported = (points: Partial<Record<PointName, string>>) =>
    checkText(documentOf({ ...WHOLE, ...points }))
      .diagnostics.filter(({ code, severity }) => code === 'N661' || severity === 'error')
      .map(({ code, clause }) => `${code} ${clause}`);
  /** Letters about bookings, which `reader` alone and clerks may read; a booking says how many it has. */
  const lettersOf = (reader: string, counted = '= count(Letter where about == this)') => ({
    entities: DESK.replace('| guests |', `| letters | integer | ${counted} |\n| guests |`).concat(
      '\n\n### Letter\n\n| field | type | rules |\n| --- | --- | --- |\n| about | Booking | once |\n| writer | User | once |',
    ),
    roles: ROLES.replace(
      '| owner | `owner == user` | Booking |',
      (row) => `${row}\n| reader | \`${reader}\` | Letter |`,
    ).concat(
      '\n\n#### Letter\n\n| may | clerk | reader | others |\n| --- | --- | --- | --- |\n',
      '| read | yes | yes | no |\n| create | yes | | no |\n| update, delete | yes | no | no |',
    ),
  });
  const COUNT = '| taken | integer | = count(Booking where desk == this) |';

  test('the row is offered, like that of who may read the record', () => {
    const text = documentOf({ ...WHOLE, ...computed(COUNT) });
    const found = checkText(text).diagnostics.find(({ code }) => code === 'N661');
    expect(found?.fix?.isOffer).toBe(true);
    const { text: fixed } = applyEdits({ path: 'spec.md', text }, found?.fix?.edits ?? []);
    expect(fixed).toContain('| read | yes | yes | no |\n| read taken | yes | yes | no |\n');
    expect(
      checkText(fixed).diagnostics.filter(({ code, severity }) => code === 'N661' || severity === 'error'),
    ).toEqual([]);
  });

  test('several by the same records are one report, with one row', () => {
    const two = `${COUNT}\n| full | boolean | = exists(Booking where desk == this) |`;
    const text = documentOf({ ...WHOLE, ...computed(two) });
    const found = checkText(text).diagnostics.filter(({ code }) => code === 'N661');
    expect(found.map(({ details }) => details)).toMatchObject([{ entity: 'Desk', fields: ['taken', 'full'] }]);
    const { text: fixed } = applyEdits({ path: 'spec.md', text }, found[0]?.fix?.edits ?? []);
    expect(fixed).toContain('| read taken, full | yes | yes | no |\n');
  });

  test.each([
    ['one that counts records which each owner may read', computed(COUNT), ['N661 3.Desk.taken']],
    ['one with a row of its own', computed(COUNT, '\n| read taken | yes | yes | no |'), []],
    ['one of its own record’s fields', computed('| both | boolean | = open and name != "x" |'), []],
    [
      'one through a record that whoever reads it may read',
      computed('| whose | boolean | = keeper == null or keeper.name != "x" |'),
      [],
    ],
    [
      'one of a child, by its owner',
      {
        entities: DESK.replace(
          '### Guest\n\n| field | type | rules |\n| --- | --- | --- |',
          '### Guest\n\n| field | type | rules |\n| --- | --- | --- |\n| late | boolean | = booking.day < today() |',
        ),
      },
      [],
    ],
    [
      'one of a child of a child, by the owner of both',
      {
        entities: DESK.replace(
          '### Guest\n\n| field | type | rules |\n| --- | --- | --- |',
          '### Guest\n\n| field | type | rules |\n| --- | --- | --- |\n| wishes | list of Wish | |',
        ).concat(
          '\n\n### Wish\n\n| field | type | rules |\n| --- | --- | --- |\n| text | text | |\n',
          '| late | boolean | = guest.booking.day < today() |\n| whose | User | = guest.booking.owner |',
        ),
      },
      [],
    ],
    ['one of records whose readers are those of this one', lettersOf('about.owner == user'), []],
    ['one of records that others read too', lettersOf('about.owner == user or writer == user'), []],
    ['one of records that others read instead', lettersOf('writer == user'), ['N661 3.Booking.letters']],
    [
      'one of the first record of whom this one is',
      lettersOf('writer == user', '= count(Letter where writer == this.owner)'),
      [],
    ],
    [
      'one by a record that its owner alone may read',
      {
        entities: DESK.replace(
          '| guests |',
          '| before | Booking | optional |\n| again | boolean | = before != null and before.day < day |\n| guests |',
        ),
      },
      ['N661 3.Booking.again'],
    ],
  ])('%s', (_, points, expected) => {
    expect(reported(points)).toEqual(expected);
  });
});
