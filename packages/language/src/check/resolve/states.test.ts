import { describe, expect, test } from 'vitest';
import { checkMarked } from '../../fixtures/harness.ts';

const ENTITIES = `### Job

| field | type | rules |
| --- | --- | --- |
| title | text | |
| phase | state | |
| owner | User | default user |
| note | text | optional |
| due | date | optional |
| days | recurrence | optional |
| begins | time | optional |
| hours | integer | default 0 |
| double | integer | = hours * 2 |
| firm | Firm | optional |
| parts | list of Part | |
| crew | many User | |

### Part

| field | type | rules |
| --- | --- | --- |
| name | text | |

### Firm

| field | type | rules |
| --- | --- | --- |
| name | text | |
| jobs | integer | default 0 |
| staff | many User | |

| setting | is |
| --- | --- |
| path | firms |`;

const ROLES = `### Roles

| role | is given to | of |
| --- | --- | --- |
| boss | assigned | |
| guest | anyone | |

### Permissions

#### Job, Firm

| may | boss | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |

#### User

| may | boss | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update email | no | no |`;

const ERRORS = '| code | status | message | when |\n| --- | --- | --- | --- |\n| NOT_YET | 409 | No. | Job start |';
const STATES = '| state | kind |\n| --- | --- |\n| open | initial |\n| busy | |\n| done | final |\n';
const EVENTS =
  '| event | from | to | by | when | asks | then | error |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n';
/** The row that is tried, before rows that make the life of a job complete. */
const life = (row: string, states = STATES): string =>
  `### Job.phase\n\n${states}\n${EVENTS}${row}\n| begin | open | busy | boss | | | | |\n| finish | busy | done | boss | | | | |`;

const check = (states: string, withError = false) => {
  const result = checkMarked({ entities: ENTITIES, states, roles: ROLES, ...(withError && { errors: ERRORS }) });
  const ownGap = (line: string) => !line.startsWith('N048') || result.marked.some((place) => line.endsWith(place));
  return { ...result, found: result.found.filter(ownGap) };
};

