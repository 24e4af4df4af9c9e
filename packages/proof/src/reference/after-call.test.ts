import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { afterCall } from './after-call.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { beginTransaction } from './transaction.ts';
import { World } from './world.ts';

const call = (name: string) => `#### ${name}

| part | is |
| --- | --- |
| when | \`Tool update\` |
| request | \`POST {TARGET}/${name}\` |
| fails | \`tries = tries + 1\` |
`;

const DOCUMENT = `# Tools

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Tool

| field | type | rules |
| --- | --- | --- |
| tries | integer | default 0 |

## 4. States

none

## 5. Rules

none

## 6. Roles

none

## 7. Calls

### Made

${call('first')}
${call('second')}

## 8. Errors

none

## 9. Constants

| name | value |
| --- | --- |
| TARGET | env TARGET |
`;

test("7: a call's own effects cause other calls, and not itself", () => {
  const plan = planOf(DOCUMENT);
  const transaction = beginTransaction(new World(lookUp(plan, {}), '2026-03-16T09:00:00Z'), null, true);
  const id = insert(transaction, 'Tool', {});
  const first = plan.calls.find(({ name }) => name === 'first');
  if (first === undefined) throw new Error('The document has no call.');
  const { calls, refused } = afterCall(transaction.world.fork(), first, id, first.fails ?? [], {});
  expect(refused).toBeNull();
  expect(calls.map(({ call: made }) => made)).toEqual(['second']);
});
