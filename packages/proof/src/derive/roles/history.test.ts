import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { insert } from '../../reference/insert.ts';
import { lookUp } from '../../reference/lookup.ts';
import { perform } from '../../reference/perform.ts';
import { beginTransaction } from '../../reference/transaction.ts';
import { World } from '../../reference/world.ts';
import { historyOf } from './history.ts';

const DOCUMENT = `# Specification: Teams

## 1. What the product does and for whom

Teams and their tasks.

## 2. Screens and routes

none

## 3. Entities and their fields

### Team

| field | type | rules |
| --- | --- | --- |
| name | text | |
| head | User | |

### Task

| field | type | rules |
| --- | --- | --- |
| title | text | |
| team | Team | |

| setting | is |
| --- | --- |
| history | kept |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| person | signed in | |
| lead | \`team.head == user\` | Task |

### Permissions

#### Task

| may | person | lead |
| --- | --- | --- |
| read, update, history | no | yes |
| create, delete | no | no |

#### Team

| may | person |
| --- | --- |
| read, create, update, delete | no |

#### User

| may | person |
| --- | --- |
| read, create, update, delete | no |

## 7. Calls and integrations

none

## 8. Errors and their messages

none

## 9. Constants and values

none
`;

test('6: a history is judged by the roles of today on the values of then', () => {
  const lookup = lookUp(planOf(DOCUMENT), {});
  const transaction = beginTransaction(new World(lookup, '2026-03-16T09:00:00.000Z'), null, true);
  const [former, present] = ['a', 'b'].map((name) =>
    insert(transaction, 'User', { email: `${name}@example.com`, name, roles: [] }),
  );
  const [own, other] = [former, present].map((lead) => insert(transaction, 'Team', { name: 'x', head: lead }));
  const task = insert(transaction, 'Task', { title: 'a', team: own });
  const body = { title: 'b' };
  const { world: then, refused } = perform(transaction.world, former ?? null, {
    kind: 'update',
    entity: 'Task',
    id: task,
    body,
  });
  expect(refused).toBeNull();
  const world = then.fork();
  const entries = (reader: string | undefined) => {
    const record = world.view(task);
    if (record === null) throw new Error('There is no task.');
    const answer = historyOf(reader ?? null, record);
    return answer.kind === 'history' ? answer.entries.map(({ fields }) => fields) : answer.kind;
  };
  const change = (id: string | undefined, values: Record<string, unknown>) => {
    const stored = world.get(id ?? '');
    if (stored === null) throw new Error('There is no such record.');
    world.put({ ...stored, values: { ...stored.values, ...values } });
  };
  expect(entries(former)).toEqual([['title']]);
  change(own, { head: present });
  expect(entries(present)).toEqual([['title']]);
  change(task, { team: other });
  change(own, { head: former });
  expect(entries(present)).toEqual([]);
});
