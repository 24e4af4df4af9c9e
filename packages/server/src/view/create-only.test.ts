import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { entityView, knownFields } from './entities.ts';
import { Rights } from './rights.ts';
import { screenView } from './screens.ts';

const plan = planFrom(
  'letterbox.md',
  `# Specification: Letterbox

## 2. Screens and routes

### Write \`/\`

| part | is |
| --- | --- |
| kind | form for Letter |
| for | everyone |
| fields | Letter: text, answer |

## 3. Entities and their fields

### Letter

| field | type | rules |
| --- | --- | --- |
| text | text | |
| answer | text | optional |
| written_on | date | default today() |
| rank | integer | default count(Letter) |
| writer | User | optional, default user |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| clerk | assigned |

### Permissions

#### Letter

| may | visitor | clerk |
| --- | --- | --- |
| read, update | no | yes |
| create | yes | no |
| update answer | no | yes |
| read writer | no | yes |

#### User

| may | visitor | clerk |
| --- | --- | --- |
| read | no | yes |
| create, update, delete | no | no |
`,
);

test('a person who may create and not read has the form, with the fields to enter', () => {
  const rights = new Rights(plan, { userId: null, roles: [] });
  const [screen] = plan.screens;
  const [letter] = plan.entities;
  if (!screen || !letter) throw new Error('The document has a screen and an entity.');
  const view = screenView(rights, screen);
  expect(view.entity).toBe('Letter');
  expect(view.groups.map(({ columns }) => columns.map(({ path }) => path))).toEqual([[['text']]]);
  expect(knownFields(rights, letter).map(({ name, onCreate }) => [name, onCreate])).toEqual([
    ['text', true],
    ['written_on', true],
    ['rank', true],
    ['writer', true],
  ]);
});

test('a default is shown to everyone who may read the fields that it uses, if a form can compute it', () => {
  const [letter] = plan.entities;
  if (!letter) throw new Error('The document has an entity.');
  const worked = (rights: Rights) =>
    knownFields(rights, letter).flatMap((field) => (field.default === null ? [] : [field.name]));
  expect(worked(new Rights(plan, { userId: 'someone', roles: ['clerk'] }))).toEqual(['written_on', 'writer']);
  expect(worked(new Rights(plan, { userId: null, roles: [] }))).toEqual([]);
});

/** 4 and 6: a field with its own `update` row can be set on create if that row allows the resulting record. */
const drawer = planFrom(
  'drawer.md',
  `# Specification: Drawer

## 2. Screens and routes

### Notes \`/notes\`

| part | is |
| --- | --- |
| kind | list of Note |
| for | clerk |
| columns | text |
| actions | create, import, Note it -> create Note(text: "So") |

## 3. Entities and their fields

### Loan

| field | type | rules |
| --- | --- | --- |
| title | text | |
| first | text | optional |
| later | text | optional |
| either | text | optional |
| dated | text | optional |
| worded | text | optional |
| staged | text | optional |
| begun | text | optional |
| returned_on | date | optional, by system |
| status | state | |

### Note

| field | type | rules |
| --- | --- | --- |
| text | text | |

## 4. States and transitions

### Loan.status

| state | kind |
| --- | --- |
| out | initial |
| returned | final |

| event | from | to | by |
| --- | --- | --- | --- |
| bring_back | out | returned | clerk |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | signed in |
| lender | \`exists(Loan where created_by == user)\` |

### Permissions

#### Note

| may | clerk | lender |
| --- | --- | --- |
| read | yes | yes |
| update, delete | no | no |
| create, import | no | yes |

#### Loan

| may | in state | clerk | others |
| --- | --- | --- | --- |
| read, create, update | | yes | no |
| delete | | no | no |
| update first | | \`status == "out"\` | no |
| update later | | \`status == "returned"\` | no |
| update either | | \`status == "returned" or title == "old"\` | no |
| update dated | | \`returned_on != null\` | no |
| update worded | | \`title == "new"\` | no |
| update staged | returned | yes | no |
| update staged | out | no | no |
| update begun | out | yes | no |
| update begun | returned | no | no |
`,
);

test('a field that no new record allows is not asked for on create, but on update', () => {
  const rights = new Rights(drawer, { userId: 'someone', roles: [] });
  const loan = drawer.entities.find(({ name }) => name === 'Loan');
  if (!loan) throw new Error('The document has an entity.');
  const fields = knownFields(rights, loan);
  const settable = (may: 'onCreate' | 'onUpdate') => fields.filter((field) => field[may]).map(({ name }) => name);
  expect(settable('onCreate')).toEqual(['title', 'first', 'either', 'worded', 'begun']);
  expect(settable('onUpdate')).toEqual(['title', 'first', 'later', 'either', 'dated', 'worded', 'staged', 'begun']);
});

test.each([
  ['does not hold', new Set<string>(), false, []],
  ['holds', new Set(['lender']), true, ['create', 'import', 'create from']],
] as const)('who %s the one role that creates is offered that', (_, heldNow, creates, offered) => {
  const rights = new Rights(drawer, { userId: 'someone', roles: [] }, heldNow);
  const note = drawer.entities.find(({ name }) => name === 'Note');
  const [screen] = drawer.screens;
  if (!note || !screen) throw new Error('The document has notes.');
  expect(entityView(rights, note, drawer.screens).create).toBe(creates);
  expect(screenView(rights, screen).actions.map(({ kind }) => kind)).toEqual(offered);
});

test('the rows named `create` give the first states of a record', () => {
  const starts = planFrom(
    'starts.md',
    readFileSync(new URL('../../../engine/src/fixtures/starts.md', import.meta.url), 'utf8'),
  );
  const rights = new Rights(starts, { userId: 'someone', roles: ['clerk'] });
  const order = starts.entities.find(({ name }) => name === 'Order');
  if (!order) throw new Error('The document has orders.');
  const asked = knownFields(rights, order).filter((field) => field.onCreate);
  expect(asked.map(({ name }) => name)).toEqual(['title', 'code', 'rush', 'sealed', 'secret', 'discount', 'lines']);
});
