import { describe, expect, test } from 'vitest';
import { printExpression } from '../../../expression/print.ts';
import { checkMarked } from '../../../fixtures/harness.ts';
import { differencesOf } from '../../../difference/differences-of.ts';

const ENTITIES = `### Job

| field | type | rules |
| --- | --- | --- |
| held | boolean | default false |
| hours | integer | 0.. |
| firm | Firm | optional |
| phase | state | |

### Firm

| field | type | rules |
| --- | --- | --- |
| open | boolean | default true |`;

const ROLES = `### Roles

| role | is given to | of |
| --- | --- | --- |
| boss | assigned | |

### Permissions

#### Job, Firm

| may | boss | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |

#### User

| may | boss | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update email | no | no |`;

const EVENTS =
  '| event | from | to | by | when | asks | then | error |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n';

/** A job of three states, with these rows before its own. */
function check(rows: string, others: { readonly rules?: string; readonly when?: string } = {}) {
  const states = `### Job.phase

| state | kind |
| --- | --- |
| open | initial |
| busy | |
| done | final |

${EVENTS}${rows === '' ? '' : `${rows}\n`}| begin | open | busy | boss | | | | |
| hold | busy | same | boss | \`not held\` | | \`held = true\` | |
| release | busy | same | boss | \`held\` | | \`held = false\` | |
| finish | busy | done | boss | \`hours > 3\` | | | TOO_FEW |`;
  const errors = `| code | status | message | when |
| --- | --- | --- | --- |
| TOO_FEW | 409 | Work longer. | Job finish |
${others.rules === undefined ? '' : '| TOO_MANY | 409 | Work less. | V1 |\n'}${others.when === undefined ? '' : `| ON_HOLD | 409 | It is held. | ${others.when} |`}`;
  return checkMarked({
    entities: ENTITIES,
    states,
    roles: ROLES,
    errors,
    ...(others.rules && { rules: others.rules }),
  });
}

const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  ['all events but one', '| any except release | | | | `not held` | | | |', []],
  ['no condition', '| ⟦any⟧ | | | | | | | |', ['N465']],
  ['a state from where', '| any except release | ⟦busy⟧ | | | `not held` | | | |', ['N465']],
  ['an effect', '| any except release | | | | `not held` | | `⟦hours = 1⟧` | |', ['N465']],
  ['an exception that is no event', '| any except ⟦relase⟧, release | | | | `not held` | | | |', ['N420']],
  ['nothing but exceptions', '| ⟦any except begin, hold, release, finish⟧ | | | | `not held` | | | |', ['N465']],
  ['a condition that an event contradicts', '| any except begin | | | | `not held` | | | |', ['N451']],
  ['a condition that every record keeps', '| any | | | | `⟦hours >= 0⟧` | | | |', ['N452']],
  ['what may be null', '| any | | | | `⟦firm⟧.open` | | | |', ['N064']],
];

describe('a row `any` is a condition of several events (4)', () => {
  test.each(MISTAKES)('%s', (_what, row, codes) => {
    const { found, marked } = check(row);
    expect(found.map((line) => line.slice(0, 4))).toEqual(codes);
    expect(found.map((line) => line.slice(5)).slice(0, marked.length)).toEqual(marked);
  });

  test('each event has it before its own guard, but those that are excepted', () => {
    const { checked } = check('| any except release | | | | `not held` | | | ON_HOLD |', { when: 'Job any' });
    const events = checked.plan?.states[0]?.events ?? [];
    const guards = events.map(({ name, transitions: [row] }) => [
      name,
      row?.when ? printExpression(row.when) : null,
      row?.conditions?.map(({ clause, error }) => `${clause} ${error}`) ?? [],
    ]);
    expect(guards).toEqual([
      ['begin', 'not held', ['4.Job.phase.any ON_HOLD']],
      ['hold', 'not held and not held', ['4.Job.phase.any ON_HOLD']],
      ['release', 'held', []],
      ['finish', 'not held and hours > 3', ['4.Job.phase.any ON_HOLD']],
    ]);
  });

  test('its facts hold where the guards of events are read', () => {
    const { found } = check('| any | | | | `firm != null` | | | |\n| shut | open | done | boss | `firm.open` | | | |');
    expect(found).toEqual([]);
  });

  test('its error is known also where the condition is not shown', () => {
    const { found } = check('| any except release | | | | not shown | | | ON_HOLD |', { when: 'Job any' });
    expect(found.map((line) => line.slice(0, 4))).toEqual(['N048']);
  });

  test.each([
    ['Job any', []],
    ['Job finish', ['N803', 'N804']],
  ])('its error is raised by `Entity any`: %s', (when, codes) => {
    const { found } = check('| any except release | | | | `not held` | | | ON_HOLD |', { when });
    expect(found.map((line) => line.slice(0, 4))).toEqual(codes);
  });

  test('a difference of its error is reported', () => {
    const [former, now] = ['ON_HOLD', ''].map(
      (error) =>
        check(`| any except release | | | | \`not held\` | | | ${error} |`, error === '' ? {} : { when: 'Job any' })
          .checked.plan,
    );
    if (!former || !now) throw new Error('A document has errors.');
    const reported = differencesOf(former, now).filter(({ text }) => text.includes('conditions of all events'));
    expect(reported.map(({ clause }) => clause)).toEqual([
      '4.Job.phase.begin',
      '4.Job.phase.hold',
      '4.Job.phase.finish',
    ]);
  });
});

describe('a rule on all events (5)', () => {
  const rule = (on: string) =>
    `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | ${on} | \`hours < 9\` | TOO_MANY |`;

  test.each([
    ['Job any', ['begin', 'hold', 'release', 'finish']],
    ['Job any except hold, release', ['begin', 'finish']],
    ['Job create, Job any except hold, release', ['create', 'begin', 'finish']],
    ['Job any except hold, release, Job update', ['begin', 'finish', 'update']],
  ])('`%s`', (on, moments) => {
    const { checked } = check('', { rules: rule(on) });
    expect(checked.model.rules[0]?.on).toEqual(moments);
  });

  test('an exception that is no event is reported', () => {
    const { found, marked } = check('', { rules: rule('Job any except ⟦hodl⟧') });
    expect(found).toEqual(marked.map((place) => `N503 ${place}`));
  });
});
