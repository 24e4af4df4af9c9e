import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { copyView } from './copied.ts';
import { Rights } from './rights.ts';

const plan = planFrom(
  'orders.md',
  `# Specification: Orders

## 3. Entities and their fields

### Order

| field | type | rules |
| --- | --- | --- |
| number | number O-{0000} | |
| reference | text | optional, unique |
| customer | text | |
| margin | integer | optional |
| released | date | optional, by system |
| letter | file(pdf) | optional |
| size | integer | \`= count(lines)\` |
| lines | list of Line | |

| setting | is |
| --- | --- |
| delete | soft |

### Line

| field | type | rules |
| --- | --- | --- |
| what | text | |
| code | text | optional, unique |
| cost | integer | optional |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| seller | assigned |
| director | assigned |
| auditor | assigned |
| scribe | assigned |

### Permissions

#### Order

| may | seller | director | auditor | scribe |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| create | yes | yes | no | yes |
| update, delete, restore | no | yes | no | no |
| read margin | no | yes | yes | no |

#### Line

| may | seller | director | auditor | scribe |
| --- | --- | --- | --- | --- |
| read, create, update, delete | yes | yes | yes | yes |
| update cost | no | yes | no | no |
`,
);

const all = ['customer', 'lines'];

test.each<[role: string, fields: string[] | null, rows: string[]]>([
  ['seller', all, ['what']],
  ['director', ['customer', 'margin', 'lines'], ['what', 'cost']],
  ['auditor', null, []],
  ['scribe', null, []],
])('6: a %s copies what they may read and set', (role, fields, rows) => {
  const rights = new Rights(plan, { userId: 'somebody', roles: [role] });
  const clause = '2.order.actions.copy';
  expect(copyView(rights, 'Order', clause)).toEqual(
    fields === null ? [] : [{ kind: 'copy', fields, children: { lines: rows }, clause }],
  );
});
