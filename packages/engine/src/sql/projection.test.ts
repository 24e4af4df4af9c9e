import { expect, test } from 'vitest';
import { entity, field } from '../fixtures/build.ts';
import { claimsPlan } from '../fixtures/claims.ts';
import { indexPlan } from '../plan-index.ts';
import { withoutUnreadable } from './projection.ts';

const index = indexPlan({
  ...claimsPlan,
  entities: [...claimsPlan.entities, entity('Note', [field('data', { kind: 'json' }), field('by', 'text')])],
});
const hidden = { id: 'x', secret: 12, 'secret?': false, open: 'y', 'open?': true };
const shown = { id: 'x', open: 'y' };

test.each([
  ['a field', 'Note', { by: 'me', 'by?': false, id: 'n' }, { id: 'n' }],
  ['a field of several records', 'Note', [hidden, hidden], [shown, shown]],
  ['a field of a list, under the name that it has', 'Claim', { lines: [hidden] }, { lines: [shown] }],
  ['a field of a list, under a name that it had', 'Claim', { were: [hidden] }, { were: [shown] }],
  ['a field of a record within', 'Claim', { were: [{ by: hidden }] }, { were: [{ by: shown }] }],
])('%s that is not readable is taken out', (_what, of, written, read) => {
  expect(withoutUnreadable(index, of, written)).toEqual(read);
});

test('a value that is bound by itself is left as it is', () => {
  const record = { data: { 'sure?': false, sure: 1 } };
  expect(withoutUnreadable(index, 'Note', record)).toEqual(record);
});
