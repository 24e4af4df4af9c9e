import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { applyEdits } from '../diagnostics/apply-fixes.ts';
import { documentOf } from '../fixtures/harness.ts';
import { checkWithSizes, stateSize } from './state-size.ts';

/** 3, `size`: how a document states it, and what the checker tells then. */

const FIELDS = `| field | type | rules |
| --- | --- | --- |
| subject | text | |
| minutes | integer | |`;

const text = (entity: string, allowed = '') =>
  documentOf({
    screens: `### Tickets \`/tickets\`

| part | is |
| --- | --- |
| kind | list of Ticket |
| for | everyone |
| filters | minutes |
${allowed}`,
    entities: entity,
    roles: `### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions

#### Ticket

| may | visitor |
| --- | --- |
| read | yes |`,
  });

const checked = (source: string) => checkDocument({ path: 'spec.md', text: source }, () => ({ kind: 'missing' }));

test.each<[string, entity: string, stated: string]>([
  [
    'a table behind that of the fields',
    `### Ticket\n\n${FIELDS}`,
    `### Ticket\n\n${FIELDS}\n\n| setting | is |\n| --- | --- |\n| size | about 200,000 |`,
  ],
  [
    'a row of the settings',
    `### Ticket\n\n${FIELDS}\n\n| setting | is |\n| --- | --- |\n| order | minutes |`,
    `### Ticket\n\n${FIELDS}\n\n| setting | is |\n| --- | --- |\n| order | minutes |\n| size | about 200,000 |`,
  ],
  [
    'the value of the setting',
    `### Ticket\n\n${FIELDS}\n\n| setting | is |\n| --- | --- |\n| size | 5,000 |\n| order | minutes |`,
    `### Ticket\n\n${FIELDS}\n\n| setting | is |\n| --- | --- |\n| size | about 200,000 |\n| order | minutes |`,
  ],
])('3: %s', (_what, entity, stated) => {
  const before = text(entity);
  const size = stateSize(checked(before), 'Ticket', 200_000);
  expect(size?.value).toBe('about 200,000');
  expect(applyEdits({ path: 'spec.md', text: before }, size?.edits ?? []).text).toBe(text(stated));
  const found = checkWithSizes(checked(before), new Map([['Ticket', 200_000]]));
  expect(found.map(({ code, clause }) => [code, clause])).toEqual([['N384', '2.tickets.filters.minutes']]);
});

test('what the document allows is not told, and no built-in entity has a size of its own', () => {
  const document = checked(text(`### Ticket\n\n${FIELDS}`, '\n> allow N384: nobody filters by them'));
  expect(checkWithSizes(document, new Map([['Ticket', 200_000]]))).toEqual([]);
  expect(stateSize(document, 'User', 200_000)).toBeNull();
  expect(checkWithSizes(document, new Map([['User', 200_000]]))).toEqual([]);
});
