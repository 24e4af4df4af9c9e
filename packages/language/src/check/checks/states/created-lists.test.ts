import { expect, test } from 'vitest';
import { checkMarked } from '../../../fixtures/harness.ts';

/** Whether a Plot may be divided by an effect that creates another one. */
function reported(then: string, rules = '1..', type = 'list of Owner') {
  return checkMarked({
    entities: `### Plot

| field | type | rules |
| --- | --- | --- |
| name | text | |
| owners | ${type} | ${rules} |
| phase | state | |

### Owner

| field | type |
| --- | --- |
| called | text |`,
    states: `### Plot.phase

| state | kind |
| --- | --- |
| whole | initial |
| divided | final |

| event | from | to | by | asks | then |
| --- | --- | --- | --- | --- | --- |
| divide | whole | divided | boss | title text | \`${then}\` |`,
    roles: `### Roles

| role | is given to |
| --- | --- |
| boss | assigned |

### Permissions

#### Plot${type.startsWith('many') ? ', Owner' : ''}

| may | boss | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |`,
  })
    .found.map((line) => line.slice(0, 4))
    .filter((code) => code !== 'N048');
}

test.each<[rule: string, reported: readonly string[], ...Parameters<typeof reported>]>([
  ['owned records that a new one needs', ['N418'], 'create Plot(name: new.title)'],
  ['none are needed', [], 'create Plot(name: new.title)', ''],
  [
    'a further effect finds it again',
    [],
    'create Plot(name: new.title); create Owner(parent: first(Plot where name == new.title), called: name) if exists(Plot where name == new.title)',
  ],
  ['references that a new one needs', ['N418'], 'create Plot(name: new.title)', '1..', 'many Owner'],
  ['and that it is given', [], 'create Plot(name: new.title, owners: owners)', '1..', 'many Owner'],
])('%s', (_, expected, ...stated) => {
  expect(reported(...stated)).toEqual(expected);
});
