import { expect, test } from 'vitest';
import { checkMarked } from '../../../fixtures/harness.ts';

const ENTITIES = `
### Article
| field | type | rules |
| --- | --- | --- |
| title | text | |
| summary | text | optional |
| words | integer | optional |
| language | text | optional, default "en" |
`;
const ROLES = `
### Roles
| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions
#### Article
| may | visitor |
| --- | --- |
| read, create, update | yes |
| delete | no |

#### User
| may | visitor |
| --- | --- |
| read, create, update, update email, update roles, delete | no |
`;
const CALLS = (does: string, properties: string) => `### Answered

#### \`POST /articles\`

| part | is |
| --- | --- |
| by | everyone |
| does | ${does} |
| answers | \`201 Draft\` |

### Shapes

#### Draft of Article

| property | is |
| --- | --- |
| title | title |
${properties}`;

const found = (must: string, properties = '', does = '`create Article from body as Draft`') =>
  checkMarked({
    entities: ENTITIES,
    roles: ROLES,
    rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Article create | \`${must}\` | WRONG |\n`,
    calls: CALLS(does, properties),
    errors: '| code | status | message | when |\n| --- | --- | --- | --- |\n| WRONG | 422 | It is wrong. | V1 |\n',
  }).found.map((one) => one.split(' ')[0]);

test.each([
  ['what it lacks is demanded', 'summary != null', ''],
  ['what it lacks is demanded beside what it has', 'size(title) > 2 and words != null', ''],
  ['one of two that it lacks is demanded', 'summary != null or words != null', ''],
])('%s', (_what, must, properties) => {
  expect(found(must, properties)).toEqual(['N731']);
});

test.each([
  ['what is demanded is there', 'summary != null', '| summary | summary |'],
  ['one of two is there', 'summary != null or words != null', '| words | words |'],
  ['a default gives it', 'language != null', ''],
  ['what may be empty', 'words == null or words > 0', ''],
])('is quiet where %s', (_what, must, properties) => {
  expect(found(must, properties)).not.toContain('N731');
});

test('a value that the call itself gives counts', () => {
  expect(found('words != null', '', '`create Article(words: 1) from body as Draft`')).not.toContain('N731');
});
