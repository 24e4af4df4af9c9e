import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { statePath } from './state-path.ts';

/** The path of a workflow with these rows (from, event, to, by) from the first state of the first one. */
function pathWith(rows: readonly string[]): string[] {
  const ends = rows.map((row) => row.split(' | '));
  const states = [...new Set(ends.flatMap(([from, , to]) => [from, to]))];
  const isLeft = (state: string | undefined) => ends.some(([from]) => from === state);
  const plan = planFrom(
    'claims.md',
    `# Specification: Claims

## 3. Entities and their fields

### Claim

| field | type | rules |
| --- | --- | --- |
| title | text | |
| begins_at | datetime | |
| status | state | |

## 4. States and events

### Claim.status

| state | meaning | kind |
| --- | --- | --- |
${states.map((state, at) => `| ${state} | | ${at === 0 ? 'initial' : isLeft(state) ? '' : 'final'} |`).join('\n')}

| from | event | to | by |
| --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | anyone |

### Permissions

#### Claim

| may | member |
| --- | --- |
| read, create | yes |
`,
  );
  const [workflow] = plan.states;
  if (!workflow) throw new Error('The document states a workflow.');
  return statePath(workflow);
}

test.each([
  [
    'the way where all goes well',
    [
      'draft | withdraw | withdrawn | member',
      'draft | send | sent | member',
      'sent | withdraw | withdrawn | member',
      'sent | approve | approved | member',
      'sent | refuse | refused | member',
      'approved | pay | paid | member',
    ],
    ['draft', 'sent', 'approved', 'paid'],
  ],
  [
    'no step for a state that only leads back',
    [
      'draft | send | sent | member',
      'sent | hold | held | member',
      'held | resume | sent | member',
      'sent | approve | approved | member',
    ],
    ['draft', 'sent', 'approved'],
  ],
  [
    'a step that time alone takes',
    [
      'booked | cancel | cancelled | member',
      'booked | begin | running | at begins_at',
      'running | end | over | member',
    ],
    ['booked', 'running', 'over'],
  ],
  ['an end, where nothing else follows', ['open | close | closed | member'], ['open', 'closed']],
])('the path of states has %s', (_, rows, path) => {
  expect(pathWith(rows)).toEqual(path);
});
