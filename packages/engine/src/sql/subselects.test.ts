import { expect, test } from 'vitest';
import { planOfDocument, planOfExample } from '../fixtures/story.ts';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { compileAfter } from '../run/lists/list-order.ts';
import { authorityOf } from './permissions.ts';
import type { SqlContext } from './context.ts';
import { compileExpression } from './expression.ts';
import { Parameters } from './parameters.ts';
import { compileRecordColumns, EVERYTHING } from './projection.ts';
import { typeOfField } from './wire.ts';

const ALIAS = 'record_';
const row = (entity: string) => ({ kind: 'row', entity, alias: ALIAS, readable: true }) as const;

function contextOf(index: PlanIndex, entity: string): SqlContext {
  const actor = { userId: '00000000-0000-7000-8000-000000000001', roles: index.plan.roles.map(({ name }) => name) };
  return {
    index,
    parameters: new Parameters(),
    variables: new Map([['this', row(entity)]]),
    authority: authorityOf(index, actor),
  };
}

// No name of these documents is a word of SQL, so the text itself shows whether a subselect was left out.
test.each(['expenses', 'petclinic', 'reading-room', 'realworld'])(
  'every subselect of %s is known as one, and every table that is read',
  (name) => {
    const index = indexPlan(planOfExample(name));
    const texts = index.plan.entities.flatMap((entity) => {
      const context = contextOf(index, entity.name);
      const whole = () => compileRecordColumns(context, row(entity.name), EVERYTHING).slice('select '.length);
      const computed = entity.fields.flatMap(({ computed }) =>
        computed === null ? [] : [() => compileExpression(computed, { ...context, authority: null })],
      );
      return [whole, ...computed].map((make) => {
        const { text, traits } = context.parameters.trace(make);
        return { text, isKnown: traits.has('subselect'), tables: context.parameters.tables };
      });
    });
    expect(texts.length).toBeGreaterThan(1);
    for (const { text, isKnown, tables } of texts) {
      expect([text, isKnown]).toEqual([text, /\bselect\b/.test(text)]);
      for (const [, name = ''] of text.matchAll(/\b(?:from|join) "(\w+)"/g)) expect(tables).toContain(name);
    }
  },
);

/** The end of a page, by a field of a document in which only the field's name differs. */
function afterBy(field: string, type = 'text', rules = ''): string {
  const plan = planOfDocument(`# Files
## 1. What the product does and for whom
Files are kept.
## 2. Screens and routes
none
## 3. Entities and their fields
### Folder
| field | type | rules |
| --- | --- | --- |
| ${field} | ${type} | ${rules} |
| due | date | optional |
## 4. States and transitions
none
## 5. Validation rules
none
## 6. Roles and permissions
### Roles
| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
### Permissions
#### Folder
| may | member | others |
| --- | --- | --- |
| read, create | yes | no |
## 7. The calls it makes
none
## 8. Error catalogue
none
## 9. Business constants and limits
none
`);
  const index = indexPlan(plan);
  const found = index.field('Folder', field);
  const of = { kind: 'variable', name: 'this', type: { kind: 'record', entity: 'Folder', nullable: false } } as const;
  const path = {
    entity: 'Folder',
    segments: [field],
    field: found,
    expression: { kind: 'field', of, field, type: typeOfField(found) } as const,
  };
  const key = { path, descending: false };
  return compileAfter(contextOf(index, 'Folder'), [key], ['x'], ALIAS).replaceAll(field, '…');
}

test.each(['case_number', 'select', 'selected'])('a field that is called %s is paged by as any other', (name) => {
  expect(afterBy(name)).toBe(afterBy('number'));
  expect(afterBy(name)).toContain(`(${ALIAS}."…" >= `);
});

test('pages are ordered by a computed field that may be empty, with the empty ones last', () => {
  expect(afterBy('copied', 'date', 'optional, `= due`')).toMatch(/^\(\(\S+ >= \S+ or \S+ is null\) and/);
});
