import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import type { PointName } from '../points.ts';
import type { Plan } from '../plan/plan.ts';
import { API_CLASSES, type ApiClass } from './api/classes.ts';
import { differencesOf } from './differences-of.ts';

const USER = `#### User

| may | member |
| --- | --- |
| read, create, update, delete, update roles, update email | no |`;

/** A product with one field, one event and one exact call, of which a case changes one thing. */
interface Parts {
  readonly field?: string;
  readonly asks?: string;
  readonly actions?: string;
  readonly shape?: string;
  readonly call?: string;
}

function planOf({
  field = '',
  asks = 'none',
  actions = 'read, create, update, delete, export, import',
  shape = '',
  call = READ,
}: Parts): Plan {
  const points: Partial<Record<PointName, string>> = {
    entities: `### Job\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |\n| kept | text | optional |\n${field === '' ? '' : `${field}\n`}| status | state | |`,
    states:
      '### Job.status\n\n| state | kind | meaning |\n| --- | --- | --- |\n| open | initial | |\n| done | final | |\n\n| event | from | to | by | when | asks | then | error |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n' +
      `| finish | open | done | member | none | ${asks} | none | none |`,
    roles: `### Roles\n\n| role | is given to |\n| --- | --- |\n| member | signed in |\n\n### Permissions\n\n#### Job\n\n| may | member | others |\n| --- | --- | --- |\n| ${actions} | yes | no |\n\n${USER.replace('| may | member |', '| may | member | others |').replace('| --- | --- |', '| --- | --- | --- |').replace('| no |', '| no | no |')}`,
    calls: `### Answered

| call | by | does | filters | answers |
| --- | --- | --- | --- | --- |
| ${call} |

### Shapes

#### Job

| property | is |
| --- | --- |
| name | name |
${shape}

### Made

none`,
  };
  const { plan, diagnostics } = checkText(documentOf(points));
  if (plan === null)
    throw new Error(
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code} ${message}`)
        .join('\n'),
    );
  return plan;
}

const READ = '`GET /jobs/{name}` | member | `read Job by path.name` | | `200 Job`';
const LIST = '`POST /jobs` | member | `list Job` | | `200 [Job]`';
const CREATE = '`POST /jobs` | member | `create Job from body as Job` | | `200 Job`';
const PUT = READ.replace('GET', 'PUT');
const UPDATE = '`PUT /jobs/{name}` | member | `update Job by path.name from body as Job` | | `200 Job`';

const field = (rules: string, type = 'text'): Parts => ({ field: `| extra | ${type} | ${rules} |` });

const CASES: readonly (readonly [ApiClass, Parts, Parts])[] = [
  ['api-removed-without-deprecation', {}, { actions: 'read, create, update, export, import' }],
  ['endpoint-added', { actions: 'read, create, update, export, import' }, {}],
  ['request-parameter-removed', field('optional'), {}],
  ['request-parameter-type-changed', field('optional', 'integer'), field('optional', 'date')],
  ['new-optional-request-parameter', {}, field('optional')],
  ['new-required-request-property', {}, field('')],
  ['new-optional-request-property', {}, field('optional')],
  ['request-property-removed', field('optional'), {}],
  ['request-property-became-required', field('optional'), field('')],
  ['request-property-became-optional', field(''), field('optional')],
  ['request-property-became-not-nullable', field('optional'), field('')],
  ['request-property-became-nullable', field(''), field('optional')],
  ['request-property-type-changed', field('', 'integer'), field('', 'date')],
  ['request-property-enum-value-removed', field('', 'enum(a, b)'), field('', 'enum(a)')],
  ['request-property-enum-value-added', field('', 'enum(a)'), field('', 'enum(a, b)')],
  ['request-property-min-increased', field('1..9', 'integer'), field('2..9', 'integer')],
  ['request-property-min-decreased', field('2..9', 'integer'), field('1..9', 'integer')],
  ['request-property-max-increased', field('1..9', 'integer'), field('1..10', 'integer')],
  ['request-property-max-decreased', field('1..9', 'integer'), field('1..8', 'integer')],
  ['request-property-min-length-increased', field('1..9'), field('2..9')],
  ['request-property-min-length-decreased', field('2..9'), field('1..9')],
  ['request-property-max-length-increased', field('1..9'), field('1..10')],
  ['request-property-max-length-decreased', field('1..9'), field('1..8')],
  ['request-property-min-items-increased', field('0..9', 'many Job'), field('1..9', 'many Job')],
  ['request-property-min-items-decreased', field('1..9', 'many Job'), field('0..9', 'many Job')],
  ['request-property-max-items-increased', field('0..9', 'many Job'), field('0..10', 'many Job')],
  ['request-property-max-items-decreased', field('0..9', 'many Job'), field('0..8', 'many Job')],
  ['request-property-pattern-added', field(''), field('matches /^a/')],
  ['request-property-pattern-changed', field('matches /^a/'), field('matches /^b/')],
  ['request-property-pattern-removed', field('matches /^a/'), field('')],
  ['response-success-status-removed', {}, { call: READ.replace('200', '201') }],
  ['response-success-status-added', {}, { call: READ.replace('200', '201') }],
  ['response-body-removed', {}, { call: READ.replace('200 Job', '200') }],
  ['response-required-property-removed', { shape: '| kept | kept |' }, {}],
  ['response-optional-property-removed', { shape: '| kept? | kept |' }, {}],
  ['response-property-added', {}, { shape: '| kept | kept |' }],
  ['response-property-became-optional', { shape: '| kept | kept |' }, { shape: '| kept? | kept |' }],
  ['response-property-became-required', { shape: '| kept? | kept |' }, { shape: '| kept | kept |' }],
  ['response-property-became-nullable', field(''), field('optional')],
  ['response-property-became-not-nullable', field('optional'), field('')],
  ['response-property-type-changed', field('', 'integer'), field('', 'date')],
  ['response-property-enum-value-added', field('', 'enum(a)'), field('', 'enum(a, b)')],
  ['response-property-enum-value-removed', field('', 'enum(a, b)'), field('', 'enum(a)')],
  ['response-property-min-increased', field('1..9', 'integer'), field('2..9', 'integer')],
  ['response-property-min-decreased', field('2..9', 'integer'), field('1..9', 'integer')],
  ['response-property-max-increased', field('1..9', 'integer'), field('1..10', 'integer')],
  ['response-property-max-decreased', field('1..9', 'integer'), field('1..8', 'integer')],
  ['response-property-min-length-increased', field('1..9'), field('2..9')],
  ['response-property-min-length-decreased', field('2..9'), field('1..9')],
  ['response-property-max-length-increased', field('1..9'), field('1..10')],
  ['response-property-max-length-decreased', field('1..9'), field('1..8')],
  ['response-property-min-items-increased', field('0..9', 'many Job'), field('1..9', 'many Job')],
  ['response-property-min-items-decreased', field('1..9', 'many Job'), field('0..9', 'many Job')],
  ['response-property-max-items-increased', field('0..9', 'many Job'), field('0..10', 'many Job')],
  ['response-property-max-items-decreased', field('0..9', 'many Job'), field('0..8', 'many Job')],
  ['response-property-pattern-added', field(''), field('matches /^a/')],
  ['response-property-pattern-changed', field('matches /^a/'), field('matches /^b/')],
  ['response-property-pattern-removed', field('matches /^a/'), field('')],
  ['request-body-added-required', { call: LIST }, { call: CREATE }],
  ['request-body-removed', { call: CREATE }, { call: LIST }],
  ['request-body-added-optional', { call: PUT }, { call: UPDATE }],
];

describe('each class of changed APIs', () => {
  test.each(CASES)('%s', (apiClass, former, now) => {
    const found = differencesOf(planOf(former), planOf(now));
    const classes = found.map((difference) => difference.apiClass);
    expect(classes).toContain(apiClass);
    expect(found.find((difference) => difference.apiClass === apiClass)?.effect).toBe(API_CLASSES[apiClass]);
  });

  test('all have a case', () => {
    expect(new Set(CASES.map(([apiClass]) => apiClass))).toEqual(new Set(Object.keys(API_CLASSES)));
  });
});
