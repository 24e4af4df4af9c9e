import { describe, expect, test } from 'vitest';
import { checkMarked } from '../../fixtures/harness.ts';

const ENTITIES = `### Bill

| field | type | rules |
| --- | --- | --- |
| amount | integer | default 0 |
| tax | integer | = amount * 2 |
| paid_by | text | optional |
| payer | User | optional, by system |
| label | text | optional, once |
| phase | state | |
| code | number B-{0000} | |`;

const STATES = `### Bill.phase

| state | kind |
| --- | --- |
| open | initial |
| paid | final |

| event | from | to | by | asks |
| --- | --- | --- | --- | --- |
| pay | open | paid | clerk | paid_by |`;

const roles = (more = '') => `### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### User

| may | clerk |
| --- | --- |
| read | yes |
| create, update, delete, update roles, update email | no |

#### Bill

| may | clerk |
| --- | --- |
| read, create, update | yes |
| delete | no |
${more}`;

const form = (route: string, fields: string) =>
  `### Bill form \`${route}\`\n\n| part | is |\n| --- | --- |\n| kind | form for Bill |\n| for | clerk |\n| fields | ${fields} |`;

describe('a sign-up that nobody completes', () => {
  const roles = `### Roles\n\n| role | is given to |\n| --- | --- |\n| visitor | anyone |\n\n### Permissions\n\n#### User\n\n| may | visitor |\n| --- | --- |\n| read, create | yes |\n| update, delete, update roles, update email | no |`;
  const entities =
    '### User\n\n| field | type | rules |\n| --- | --- | --- |\n| card | text | |\n| phone | phone | optional |';
  const signUp = (fields: string) =>
    `### Join \`/join\`\n\n| part | is |\n| --- | --- |\n| kind | sign up |\n| for | everyone |\n${fields}`;

  test.each([
    ['it has what is required', '| fields | email, name, card |', []],
    ['it asks for that by itself', '', []],
    ['it lacks a required field', '⟦| fields | email, name |⟧', ['N251']],
    ['it lacks the e-mail address', '⟦| fields | name, card |⟧', ['N251']],
  ])('%s', (_, fields, codes) => {
    const { found, marked } = checkMarked({ entities, roles, screens: signUp(fields) });
    expect(found).toEqual(marked.map((place, index) => `${codes[index]} ${place}`));
  });
});

describe('a field of a form that nobody could fill in', () => {
  test.each([
    ['what may be set', '/new', 'amount, label', '', []],
    ['what is computed', '/new', 'amount, ⟦tax⟧', '', ['N222']],
    ['what an event asks for', '/new', 'amount, ⟦paid_by⟧', '', ['N222']],
    ['what an event asks for, and a row permits', '/new', 'amount, paid_by', '| update paid_by | yes |', []],
    ['what a row permits nobody', '/new', '⟦amount⟧, label', '| update amount | no |', ['N222']],
    [
      'what a row permits of no new record',
      '/new',
      '⟦amount⟧, label',
      '| update amount | `phase == "paid"` |',
      ['N222'],
    ],
    ['what a row permits of new records', '/new', 'amount', '| update amount | `phase == "open"` |', []],
    ['what the product sets', '/new', 'amount, ⟦payer⟧', '', ['N222']],
    ['the state', '/new', 'amount, ⟦phase⟧', '', ['N222']],
    ['a number', '/new', 'amount, ⟦code⟧', '', ['N222']],
    ['a field of another record', '/new', 'amount, ⟦payer.name⟧', '', ['N222']],
    ['what is given once, on create', '/new', 'label', '', []],
    ['what is given once, on a change', '/bills/{bill}/edit', 'amount, ⟦label⟧', '', ['N222']],
  ])('%s', (_, route, fields, more, codes) => {
    const screens = form(route, fields);
    const { found, marked } = checkMarked({ entities: ENTITIES, states: STATES, roles: roles(more), screens });
    expect(found.filter((line) => line.startsWith('N2'))).toEqual(
      marked.map((place, index) => `${codes[index]} ${place}`),
    );
  });

  test('a field that no row lets anybody change, next to one that a row does', () => {
    const permissions = roles('| update paid_by | yes |').replace(
      '| read, create, update | yes |',
      '| read, create | yes |\n| update | no |',
    );
    const screens = form('/bills/{bill}/edit', '⟦amount⟧, paid_by');
    const { found, marked } = checkMarked({ entities: ENTITIES, states: STATES, roles: permissions, screens });
    expect(found.filter((line) => line.startsWith('N2'))).toEqual(marked.map((place) => `N222 ${place}`));
  });
});
