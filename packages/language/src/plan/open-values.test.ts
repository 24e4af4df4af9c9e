import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import type { Plan } from './plan.ts';

/** README, gaps: what is computed of something that is not shown. */

const DOCUMENT = (
  fields: string,
  more: { readonly rule?: string; readonly event?: string; readonly cell?: string } = {},
) =>
  `# Specification: Loans

## 1. What the product does and for whom

Books are lent.

## 2. Screens and routes

none

## 3. Entities and their fields

### Loan

| field | type | rules |
| --- | --- | --- |
| days | integer | |
| code | not shown | |
${fields}
| status | state | |

### Book

not shown

## 4. States and transitions

### Loan.status

| state | kind |
| --- | --- |
| out | initial |
| back | final |

| event | from | to | by | when | then |
| --- | --- | --- | --- | --- | --- |
| give_back | out | back | clerk | ${more.event ?? '| '} |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Loan | ${more.rule ?? 'days > 0'} | INVALID |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Loan

| may | clerk |
| --- | --- |
| read, create, update | yes |
| delete | ${more.cell ?? 'yes'} |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| RATE | not shown |
| LIMIT | 3 |
`;

function planOf(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}

const fieldOf = ({ entities }: Plan, name: string) =>
  entities.find((entity) => entity.name === 'Loan')?.fields.find((field) => field.name === name);

test.each([
  ['a constant', '| fine | integer | `= days * RATE` |', '9.RATE'],
  ['a constant on one of two ways', '| fine | integer | `= if days < LIMIT then 0 else RATE` |', '9.RATE'],
  ['a field without a type', '| fine | boolean | `= code != null` |', '3.Loan.code'],
  ['another computed field', '| fine | integer | `= half * 2` |\n| half | integer | `= RATE + 1` |', '9.RATE'],
  ['the records of another entity', '| fine | integer | `= sum(Loan.half)` |\n| half | integer | `= RATE` |', '9.RATE'],
])('a field that is computed of %s that is not shown holds nothing', (_what, fields, gap) => {
  expect(fieldOf(planOf(DOCUMENT(fields)), 'fine')).toMatchObject({ type: { kind: 'open' }, computed: null, gap });
});

test('a field that is computed from stated values keeps its type', () => {
  const plan = planOf(DOCUMENT('| fine | integer | `= days * LIMIT` |'));
  expect(fieldOf(plan, 'fine')).toMatchObject({ type: { kind: 'integer' } });
  expect(fieldOf(plan, 'fine')).not.toHaveProperty('gap');
});

test('a guard, an effect, a rule and a cell that need it are open, each by the clause that is missing', () => {
  const fine = '| fine | integer | `= days * RATE` |';
  const rows = (event: string) => planOf(DOCUMENT(fine, { event })).states[0]?.events[0]?.transitions[0];
  expect(rows('fine > 0 | ')).toMatchObject({ when: null, open: ['9.RATE'] });
  expect(rows(' | days = fine')).toMatchObject({ effects: [], open: ['9.RATE'] });
  expect(planOf(DOCUMENT(fine, { rule: 'fine > 0' })).rules[0]).toMatchObject({ gap: '9.RATE' });
  const cells = planOf(DOCUMENT(fine, { cell: 'fine > 0' })).permissions.find(({ entity }) => entity === 'Loan');
  expect(cells?.actions?.delete[0]).toMatchObject({ clause: '9.RATE', cell: { kind: 'gap' } });
});

test.each([
  ['its words', '| when | Loan create |\n| subject | Out |', 'Pay {fine}.'],
  ['its subject', '| when | Loan create |\n| subject | {fine} |', 'Pay.'],
  ['the condition of its cause', '| when | `Loan create if fine > 0` |\n| subject | Out |', 'Pay.'],
])('a mail that needs it in %s is not sent', (_what, parts, words) => {
  const mail = `### Mails\n\n#### bill\n\n| part | is |\n| --- | --- |\n| to | created_by |\n| fails | none |\n${parts}\n\n\`\`\`markdown\n${words}\n\`\`\`\n`;
  const fine = DOCUMENT('| fine | integer | `= days * RATE` |');
  const { calls } = planOf(fine.replace('## 7. The calls it makes\n\nnone\n', `## 7. The calls it makes\n\n${mail}`));
  expect(calls).toMatchObject([{ mail: null, when: [{ condition: null }], gap: '9.RATE' }]);
});

test('a request that needs it is not made, and one that does not is', () => {
  const made = (body: string) =>
    `### Made\n\n#### tell\n\n| part | is |\n| --- | --- |\n| when | Loan create |\n| request | \`POST https://example.com/loans\` |\n| fails | none |\n\n\`\`\`json\n${body}\n\`\`\`\n`;
  const callsOf = (body: string) =>
    planOf(
      DOCUMENT('| fine | integer | `= days * RATE` |').replace(
        '## 7. The calls it makes\n\nnone\n',
        `## 7. The calls it makes\n\n${made(body)}`,
      ),
    ).calls;
  expect(callsOf('{"fine": "{fine}"}')).toMatchObject([{ request: null, gap: '9.RATE' }]);
  const [stated] = callsOf('{"days": "{days}"}');
  expect(stated?.request).not.toBeNull();
  expect(stated).not.toHaveProperty('gap');
});
