import { expect, test } from 'vitest';
import type { OpenStep } from './case.ts';
import type { Opened } from './host.ts';
import { openedDifference } from './opened.ts';

const step: OpenStep = {
  kind: 'open',
  at: '2026-03-16T09:00:00.000Z',
  as: null,
  role: 'nobody signed in',
  route: '/claims',
  screen: '2.claims',
  parts: { shown: ['2.claims.columns.total', '3.Claim.total'], perhaps: ['2.claims.actions.approve'] },
  records: [{ id: '1', shown: ['2.claims.actions.submit'], perhaps: ['2.claims.actions.edit'] }],
  menu: ['/', '/claims'],
  clauses: [],
};
const seen: Opened = {
  clauses: ['2.claims', '2.claims.columns.total', '3.Claim.total', '3.Line.amount'],
  records: { 1: ['2.claims.actions.submit'] },
  menu: ['/', '/claims'],
  complaints: [],
};
const without = (clause: string) => seen.clauses.filter((one) => one !== clause);

test.each<[what: string, found: Partial<Opened>, reason: string | null]>([
  ['all that is stated', {}, null],
  ['what may be there', { clauses: [...seen.clauses, '2.claims.actions.approve'] }, null],
  ['a column less', { clauses: without('2.claims.columns.total') }, 'the page does not show 2.claims.columns.total'],
  [
    'an action more',
    { clauses: [...seen.clauses, '2.claims.actions.delete'] },
    'the page shows 2.claims.actions.delete, and must not show it',
  ],
  [
    'a field more',
    { clauses: [...seen.clauses, '3.Claim.owner'] },
    'the page shows 3.Claim.owner, and must not show it',
  ],
  ['what may be in a menu', { records: { 1: ['2.claims.actions.edit', '2.claims.actions.submit'] } }, null],
  ['an action less in a menu', { records: { 1: [] } }, 'the page does not show 2.claims.actions.submit with 1'],
  [
    'an action more in a menu',
    { records: { 1: ['2.claims.actions.submit', '2.claims.actions.delete'] } },
    'the page shows 2.claims.actions.delete with 1, and must not show it',
  ],
  ['a record less', { records: {} }, 'the page does not show the record 1'],
  ['no screen', { clauses: [] }, 'the screen 2.claims does not open'],
  ['another menu', { menu: ['/'] }, 'the menu leads to /, not /, /claims'],
  ['a complaint of the page', { complaints: ['x is undefined'] }, 'the page reports an error: x is undefined'],
])('the content of a page is compared with the document: %s', (_what, found, reason) => {
  expect(openedDifference(step, { ...seen, ...found })?.reason.text ?? null).toBe(reason);
});

test('a screen that is not for its reader must not be opened', () => {
  const refused = { ...step, parts: null };
  expect(openedDifference(refused, seen)).toEqual({
    reason: {
      text: 'the screen 2.claims opens, and must not open',
      template: 'the screen 2.* opens, and must not open',
    },
    clause: '2.claims.for',
  });
  expect(openedDifference(refused, { ...seen, clauses: ['2.sign_in'] })).toBeNull();
});
