import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../../../fixtures/harness.ts';

interface Parts {
  readonly message: string;
  readonly rule?: string;
  readonly row?: string;
  readonly cells?: string;
  readonly user?: string;
}

/** Visits of rooms by their guests, whose keepers guests need not know. */
const visits = ({ message, rule = '', row = '', cells = '', user = 'no' }: Parts): string =>
  documentOf({
    entities: `### Room

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| keeper | User | optional |

### Visit

| field | type | rules |
| --- | --- | --- |
| room | Room | |
| helper | User | optional, by system |
| on | date | |
| note | text | optional, by system |
| guest | User | by system, default user |
| status | state | |`,
    states: `### Visit.status

| state | kind |
| --- | --- |
| asked | initial |
| moved | final |

| event | from | to | by | when | asks | error |
| --- | --- | --- | --- | --- | --- | --- |
| move | asked | moved | guest, clerk | | on | |
${row}`,
    rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n${rule}`,
    roles: `### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| clerk | assigned | |
| guest | \`guest == user\` | Visit |
| mate | \`exists(Visit where room == this and guest == user)\` | Room |

### Permissions

#### Room

| may | clerk | mate | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | yes | no | no |

#### Visit

| may | clerk | guest | member | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | no | no |
| create | no | | yes | no |
| update | yes | no | no | no |
| delete | yes | no | no | no |
${cells}

#### User

| may | clerk | others |
| --- | --- | --- |
| read | yes | ${user} |
| create, update, delete, update roles, update email | no | no |`,
    errors: `| code | status | message | when |\n| --- | --- | --- | --- |\n| FULL | 409 | ${message} | ${row.startsWith('| any') ? 'Visit any' : rule === '' ? 'Visit leave' : 'V1'} |`,
  });

function found(parts: Parts) {
  const { diagnostics } = checkText(visits(parts));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  return diagnostics.filter(({ code }) => code === 'N811').map(({ details }) => details);
}

const rule = (on: string) => `| V1 | ${on} | \`on > today()\` | FULL |`;
const guard = (by: string) => `| leave | asked | same | ${by} | \`on > today()\` | | FULL |`;
const NOTED = '| read note | yes | no | no | no |';

describe('8: a message says only what its reader may read (N811)', () => {
  const name = { entity: 'User', field: 'name' };
  test.each<[string, Parts, readonly object[]]>([
    ['its own fields', { message: 'Not on {on}.', rule: rule('Visit') }, []],
    [
      'a field that one of them may not read',
      { message: '{note}', rule: rule('Visit move'), cells: NOTED },
      [{ readers: ['guest'], reads: [{ entity: 'Visit', field: 'note' }] }],
    ],
    ['one that who changes it may read', { message: '{note}', rule: rule('Visit update'), cells: NOTED }, []],
    [
      'through a reference',
      { message: '{helper.name}', rule: rule('Visit move') },
      [{ code: 'FULL', readers: ['guest'], reads: [name] }],
    ],
    [
      'through a reference to what all may read',
      { message: '{helper.name}', rule: rule('Visit move'), user: 'yes' },
      [],
    ],
    ['the title of a record', { message: '{helper}', rule: rule('Visit move') }, [{ reads: [name] }]],
    ['a record that they name themselves', { message: '{room.name}', rule: rule('Visit create') }, []],
    [
      'one that leads on to who is hidden',
      { message: '{room.keeper.name}', rule: rule('Visit create') },
      [{ readers: ['member'], reads: [name] }],
    ],
    ['one that they read because of this record', { message: '{room.name}', row: guard('guest') }, []],
    ['of a guard', { message: '{helper.name}', row: guard('guest, clerk') }, [{ readers: ['guest'], reads: [name] }]],
    ['of a guard of clerks', { message: '{helper.name}', row: guard('clerk') }, []],
    ['of a guard of the system alone', { message: '{helper.name}', row: guard('system') }, []],
    [
      'of a condition of all events',
      { message: '{helper.name}', row: '| any | | | | `on > today()` | | FULL |' },
      [{ readers: ['guest'] }],
    ],
  ])('%s', (_, parts, expected) => {
    expect(found(parts)).toMatchObject(expected);
  });
});
