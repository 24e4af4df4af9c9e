import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import type { Plan } from './plan.ts';
import { translatePlan } from './translate.ts';

/** A product in this language; its members have a name for which the document has another word. */
function planIn(locale: string): Plan {
  const text = `# Specification: Tools

## 3. Entities and their fields

### User

| field | type | label |
| --- | --- | --- |
| email | email | |
| name | text | Full name |

### Tool

| field | type |
| --- | --- |
| kind | text |

## 9. Business constants and limits

| name | value |
| --- | --- |
| LOCALE | "${locale}" |
`;
  const { plan } = checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('It includes nothing.');
  });
  if (plan === null) throw new Error('The document has errors.');
  return plan;
}

function labelOf(plan: Plan, entity: string, field: string): string | undefined {
  return plan.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === field)?.label;
}

test.each([
  ['en', null, 'Created at', 'Disabled', 'Email'],
  ['nl', null, 'Aangemaakt op', 'Uitgeschakeld', 'E-mailadres'],
  ['nl-BE', null, 'Aangemaakt op', 'Uitgeschakeld', 'E-mailadres'],
  ['en', 'nl', 'Aangemaakt op', 'Uitgeschakeld', 'E-mailadres'],
  ['nl', 'en', 'Created at', 'Disabled', 'Email'],
  ['fr', null, 'Created at', 'Disabled', 'Email'],
])(
  "9, LOCALE: a product in %s, asked in %s, calls the language's own fields so",
  (own, asked, created, disabled, email) => {
    const plan = asked === null ? planIn(own) : translatePlan(planIn(own), asked);
    expect(labelOf(plan, 'Tool', 'created_at')).toBe(created);
    expect(labelOf(plan, 'User', 'disabled')).toBe(disabled);
    expect(labelOf(plan, 'User', 'email')).toBe(email);
    expect(labelOf(plan, 'User', 'name')).toBe('Full name');
  },
);
