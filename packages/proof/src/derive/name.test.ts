import { expect, test } from 'vitest';
import type { Account } from './records/accounts.ts';
import { nameOf } from './name.ts';

const account = (id: string, name: string | null): Account => ({
  id,
  email: `${id}@nonet.example`,
  name,
  roles: [],
  fields: {},
});
const accounts = [account('ann', 'clerk 1'), account('bob', null)];

test.each([
  ['somebody with a name', 'ann', 'clerk 1'],
  ['somebody whose name is computed', 'bob', 'bob@nonet.example'],
  ['somebody of the document’s records', 'carl', 'carl'],
  ['nobody', null, 'nobody signed in'],
])('%s is called so in the title of a case', (_, actor, name) => {
  expect(nameOf({ accounts }, actor)).toBe(name);
});
