import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { ACTION_ROWS } from './actions.ts';
import { lookUp } from './lookup.ts';
import { perform } from './perform.ts';
import { assigned } from './assigned.ts';
import { World } from './world.ts';

const DOCUMENT = `# Visits

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Visit

| field | type | rules |
| --- | --- | --- |
| begins | time | |
| note | text | optional |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| somebody | not shown |

### Permissions

#### Visit

| may | visitor | somebody |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |
| update note | no | NOTE |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

const worldOf = (note: string) =>
  new World(lookUp(planOf(DOCUMENT.replace('NOTE', note)), {}), '2026-03-16T09:00:00.000Z');

test.each([
  ['yes', 'NOT_SPECIFIED'],
  ['not shown', 'NOT_SPECIFIED'],
  ['no', 'INVALID'],
])('6: a field with %s in the column of a role whose holders are not shown is refused as %s', (note, code) => {
  const body = { begins: '08:30', note: 'a' };
  expect(perform(worldOf(note), null, { kind: 'create', entity: 'Visit', body }).refused?.code).toBe(code);
});

test('3: a time is kept with its seconds', () => {
  const { lookup } = worldOf('no');
  const times = ['08:30', '08:30:15', '08:30:15.5'].map((time) => assigned(time, lookup, { kind: 'time' }));
  expect(times).toEqual(['08:30:00', '08:30:15', '08:30:15.5']);
});

test('6: who may create need not read what they import', () => {
  expect(ACTION_ROWS.import.presupposesRead).toBe(ACTION_ROWS.create.presupposesRead);
});

test.each([
  [' ', 'REQUIRED', 'open'],
  ['Full.', null, 'refused'],
])('4: what an event asks for and %j answers: %s', (note, code, status) => {
  const text = DOCUMENT.replace(
    '| note | text | optional |',
    '| note | text | optional |\n| status | state | |',
  ).replace(
    '## 4. States\n\nnone',
    `## 4. States

### Visit.status

| state | kind |
| --- | --- |
| open | initial |
| refused | final |

| event | from | to | by | asks |
| --- | --- | --- | --- | --- |
| refuse | open | refused | visitor | note |
`,
  );
  const world = new World(lookUp(planOf(text.replace('NOTE', 'no')), {}), '2026-03-16T09:00:00.000Z');
  const { id, world: later } = perform(world, null, { kind: 'create', entity: 'Visit', body: { begins: '09:00' } });
  const outcome = perform(later.fork(), null, { kind: 'fire', entity: 'Visit', id, event: 'refuse', body: { note } });
  expect(outcome.refused?.code ?? null).toBe(code);
  expect(outcome.world.get(id ?? '')?.values['status']).toBe(status);
});
