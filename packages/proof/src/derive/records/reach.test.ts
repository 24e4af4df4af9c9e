import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from './begin.ts';
import { reach } from './reach.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from '../states/states.ts';

const COURSES = `
# Specification: Courses

## 1. What the product does and for whom

A workshop gives courses. Who has learned a craft teaches it.

## 2. Screens and routes

none

## 3. Entities and their fields

### Craft

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |

### Course

| field | type | rules |
| --- | --- | --- |
| craft | Craft | |
| places | integer | 3..9 |
| taken | integer | \`= count(Enrolment where course == this and status == "placed")\` |
| is_open | boolean | \`= status == "open"\` |
| status | state | |

### Certificate

| field | type | rules |
| --- | --- | --- |
| holder | User | |
| craft | Craft | |
| until_day | date | |

### Enrolment

| field | type | rules |
| --- | --- | --- |
| course | Course | once, among Course where is_open |
| name | text | ..40 |
| status | state | |

## 4. States and transitions

### Course.status

| state | kind |
| --- | --- |
| planned | initial |
| open | |
| given | final |
| dropped | final |

| event | from | to | by | when | asks | error |
| --- | --- | --- | --- | --- | --- | --- |
| open | planned | open | office | \`sure\` | sure boolean | |
| teach | open | given | member | \`exists(Certificate where holder == user and craft == this.craft and until_day >= today())\` | | NOT_LEARNED |
| drop | open | dropped | office | \`not exists(Enrolment where course == this and status == "placed")\` | | TAKEN |

### Enrolment.status

| state | kind |
| --- | --- |
| placed | final |
| waiting | final |

| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| create | new | placed | office | \`course.taken < course.places\` |
| create | new | waiting | office | |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |
| office | assigned |

### Permissions

#### Craft, Course, Certificate, Enrolment

| may | member | office |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | yes |

#### User

| may | member | office |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| NOT_LEARNED | 409 | You have not learned it. | Course teach |
| TAKEN | 409 | Somebody has a place in it. | Course drop |

## 9. Business constants and limits

none
`;

function contextOf(seed: number): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(COURSES),
    seed,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  // Only the raw materials exist.
  const craft = reach(context, { entity: 'Craft', state: null });
  craft?.builder.prepared('A craft', []);
  return context;
}

test.each([1, 2, 3])('the further records that a record needs are made first, whatever the seed (%i)', (seed) => {
  const context = contextOf(seed);
  // A course that is open, among which the enrolment's has to be.
  expect(reach(context, { entity: 'Enrolment', state: 'placed' })?.builder.steps.length).toBe(3);
  // A certificate of who teaches, for the craft of the course.
  const given = reach(context, { entity: 'Course', state: 'given' });
  const [certificate] = given?.builder.world.living('Certificate') ?? [];
  const course = given?.builder.world.get(given.id);
  expect(certificate?.values.craft).toBe(course?.values.craft);
  expect(course?.values.status).toBe('given');
});

test.each([1, 2, 3])('the record that a guard looks for is made, whatever the seed (%i)', (seed) => {
  const context = contextOf(seed);
  const shown = new Set([...deriveStates(context)].flatMap(({ clauses }) => clauses));
  for (const clause of ['4.Course.status.teach', '8.NOT_LEARNED', '8.TAKEN', '4.Enrolment.status.create.new'])
    expect(shown).toContain(clause);
});
