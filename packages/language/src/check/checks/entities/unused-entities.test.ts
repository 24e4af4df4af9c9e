import { expect, test } from 'vitest';
import { checkText, documentOf } from '../../../fixtures/harness.ts';

interface Parts {
  readonly rules: string;
  readonly type?: string;
  readonly then?: string;
  readonly more?: string;
  readonly constants?: string;
}

const permits = ({ rules, type = 'boolean', then = '', more = '', constants }: Parts): string =>
  documentOf({
    entities: `### Permit\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| open | ${type} | ${rules} |\n${more}`,
    states: `### Permit\n\n| event | by | then |\n| --- | --- | --- |\n| renew | clerk | ${then} |`,
    roles: `### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Permit

| may | clerk | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |

#### User

| may | clerk | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update email | yes | no |`,
    ...(constants !== undefined && { constants }),
  });

const DEMO = '\n#### Demo records\n\n| name | open |\n| --- | --- |\n| One | true |';

test.each<[string, Parts, readonly string[]]>([
  ['a default that nothing changes', { rules: 'default false, by system' }, ['N357 false']],
  [
    'one of point 9',
    { rules: 'default MOST, by system', type: 'integer', constants: '| name | value |\n| --- | --- |\n| MOST | 3 |' },
    ['N357 MOST'],
  ],
  ['nothing at all', { rules: 'optional, by system' }, ['N353']],
  ['a default that people may change', { rules: 'default false' }, []],
  ['one that an effect changes', { rules: 'default false, by system', then: '`open = true`' }, []],
  ['one that a record has otherwise', { rules: 'default false, by system', more: DEMO }, []],
  ['one that is another for each record', { rules: 'default today(), by system', type: 'date' }, []],
])('3: %s', (_, parts, expected) => {
  const { diagnostics } = checkText(permits(parts));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  const found = diagnostics.flatMap(({ code, details }) => {
    if (code === 'N353') return [code];
    return code === 'N357' ? [`${code} ${'stays' in details ? details.stays : ''}`] : [];
  });
  expect(found).toEqual(expected);
});
