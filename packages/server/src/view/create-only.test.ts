import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { knownFields } from './entities.ts';
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
`,
);

test('who may create and not read has the form, with what may be entered', () => {
  const rights = new Rights(plan, { userId: null, roles: [] });
  const [screen] = plan.screens;
  const [letter] = plan.entities;
  if (!screen || !letter) throw new Error('The document has a screen and an entity.');
  const view = screenView(rights, screen);
  expect(view.entity).toBe('Letter');
  expect(view.groups.map(({ columns }) => columns.map(({ path }) => path))).toEqual([[['text']]]);
  expect(knownFields(rights, letter).map(({ name, onCreate }) => [name, onCreate])).toEqual([['text', true]]);
});
