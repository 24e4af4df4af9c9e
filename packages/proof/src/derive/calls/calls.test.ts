import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import type { ExpectedCall } from '../../reference/expected-call.ts';
import { answersFor } from './answering.ts';
import { begin } from '../records/begin.ts';
import { deriveCalls } from './calls.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from '../states/states.ts';
import { deriveTimers } from '../states/timers.ts';

const SKIS = `
# Specification: Skis

## 1. What the product does and for whom

A shop lends skis, and asks for them when they are late.

## 2. Screens and routes

### Lendings \`/\`

| part | is |
| --- | --- |
| kind | list of Lending |
| for | shop |
| columns | name, fine |
| page size | ROWS |

## 3. Entities and their fields

### Lending

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| due | date | default today() + LENT_FOR |
| back_on | date | optional, by system |
| note | text | optional, by system |
| nags | integer | default 0, by system |
| fine | money | \`= FINE * (if back_on == null then 0 else greatest(0, back_on - due))\` |
| status | state | |

## 4. States and transitions

### Lending.status

| state | kind |
| --- | --- |
| out | initial |
| back | final |

| event | from | to | by | when | then | error |
| --- | --- | --- | --- | --- | --- | --- |
| bring | out | back | shop | | \`back_on = today()\` | |
| nag | out | same | shop | \`nags < MOST_NAGS\` | \`nags = nags + 1\` | ENOUGH |
| remind | out | same | at due + 1 day | | | |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| shop | assigned |

### Permissions

#### Lending

| may | shop | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### User

| may | shop | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

### Made

#### reminder

| part | is |
| --- | --- |
| when | Lending remind |
| request | \`POST {MAIL_URL}/reminders\` |
| expects | 2xx within 5 s |
| retry | 2 times, from 2 s |
| fails | \`note = "Not reached"\` |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| ENOUGH | 409 | That was often enough. | Lending nag |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
| LENT_FOR | 21 days |
| FINE | 2.50 EUR |
| ROWS | 12 |
| MOST_NAGS | 3 |
| MAIL_URL | env MAIL_URL |
`;

/** Another call, stated before it, at the address of the reminder. */
const THANKS = `#### thanks

| part | is |
| --- | --- |
| when | Lending bring |
| request | \`POST {MAIL_URL}/reminders\` |
| expects | 2xx within 5 s |
| retry | 2 times, from 2 s |
| answer | sent boolean |
| fails | none |

`;

function contextOf(text = SKIS): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const environment = { MAIL_URL: 'http://127.0.0.1:9' };
  const context = new DerivationContext({
    plan: planOf(text),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment,
    capabilities,
  });
  begin(context);
  return context;
}

test('7: a call whose event only a timer causes is made in its time, and made again while it fails', () => {
  const context = contextOf();
  const cases = [...deriveCalls(context)];
  expect(cases.map(({ title }) => title)).toEqual([
    'reminder on Lending remind, answered',
    'reminder on Lending remind, failing for good',
  ]);
  const made = cases.map(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect.length] : [])),
  );
  // The call is made once, and again with its two retries, and never after them.
  expect(made).toEqual([[1], [1, 1, 1, 0]]);
  expect(context.reasons.get('7.reminder')).toBeUndefined();
});

test.each([
  [null, [201, 201]],
  ['reminder', [500, 500]],
  ['thanks', [500, 500]],
])('7: of two calls at one address both are answered alike, where %s fails', (failing, statuses) => {
  const context = contextOf(
    SKIS.replace('#### reminder', `${THANKS}#### reminder`).replaceAll('2xx within', '201 within'),
  );
  const answers = context.plan.calls.map(() =>
    answersFor(context, failing).find(({ path }) => new RegExp(path).test('/reminders')),
  );
  expect(answers.map((answer) => answer?.status)).toEqual(statuses);
  // Each answer has the properties that the call reads.
  expect(answers.map((answer) => Object.keys(answer?.body ?? {}))).toEqual([
    ['sent', '_besides'],
    ['sent', '_besides'],
  ]);
});

test.each([
  ['a field of its own record', 'page = response.link'],
  ['a field of a record that it creates', 'create Notice(page: response.link)'],
])('7: a value of an answer that goes into %s fits it', (_where, then) => {
  const text = [
    ['| status | state | |', '| page | url | optional, by system |\n| status | state | |'],
    ['## 4.', '### Notice\n\n| field | type | rules |\n| --- | --- | --- |\n| page | url | optional |\n\n## 4.'],
    ['| fails |', `| answer | link text |\n| then | \`${then}\` |\n| fails |`],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);
  const [answer] = answersFor(contextOf(text));
  expect((answer?.body as { link?: string } | undefined)?.link).toMatch(/^https?:/);
});

