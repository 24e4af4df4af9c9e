import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { fieldView } from './fields.ts';
import { Rights } from './rights.ts';

const plan = planFrom(
  'loans.md',
  `# Specification: Loans

## 2. Screens and routes

none

## 3. Entities and their fields

### Category

| field | type | rules |
| --- | --- | --- |
| days | integer | |
| margin | integer | |

### User

| field | type | rules |
| --- | --- | --- |
| category | Category | |

### Loan

| field | type | rules |
| --- | --- | --- |
| member | User | |
| due | date | default today() + member.category.days * 1 day |
| until | date | default today() + member.category.margin * 1 day |
| reminded_on | date | default due + 1 day |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |
| reader | signed in |

### Permissions

#### Category

| may | clerk | reader | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | no | no | no |
| read margin | yes | no | no |

#### User

| may | clerk | reader | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete, update roles, update email | no | no | no |

#### Loan

| may | clerk | reader | others |
| --- | --- | --- | --- |
| read, create | yes | yes | no |
| update, delete | no | no | no |
`,
);

test('a form gets a default that reads through a reference, where its reader may ever read all of that', () => {
  const loan = plan.entities.find(({ name }) => name === 'Loan');
  if (loan === undefined) throw new Error('The document has loans.');
  const views = (roles: string[]) => {
    const rights = new Rights(plan, { userId: 'someone', roles });
    return loan.fields.flatMap((field) => {
      const { name, default: shown, defaultIsComputed, defaultReads } = fieldView(rights, loan, field);
      return defaultIsComputed ? [[name, shown !== null, defaultReads ?? null]] : [];
    });
  };
  expect(views(['clerk'])).toEqual([
    ['due', true, [{ field: 'member', paths: ['category.days'] }]],
    ['until', true, [{ field: 'member', paths: ['category.margin'] }]],
    ['reminded_on', true, null],
  ]);
  expect(views([])).toEqual([
    ['due', true, [{ field: 'member', paths: ['category.days'] }]],
    ['until', false, null],
    ['reminded_on', true, null],
  ]);
});
