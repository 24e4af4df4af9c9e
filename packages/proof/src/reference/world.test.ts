import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { beginTransaction, touch } from './transaction.ts';
import { rolesOf, type View } from './evaluate.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { perform, run } from './perform.ts';
import { couldEverDo } from './could.ts';
import { mayReadField } from './permissions.ts';
import { project } from './project.ts';
import { World } from './world.ts';

const DOCUMENT = `# Relay

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Team

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| members | many User | 1..5 |
| legs | list of Leg | |
| rested | integer | \`= count(Leg where rests)\` |

### Leg

| field | type | rules |
| --- | --- | --- |
| rests | boolean | default false |

### Run

| field | type | rules |
| --- | --- | --- |
| swapped | boolean | default false |
| first | User | |
| second | User | |
| runner | User | \`= if swapped then second else first\` |
| trainer | User | optional, \`= runner.trainer\` |
| baton | Baton | optional |
| status | state | |

### Baton

| field | type | rules |
| --- | --- | --- |
| status | state | |

| setting | is |
| --- | --- |
| history | kept |

### User

| field | type | rules |
| --- | --- | --- |
| trainer | User | optional |

## 4. States

### Run.status

| state | kind |
| --- | --- |
| waiting | initial |
| running | final |

| event | from | to | by | asks | then |
| --- | --- | --- | --- | --- | --- |
| start | waiting | running | runner | | \`hand_over on baton if baton != null\` |
| enter | waiting | same | runner | for_team? Team | \`create Team(name: new.for_team.name + " 2", members: new.for_team.members) if new.for_team != null\` |

### Baton.status

| state | kind |
| --- | --- |
| free | initial |
| carried | final |

| event | from | to | by |
| --- | --- | --- | --- |
| hand_over | free | carried | system |

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to | of |
| --- | --- | --- |
| athlete | assigned | |
| official | assigned | |
| present | \`user is athlete or user is official\` | |
| welcome | \`user is present\` | |
| runs | \`runner == user\` | Run |

### Permissions

#### Team

| may | welcome | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### Baton

| may | welcome | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |
| history | yes | no |

#### Run

| may | runs | others |
| --- | --- | --- |
| read | yes | no |
| create | | yes |
| update, delete | no | no |

#### User

| may | welcome | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update email, update roles, update disabled | no | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

/** A product with a trainer, two athletes whom she trains, somebody without a role, and a run by the second athlete. */
function relay() {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const user = (name: string, roles: readonly string[], trainer: string | null = null) =>
    insert(transaction, 'User', { name, email: `${name}@example.com`, roles, trainer });
  const trainer = user('trainer', ['official']);
  const first = user('first', ['athlete'], trainer);
  const second = user('second', ['athlete'], trainer);
  const nobody = user('nobody', []);
  const baton = insert(transaction, 'Baton', {});
  const run = insert(transaction, 'Run', { swapped: true, first, second, baton });
  const team = insert(transaction, 'Team', { name: 'Team', members: [first] });
  return { world: transaction.world, trainer, first, second, nobody, baton, run, team };
}

// 3: `= <expr>` of the type of a reference.
test('a computed reference is a record like any other: in a path, in a relationship, in an answer', () => {
  const { world, trainer, first, second, run: id } = relay();
  const view = world.view(id) as View;
  expect((view.runner as View).id).toBe(second);
  expect((view.trainer as View).id).toBe(trainer);
  expect(project(second, view)).toMatchObject({ runner: second, trainer });
  const start = (by: string) =>
    perform(world, by, { kind: 'fire', entity: 'Run', id, event: 'start', body: {} }).refused?.code;
  expect([start(first), start(second)]).toEqual(['NOT_FOUND', undefined]);
});

// 4: what is asked and not stored may be a record, whose fields effects read.
test.each([
  ['a record', true, ['Team', 'Team 2']],
  ['nothing', false, ['Team']],
])('an input that refers to %s', (_what, isGiven, names) => {
  const { world, second, run: id, team } = relay();
  const body = isGiven ? { for_team: team } : {};
  const done = perform(world, second, { kind: 'fire', entity: 'Run', id, event: 'enter', body });
  expect(done.refused).toBeNull();
  expect(done.world.living('Team').map((one) => done.world.view(one.id)?.name)).toEqual(names);
});

// 6: a role about the user alone may be given by other roles, and these by others.
test('everybody who holds one of several roles holds the role that they give', () => {
  const { world, trainer, first, nobody } = relay();
  const held = [trainer, first, nobody].map((id) => rolesOf(world, world.view(id)).has('welcome'));
  expect(held).toEqual([true, true, false]);
});

// 4: nested events run as `system`.
test('the history has no actor for an event that an effect causes', () => {
  const { world, second, run: id, baton } = relay();
  const done = perform(world, second, { kind: 'fire', entity: 'Run', id, event: 'start', body: {} });
  expect(done.world.history(baton).map(({ clause, by }) => [clause, by])).toEqual([['4.Baton.status.hand_over', null]]);
});

// 6: an owned child without a table of its own is read with its owner.
test('everybody who may read the owners reads a value computed from owned children, also if there are none yet', () => {
  const { world, first, nobody, team } = relay();
  expect([first, nobody].map((actor) => couldEverDo(world, actor, 'Leg', 'read'))).toEqual([true, false]);
  expect(mayReadField(first, world.view(team) as View, 'rested')).toBe(true);
});

// 3: fields are required unless they say otherwise.
test.each([
  ['none of them', [], 'REQUIRED'],
  ['too many of them', 6, 'TOO_LONG'],
] as const)('a list of references that must not be empty refuses %s', (_what, given, code) => {
  const { world, first, team } = relay();
  const outcome = run(beginTransaction(world, first, true), (transaction) => {
    const members = typeof given === 'number' ? Array.from({ length: given }, (_, place) => `@User:${place}`) : given;
    const record = transaction.world.get(team);
    if (record !== null) transaction.world.put({ ...record, values: { ...record.values, members } });
    touch(transaction, team, 'Team', 'update', 'update', '6.Team.update');
    return team;
  });
  expect(outcome.refused?.code).toBe(code);
});