test('7: a failing call is retried to the end while another call uses its address', () => {
  const cases = [...deriveCalls(contextOf(SKIS.replace('#### reminder', `${THANKS}#### reminder`)))];
  expect(cases.map(({ title }) => title)).toEqual([
    'thanks on Lending bring, answered',
    'thanks on Lending bring, failing for good',
    'reminder on Lending remind, answered',
    'reminder on Lending remind, failing for good',
  ]);
});

test('7: of calls for each record of a list, those of an earlier change do not fail with those of the last one', () => {
  const text = [
    ['| out | initial |', '| out | initial |\n| late | |'],
    ['| nag | out | same |', '| nag | out | late |'],
    ['| bring | out | back |', '| bring | late | back |'],
    ['| status | state | |', '| poles | list of Pole | 1..3 |\n| status | state | |'],
    ['## 4.', '### Pole\n\n| field | type | rules |\n| --- | --- | --- |\n| length | integer | |\n\n## 4.'],
    ['| when | Lending remind |', '| when | `Lending nag, Lending bring` |\n| for each | p in poles |'],
    ['## 8.', '```json\n{"status": "{status}", "length": "{p.length}"}\n```\n\n## 8.'],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);
  const derived = [...deriveCalls(contextOf(text))].find(
    ({ title }) => title === 'reminder on Lending bring, failing for good',
  );
  const expected = derived?.steps.flatMap((step) => (step.kind === 'calls' ? (step.expect ?? []) : []));
  expect(expected?.length).toBeGreaterThan(0);
  expect(new Set(expected?.map(({ body }) => (body as { status: string }).status))).toEqual(new Set(['back']));
});

test('9: a constant of which a default, a computed field or a page depends is shown by an answer that it decides', () => {
  const context = contextOf();
  const shown = new Set([...deriveTimers(context)].flatMap(({ clauses }) => clauses));
  expect([...shown]).toEqual(expect.arrayContaining(['9.FINE', '9.LENT_FOR']));
  expect(context.terms.get('2.lendings.page_size')).toEqual(['9.ROWS']);
});

test('4: a guard that a record comes to break by its own event refuses it at last', () => {
  const context = contextOf();
  const again = [...deriveStates(context)].find(({ clauses }) => clauses.includes('8.ENOUGH'));
  const nagged = again?.steps.filter((step) => step.kind === 'ask' && step.path.endsWith('/nag'));
  expect(nagged).toHaveLength(4);
});

test('7: an answer that takes a row shows the row, and the state where it leads', () => {
  const text = [
    ['| back | final |', '| back | |\n| booked | final |'],
    ['| remind |', '| book | back | booked | system | | | |\n| remind |'],
    ['#### reminder', THANKS.replace('| fails |', '| then | `book on this` |\n| fails |').concat('#### reminder')],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);
  const shown = new Set([...deriveCalls(contextOf(text))].flatMap(({ clauses }) => clauses));
  expect([...shown]).toEqual(expect.arrayContaining(['4.Lending.status.book', '4.Lending.status.booked']));
});

test('7: a call in its time leaves the clock within the years of the document', () => {
  // The plainest records are lent for a century, so that another one must be found.
  const context = contextOf(SKIS.replace('LENT_FOR | 21 days', 'LENT_FOR | 100 years'));
  expect([...deriveCalls(context)].length).toBeGreaterThan(0);
  expect(Date.parse(context.world.now)).toBeLessThan(Date.parse('2028-01-01'));
});

/** A second call that the reminder's event causes, behind it at its target or at another one. */
const SECOND = (origin: string) =>
  [
    [
      '## 8.',
      `#### second\n\n| part | is |\n| --- | --- |\n| when | Lending remind |\n| request | \`POST {${origin}}/second\` |\n| expects | 2xx within 5 s |\n| fails | none |\n\n## 8.`,
    ],
    ['| MAIL_URL | env MAIL_URL |', '| MAIL_URL | env MAIL_URL |\n| OTHER_URL | env OTHER_URL |'],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);

test.each([
  ['MAIL_URL', 2],
  ['OTHER_URL', 0],
])('7: while a call fails, the one that its event causes behind it at %s is made at attempt %d', (origin, at) => {
  const failing = [...deriveCalls(contextOf(SECOND(origin)))].find(
    ({ title }) => title === 'reminder on Lending remind, failing for good',
  );
  const made = failing?.steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect] : []));
  expect(made?.findIndex((expect_) => expect_.some(({ call }) => call === 'second'))).toBe(at);
});