const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  ['a heading that names nothing', `${life('| x | busy | open | boss | | | | |')}\n\n### ⟦The life of it⟧`, ['N401']],
  ['an unknown entity', `${life('| x | busy | open | boss | | | | |')}\n\n### ⟦Jbo⟧`, ['N402']],
  [
    'times that lead around',
    life('⟦| x | open | busy | at created_at + 1 day | | | | |⟧\n| y | busy | open | at created_at | | | | |'),
    ['N426'],
  ],
  ['an unknown state in from', life('| x | ⟦opne⟧ | busy | boss | | | | |'), ['N408']],
  ['an unknown state in to', life('| x | open | ⟦bsuy⟧ | boss | | | | |'), ['N408']],
  ['an unknown state behind except', life('| x | any except ⟦opne⟧ | busy | boss | | | | |'), ['N408']],
  ['an event out of a final state', life('| x | busy, ⟦done⟧ | open | boss | | | | |'), ['N407']],
  ['an event that stays in a final state', life('| x | busy, done | same | boss | | | | |'), []],
  ['an event of every state', life('| x | every | same | boss | | | | |'), []],
  ['an event of every state but one', life('| x | every except open | same | boss | | | | |'), []],
  ['an event of every state that leaves the final one', life('| x | ⟦every⟧ | open | boss | | | | |'), ['N407']],
  ['an unknown state behind `every except`', life('| x | every except ⟦opne⟧ | same | boss | | | | |'), ['N408']],
  ['a way back', life('| x | busy | back | boss | | | | |'), []],
  ['a way back on a condition', life('| x | busy | back | boss | `hours > 3` | | `hours = 0` | |'), []],
  ['a mistake in the condition of a way back', life('| x | busy | back | boss | `⟦hors⟧ > 3` | | | |'), ['N055']],
  ['a mistake in an effect before a way back', life('| x | busy | back | boss | | | `hours = ⟦titel⟧` | |'), ['N055']],
  ['a way back to nowhere', life('| x | open | ⟦back⟧ | boss | | | | |'), ['N466']],
  ['a way back out of a final state', life('| x | ⟦done⟧ | back | boss | | | | |'), ['N407']],
  [
    'a state that is named `back`',
    life('| x | busy | back | boss | | | | |\n| y | back | done | boss | | | | |', `${STATES}| back | |\n`),
    [],
  ],
  ['an event from a final state to itself', life('| x | done | done | boss | | | | |'), []],
  ['a timer that stays in a final state', life('| x | done | same | after 3 days | | | | |'), []],
  [
    'an event that stays in one final state and leaves another',
    life(
      '| x | done, ⟦over⟧ | done | boss | | | | |\n| y | busy | over | boss | | | | |',
      `${STATES}| over | final |\n`,
    ),
    ['N407'],
  ],
  [
    'a state that only events to itself lead out of',
    life('| x | lost | same | boss | | | | |\n| y | open | lost | boss | | | | |', `${STATES}⟦| lost | |⟧\n`),
    ['N406'],
  ],
  [
    'a create that starts by its row',
    life('| create | new | open | boss | | | | |', STATES.replace('initial', '')),
    [],
  ],
  [
    'an effect that creates in no state',
    life(
      '| create | new | open | boss | | | | |\n⟦| x | open | same | boss | | | `create Job(title: "x")` | |⟧',
      STATES.replace('initial', ''),
    ),
    ['N460'],
  ],
  ['the state, read when it has changed', life('| x | open | busy | boss | | | `note = ⟦phase⟧` | |'), ['N462']],
  ['the state, where it stays', life('| x | busy | busy | boss | | | `note = phase` | |'), []],
  ['the state before and after', life('| x | open | busy | boss | | | `note = old.phase; note = new.phase` | |'), []],
  [
    'a computed field behind an effect that changes it',
    life('| x | open | same | boss | | | `hours = 3; note = text(⟦double⟧)` | |'),
    ['N462'],
  ],
  [
    'a computed field twice in one row',
    life('| x | open | busy | boss | | hours | `note = text(⟦double⟧) if double > 3; note = "x" if double > 4` | |'),
    ['N462'],
  ],
  [
    'a computed field before the effect that changes it',
    life('| x | open | same | boss | | | `note = text(double); hours = 3` | |'),
    [],
  ],
  [
    'a computed field of what was asked, in a condition',
    life('| x | open | same | boss | | hours | `note = "x" if ⟦this.double⟧ > 4` | |'),
    ['N462'],
  ],
  [
    'a computed field, said to be the one before or after',
    life('| x | open | same | boss | | hours | `note = "x" if old.double < new.double` | |'),
    [],
  ],
  ['what is not stored, under `new`', life('| x | open | same | boss | | why? text | `note = new.why` | |'), []],
  [
    'a path from `old`',
    life('| x | open | same | boss | `firm != null` | | `firm = null; old.firm.jobs = old.firm.jobs + 1` | |'),
    [],
  ],
  [
    'a path from `old` that a guard on what is asked leaves open',
    life('| x | open | same | boss | `firm != null` | firm? | `note = text(⟦old.firm⟧.jobs)` | |'),
    ['N064'],
  ],
  ['the time of a timer over a date that may be empty', life('| x | open | busy | at due + 1 day | | | | |'), []],
  ['also of working days', life('| x | open | busy | at datetime(due) + 2 working days | | | | |'), []],
  [
    'a condition in such a time, which needs its value',
    life('| x | open | busy | `at if ⟦due⟧ > today() then due else today()` | | | | |'),
    ['N064'],
  ],
  ['what is set of `old`', life('| x | open | same | boss | | | `⟦old⟧.note = "x"` | |'), ['N417']],
  ['`old` of what is new', life('| x | new | open | boss | | title | `note = ⟦old⟧.title` | |'), ['N055']],
  [
    'a list of `old` beside what is read now',
    life('| x | open | same | boss | | | `hours = ⟦count(old.parts where name == this.title)⟧` | |'),
    ['N461'],
  ],
  ['a list of `old`', life('| x | open | same | boss | | | `for p in old.parts: note = p.name` | |'), []],
  ['an unknown actor', life('| x | open | busy | ⟦bos⟧ | | | | |'), ['N409']],
  ['a field that is no user as actor', life('| x | open | busy | ⟦firm⟧ | | | | |'), ['N409']],
  ['a duration that is none', life('| x | open | busy | after ⟦due⟧ | | | | |'), ['N409']],
  ['a timer that repeats', life('| x | open | same | every 3 days | | | | |'), []],
  ['a timer that repeats at once', life('| x | open | same | every ⟦0 days⟧ | | | | |'), ['N409']],
  ['a timer that repeats by no duration', life('| x | open | same | every ⟦5 working days⟧ | | | | |'), ['N409']],
  ['a timer on dates that repeat', life('| x | open | same | every days | | | | |'), []],
  ['a timer on such dates at a time', life('| x | open | same | every days at 08:30 | | | | |'), []],
  ['a timer at a time of the record', life('| x | open | same | every days at begins | | | | |'), []],
  ['a time of day that is none', life('| x | open | same | every days at ⟦8:30⟧ | | | | |'), ['N409']],
  ['a time of day that is a date', life('| x | open | same | every days at ⟦due⟧ | | | | |'), ['N060']],
  ['a time of day behind a date', life('| x | open | same | every ⟦due at 08:30⟧ | | | | |'), ['N409']],
  ['a time of day behind a duration', life('| x | open | same | every ⟦3 days at 08:30⟧ | | | | |'), ['N409']],
  ['a create that starts from a state', life('| create | ⟦open⟧ | busy | boss | | | | |'), ['N449']],
  ['a word of the API', life('| ⟦history⟧ | open | busy | boss | | | | |'), ['N410']],
  [
    'an unknown kind of state',
    life('| x | busy | open | boss | | | | |', STATES.replace('initial', '⟦initail⟧')),
    ['N416'],
  ],
  [
    'no initial state',
    life('| x | busy | open | boss | | | | |', STATES.replace('initial', '')).replace('Job.phase', '⟦Job.phase⟧'),
    ['N404'],
  ],
  [
    'two initial states',
    life('| x | busy | open | boss | | | | |', STATES.replace('| busy | |', '⟦| busy | initial |⟧')),
    ['N404'],
  ],
  ['a state twice', life('| x | busy | open | boss | | | | |', `${STATES}| ⟦busy⟧ | |\n`), ['N037']],
  ['a state that is never reached', life('| x | lost | open | boss | | | | |', `${STATES}⟦| lost | |⟧\n`), ['N405']],
  ['a dead end', life('| x | open | lost | boss | | | | |', `${STATES}⟦| lost | |⟧\n`), ['N406']],
  [
    'a state that nothing leads to or out of',
    life('| x | busy | open | boss | | | | |\n| y | open | busy | boss | | | | |', `${STATES}⟦| lost | |⟧\n`),
    ['N405'],
  ],
  [
    'an event that is missing between two states',
    life('| x | open | lost | boss | | | | |', `${STATES}⟦| lost | |⟧\n| over | final |\n`),
    ['N406'],
  ],
  ['an error without a guard', life('| start | open | busy | boss | | | | ⟦NOT_YET⟧ |'), ['N422']],
  [
    'a row that is never reached',
    life('| x | any | open | boss | | | | |\n⟦| x | open | busy | boss | hours > 1 | | | |⟧'),
    ['N421'],
  ],
  [
    'states with former names, of which one is still stated',
    life(
      '| x | busy | open | boss | | | | |',
      '| state | kind | was |\n| --- | --- | --- |\n| open | initial | ready |\n| busy | | ⟦done⟧ |\n| done | final | |\n',
    ),
    ['N094'],
  ],
  [
    'events with former names: one for all rows of an event, and none that point 6 or another event has',
    `### Job.phase\n\n${STATES}\n| event | from | to | by | was |\n| --- | --- | --- | --- | --- |\n| begin | open | busy | boss | start |\n| begin | busy | same | boss | start |\n| finish | busy | done | boss | ⟦update⟧ |\n| stop | busy | open | boss | ⟦start⟧ |\n| stop | open | same | boss | pause |`,
    ['N094', 'N094'],
  ],
  ['asking for a computed field', life('| x | open | busy | boss | | ⟦double⟧ | | |'), ['N411']],
  ['asking for an optional input', life('| x | open | busy | boss | | ⟦day date?⟧ | | |'), ['N411']],
  ['asking for the state', life('| x | open | busy | boss | | ⟦phase⟧ | | |'), ['N411']],
  ['asking for something unknown', life('| x | open | busy | boss | | note?, ⟦nmae⟧ | | |'), ['N411']],
  ['asking for a child', life('| x | open | busy | boss | | parts + (name) | | |'), []],
  ['asking for a child of no list', life('| x | open | busy | boss | | ⟦note⟧ + (name) | | |'), ['N411']],
  ['asking for a child by an unknown field', life('| x | open | busy | boss | | parts + (⟦nmae⟧) | | |'), ['N411']],
  ['asking for a child without what it needs', life('| x | open | busy | boss | | ⟦parts + (name?)⟧ | | |'), ['N411']],
  [
    'asking for inputs of many types',
    life(
      '⟦| x | open | busy | boss | | how enum(mislaid, stolen (Was stolen)), heir? User, size decimal(4, 2), proof? file(pdf, jpg), spent? money, day date | | |⟧',
    ),
    ['N464'],
  ],
  [
    'asking for inputs that are lists',
    life('| x | open | busy | boss | | ⟦some many User⟧, ⟦bits list of Part⟧ | | |'),
    ['N411', 'N411'],
  ],
  ['asking for an input with a limit', life('| x | open | busy | boss | | why ⟦text ..5⟧ | | |'), ['N301']],
  ['asking for a whole list', life('| x | open | busy | boss | | ⟦parts⟧ | | |'), ['N411']],
  ['asking twice', life('| x | open | busy | boss | | note, ⟦note?⟧ | | |'), ['N037']],
  ['an effect on an unknown field', life('| x | open | busy | boss | | | `⟦nte⟧ = "x"` | |'), ['N413']],
  ['an effect on a computed field', life('| x | open | busy | boss | | | `⟦double⟧ = 2` | |'), ['N413']],
  ['an effect on the state', life('| x | open | busy | boss | | | `⟦phase⟧ = "done"` | |'), ['N413']],
  ['an effect on what a user may do', life('| x | open | busy | boss | | | `owner.⟦disabled⟧ = true` | |'), ['N413']],
  ['an effect of another type', life('| x | open | busy | boss | | | `hours = ⟦"x"⟧` | |'), ['N060']],
  ['an effect that is no effect', life('| x | open | busy | boss | | | `hours = 1; ⟦do it⟧` | |'), ['N412']],
  ['an effect that adds to a many', life('| x | open | busy | boss | | | `crew + user; crew - owner` | |'), []],
  [
    'an effect that adds a whole list, along a path',
    life('| x | open | busy | boss | | | `firm.staff + crew if firm != null` | |'),
    [],
  ],
  ['an effect that adds to one value', life('| x | open | busy | boss | | | `⟦hours + 1⟧` | |'), ['N413']],
  ['an effect that adds to owned records', life('| x | open | busy | boss | | | `⟦parts⟧ + owner` | |'), ['N413']],
  ['an effect that adds another entity', life('| x | open | busy | boss | | | `crew + ⟦this⟧` | |'), ['N060']],
  ['an effect that adds what may be empty', life('| x | open | busy | boss | | | `firm.staff + ⟦firm⟧` | |'), ['N060']],
  [
    'a list that is set to itself and more',
    life('| x | open | busy | boss | | | `⟦crew = crew + user⟧` | |'),
    ['N412'],
  ],
  ['a list that is added to as a number', life('| x | open | busy | boss | | | `⟦crew += user⟧` | |'), ['N412']],
  ['a path through a list', life('| x | open | busy | boss | | | `⟦parts⟧.name = "x"` | |'), ['N417']],
  [
    'a path through what is asked and not stored',
    life('| x | open | same | boss | | other Job | `begin on ⟦other⟧` | |'),
    ['N417'],
  ],
  [
    'a path through it under `new`',
    life('| x | open | same | boss | | other Job | `⟦new.other⟧.note = "x"` | |'),
    ['N417'],
  ],
  [
    'the record that is asked for, by a query',
    life('| x | open | same | boss | | other Job | `begin on Job as it where it == new.other` | |'),
    [],
  ],
  ['an unknown event on a path', life('| x | open | busy | boss | | | `⟦beginn⟧ on this` | |'), ['N420']],
  ['a create without a required value', life('| x | open | busy | boss | | | `⟦create Firm(jobs: 1)⟧` | |'), ['N418']],
  ['a create of nothing', life('| x | open | busy | boss | | | `create ⟦Frim⟧(name: title)` | |'), ['N402']],
  [
    'effects on several records',
    life(
      '| x | open | same | boss | | | `delete firm; for p in parts: delete p if p.name != title; begin on Job where title == "x"; finish on first(Job where title == "y" order title)` | |',
    ),
    [],
  ],
  ['an effect for what is no list', life('| x | open | same | boss | | | `for p in ⟦title⟧: hours = 1` | |'), ['N071']],
  [
    'a loop with the name of a field',
    life('| x | open | same | boss | | | `for ⟦note⟧ in parts: delete note` | |'),
    ['N038'],
  ],
  [
    'an effect in a loop on an unknown field',
    life('| x | open | same | boss | | | `for p in parts: p.⟦nmae⟧ = "x"` | |'),
    ['N413'],
  ],
  [
    'an unknown field of a queried record',
    life('| x | open | same | boss | | | `begin on Job where ⟦nmae⟧ == "x"` | |'),
    ['N055'],
  ],
  [
    'an unknown event on a query',
    life('| x | open | same | boss | | | `⟦beginn⟧ on Job where title == "x"` | |'),
    ['N420'],
  ],
  [
    'something after a delete of the record',
    life('| x | open | same | boss | | | `delete this; ⟦hours = 1⟧` | |'),
    ['N425'],
  ],
  [
    'events on several records that fire each other',
    life('⟦| x | open | same | boss | | | `x on Job where title == "x"` | |⟧'),
    ['N423'],
  ],
  [
    'the user of a timer may be nobody',
    life('| x | open | busy | boss, after 3 days | | | `owner = ⟦user⟧` | |'),
    ['N064'],
  ],
  [
    'events of an entity without states have no from',
    '### Firm\n\n| event | from | by |\n| --- | --- | --- |\n| like | ⟦open⟧ | boss |',
    ['N312', 'N414'],
  ],
  ['from that is not shown', life('| x | ⟦not shown⟧ | busy | boss | | | | |'), ['N048']],
  ['by that is empty', life('| x | open | busy |⟦ ⟧| | | | |'), ['N048']],
  ['a guard that is not shown', life('| x | open | busy | boss | ⟦not shown⟧ | | | |'), ['N048']],
];

