import { expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import type { Plan } from '../plan/plan.ts';
import { differencesOf } from './differences-of.ts';

function planOf(parts: string): Plan {
  const { plan, diagnostics } = checkText(
    documentOf({
      screens: `### Jobs \`/jobs\`\n\n| part | is |\n| --- | --- |\n| for | member |\n${parts}`,
      entities: `### Job

| field | type | rules |
| --- | --- | --- |
| name | text | |
| first | date | |
| last | date | |
| owner | User | |
| kind | enum(small, large) | |
| front | image | optional |
| back | image | optional |`,
      roles: `### Roles

| role | is given to |
| --- | --- |
| member | signed in |

### Permissions

#### Job

| may | member |
| --- | --- |
| read, create, update, delete | yes |

#### User

| may | member |
| --- | --- |
| read | yes |
| create, update, delete, update roles, update email | no |`,
    }),
  );
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}

test.each([
  [
    'a timeline by other days',
    '| kind | timeline of Job by first..last |',
    '| kind | timeline of Job by first |',
    'has its records by `first`, formerly by `first` to `last`',
  ],
  [
    'a calendar by another day',
    '| kind | calendar of Job by first |',
    '| kind | calendar of Job by last |',
    'has its records by `last`, formerly by `first`',
  ],
  [
    'other rows',
    '| kind | timeline of Job by first |\n| rows | owner |',
    '| kind | timeline of Job by first |\n| rows | kind |',
    'has its rows by `kind`, formerly by `owner`',
  ],
  [
    'other colours',
    '| kind | timeline of Job by first |\n| colour | owner |',
    '| kind | timeline of Job by first |\n| colour | kind |',
    'has its colours by `kind`, formerly by `owner`',
  ],
  [
    'other pictures',
    '| kind | gallery of Job by front |',
    '| kind | gallery of Job by back |',
    'has its pictures from `back`, formerly by `front`',
  ],
])('a screen that draws its records otherwise: %s', (_, former, now, words) => {
  expect(differencesOf(planOf(former), planOf(now))).toMatchObject([
    { effect: 'behaviour', clause: '2.jobs', text: `the screen \`Jobs\` ${words}` },
  ]);
});

test('a screen of another kind has other places', () => {
  const [first, ...others] = differencesOf(
    planOf('| kind | calendar of Job by first |'),
    planOf('| kind | gallery of Job by front |'),
  );
  expect(first?.text).toBe('the screen `Jobs` is a gallery, formerly a calendar');
  expect(others).toEqual([]);
});