test.each([
  { caused: 'second', at: 'MAIL_URL', attempt: 2 },
  { caused: 'second', at: 'OTHER_URL', attempt: 1 },
  // Whoever receives it fails for this one too, so that nothing is tried.
  { caused: 'reminder', at: 'MAIL_URL', attempt: undefined },
])('7: while a call fails, a timer’s $caused at $at is made at attempt $attempt', ({ caused, at, attempt }) => {
  const text = [
    ['| remind |', '| warn | back | same | after 1 hour | | | |\n| remind |'],
    ['| when | Lending remind |', `| when | \`Lending bring${caused === 'reminder' ? ', Lending warn' : ''}\` |`],
    ['| when | Lending remind |', '| when | Lending warn |'],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SECOND(at));
  const failing = [...deriveCalls(contextOf(text))].find(
    ({ title }) => title === 'reminder on Lending bring, failing for good',
  );
  const made = failing?.steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect] : []));
  const own = made?.[0]?.[0]?.record;
  const isSecond = ({ call, record }: ExpectedCall) => call === 'second' && record === own;
  expect(made?.findIndex((expected) => expected.some(isSecond))).toBe(attempt);
});

test('7: an answer that changes records has come before the last change of a case', () => {
  const text = [
    ['| when | Lending remind |', '| when | `Lending create, Lending bring` |'],
    ['| fails |', '| then | `note = "told"` |\n| fails |'],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);
  const cases = [...deriveCalls(contextOf(text))];
  expect(cases.map(({ title }) => title)).toContain('reminder on Lending create, answered');
  const brought = cases.find(({ title }) => title === 'reminder on Lending bring, answered');
  const last = brought?.steps.findLastIndex((step) => step.kind === 'ask' && step.path.endsWith('/bring')) ?? 0;
  // Until the first call is answered, nobody knows what the second change finds.
  expect(brought?.steps[last - 1]).toMatchObject({ kind: 'calls', expect: null });
  expect(brought?.steps.slice(last).flatMap((step) => (step.kind === 'calls' ? [step.expect?.length] : []))).toEqual([
    1,
  ]);
});

const MAILS = `### Mails

#### tell

| part | is |
| --- | --- |
| when | Lending bring |
| to | User where not disabled |
| subject | {name} is back |
| retry | 1 times, from 2 s |
| fails | none |

\`\`\`markdown
**{name}**, {back_on}: {note}. [It]({this}) \\*
\`\`\`

## 8.`;

test('7: a mail goes to each recipient, with what they may read, again to each while it is refused', () => {
  const text = [
    [
      '### Lendings',
      '### Lending `/lendings/{lending}`\n\n| part | is |\n| --- | --- |\n| kind | record of Lending |\n| for | shop |\n\n### Lendings',
    ],
    ['## 8.', MAILS],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);
  const cases = [...deriveCalls(contextOf(text))].filter(({ title }) => title.startsWith('tell'));
  const made = cases.map(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect] : [])),
  );
  expect(made.map((all) => all.map(({ length }) => length))).toEqual([[3], [3, 3, 0]]);
  const mails = made[0]?.[0] ?? [];
  expect(mails.map(({ method, path }) => `${method} ${path}`)).toEqual(
    mails.map(() => expect.stringMatching(/^POST \/tell\/[\w-]+%40/)),
  );
  const words = new Set(mails.map(({ body }) => JSON.stringify(body, ['subject', 'text'])));
  // Whoever holds no role may read nothing of it.
  expect([...words].toSorted((one, other) => one.length - other.length)).toEqual([
    '{"subject":"is back","text":"****, : . It *"}',
    expect.stringMatching(
      /^\{"subject":"(\S+) is back","text":"\*\*\1\*\*, @any text: \. It \(@origin:0\/lendings\/@Lending:\d+\) \*"\}$/,
    ),
  ]);
});

test('7: where a change creates several records, the mails about all of them fail', () => {
  const text = [
    ['`back_on = today()`', '`back_on = today(); create Voucher(name: "a"); create Voucher(name: "b")`'],
    ['## 4.', '### Voucher\n\n| field | type |\n| --- | --- |\n| name | text |\n\n## 4.'],
    [
      '#### User',
      '#### Voucher\n\n| may | shop | others |\n| --- | --- | --- |\n| read | yes | no |\n| create, update, delete | no | no |\n\n#### User',
    ],
    [
      '### Made',
      '### Mails\n\n#### voucher\n\n| part | is |\n| --- | --- |\n| when | Voucher create |\n| to | `User where "shop" in roles` |\n| subject | A voucher |\n| fails | none |\n\n```markdown\n{name}\n```\n\n### Made',
    ],
  ].reduce((changed, [from = '', to = '']) => changed.replace(from, to), SKIS);
  const failing = [...deriveCalls(contextOf(text))].find(({ title }) =>
    title.startsWith('voucher on Voucher create, failing'),
  );
  const made = failing?.steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect] : []));
  const tried = made?.flat().filter(({ call }) => call === 'voucher') ?? [];
  const attempts = [...Map.groupBy(tried, ({ record }) => record).values()].map(({ length }) => length);
  expect(attempts.length).toBe(2);
  expect(attempts[0]).toBeGreaterThan(1);
  expect(attempts[1]).toBe(attempts[0]);
});