describe('diagnostics about point 4', () => {
  test.each(MISTAKES)('%s', (_, states, codes) => {
    const { found, marked } = check(states, states.includes('NOT_YET'));
    const own = found.filter((line) => !line.startsWith('N312') && !line.startsWith('N807'));
    expect(own).toEqual(marked.map((place, index) => `${codes.filter((code) => code !== 'N312')[index]} ${place}`));
  });
});

describe('the model of point 4', () => {
  const transitions = (states: string) => {
    const { found, checked } = check(states);
    expect(found).toEqual([]);
    return checked.model.states[0]?.events.find(({ name }) => name === 'x')?.transitions ?? [];
  };

  test.each([
    ['any', ['open', 'busy']],
    ['any except busy', ['open']],
    ['open, busy', ['open', 'busy']],
    ['new', 'new'],
  ])('from %s', (from, expected) => {
    expect(transitions(life(`| x | ${from} | busy | boss | | | | |`))[0]?.from).toEqual(expected);
  });

  test('asks are fields, required even where the field is optional, and inputs that are not stored', () => {
    const [row] = transitions(
      life(
        '| x | open | busy | boss | `really and size(note) > 2` | note, due?, really boolean | `hours = hours + 1 if really` | |',
      ),
    );
    expect(row?.asks).toEqual([
      { kind: 'field', field: 'note', required: true },
      { kind: 'field', field: 'due', required: false },
      { kind: 'input', name: 'really', label: 'Really', type: { kind: 'boolean' }, required: true },
    ]);
    expect(row?.effects[0]?.condition).not.toBeNull();
  });

  test('by: roles, fields that refer to a user, system, timers', () => {
    const [row] = transitions(
      life('| x | open | busy | boss, owner, system, after 30 days, at due + 1 day | | | | |').replace(
        'at due + 1 day',
        'at created_at + 1 day',
      ),
    );
    expect(row?.by.map(({ kind }) => kind)).toEqual(['role', 'field', 'system', 'after', 'at']);
  });

  test('effects go through references, create, and fire', () => {
    const [row] = transitions(
      life(
        '| x | open | busy | boss | firm != null | | `firm.jobs = firm.jobs + 1<br>create Firm(name: title); finish on this` | |',
      ),
    );
    expect(row?.effects.map((effect) => effect.kind)).toEqual(['set', 'create', 'fire']);
    expect(row?.effects[0]).toMatchObject({ path: ['firm'], field: 'jobs' });
  });

  test('events that fire each other do so a limited number of times', () => {
    const rows =
      '⟦| x | open | busy | boss | | | `y on this` | |⟧\n| y | busy | same | boss | | | `x on this` | |\n| z | busy | done | boss | | | `y on this` | |';
    const { found, marked } = checkMarked({ entities: ENTITIES, states: life(rows), roles: ROLES });
    expect(found.filter((one) => one.startsWith('N423'))).toEqual(marked.map((place) => `N423 ${place}`));
  });

  test('a required field whose default is the user needs somebody who is signed in', () => {
    const roles = (guest: string): string =>
      ROLES.replace('| may | boss | others |', '| may | boss | guest | others |')
        .replace(
          '| --- | --- | --- |\n| read, create, update | yes | no |',
          `| --- | --- | --- | --- |\n| read, create, update | yes | ${guest} | no |`,
        )
        .replace('| delete | no | no |', '| delete | no | no | no |');
    const problems = (guest: string, entities = ENTITIES): readonly string[] =>
      checkMarked({ entities, states: life(''), roles: roles(guest) }).found.filter((one) => one.startsWith('N325'));
    expect(problems('no')).toEqual([]);
    expect(problems('yes').map((one) => one.replace(/^N325 \S+ /, ''))).toEqual(['| owner | User | default user |']);
    expect(problems('yes', ENTITIES.replace('default user', 'optional, default user'))).toEqual([]);
  });

  test('nobody who creates a record can give a required field that an event asks for, whatever effects create it', () => {
    const problems = (may: string, rows: string): readonly string[] => {
      const roles = ROLES.replace('| read, create, update | yes |', `| read, update | yes | no |\n| create${may} |`);
      const entities = ENTITIES.replace('| note | text | optional |', '| note | text | |');
      return checkMarked({ entities, states: life(rows), roles }).found.filter((one) => one.startsWith('N324'));
    };
    const asks = '| halt | open | open | boss | | note | | |';
    const creates = `${asks}\n| copy | open | same | boss | | | create Job(title: title, owner: owner, note: note) | |`;
    const noted = ['N324 | note | text | |'];
    const reported = (found: readonly string[]) => found.map((one) => one.replace(/ \d+-\d+/, ''));
    expect(reported(problems(' | yes', asks))).toEqual(noted);
    expect(reported(problems(' | yes', creates))).toEqual(noted);
    expect(reported(problems(' | no', creates))).toEqual([]);
    expect(reported(problems(' | yes | no |\n| update note | yes', creates))).toEqual([]);
  });

  test('rows of one event have clauses of their own, after the first state that they start from', () => {
    const rows = transitions(life('| x | open | busy | boss | | | | |\n| x | busy | open | boss | | | | |'));
    expect(rows.map(({ clause }) => clause)).toEqual(['4.Job.phase.x.open', '4.Job.phase.x.busy']);
  });

  test('an event with the name of a state has another clause', () => {
    const { found, checked } = check(life('| busy | open | busy | boss | | | | |'));
    expect(found).toEqual([]);
    const [workflow] = checked.model.states;
    const event = workflow?.events.find(({ name }) => name === 'busy');
    expect(event?.transitions.map(({ clause }) => clause)).toEqual(['4.Job.phase.busy.open']);
    expect(workflow?.states.map(({ clause }) => clause)).toContain('4.Job.phase.busy');
  });
});
