import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeholdersIn } from '../store/placeholders.ts';
import { clauseComment, readClauseComment } from './clause-comment.ts';

const names = fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { maxLength: 5 });

test('a comment names its clauses and parts, whatever they are called, and holds no placeholder', () => {
  fc.assert(
    fc.property(names, names, (clauses, parts) => {
      const text = `select $1::int${clauseComment({ clauses, parts })}`;
      expect(placeholdersIn(text)).toEqual([0]);
      expect(text.split('*/').length).toBe(clauses.length === 0 ? 1 : 2);
      expect(readClauseComment(`${text} limit 1`)).toEqual(clauses.length === 0 ? null : { clauses, parts });
    }),
  );
});

test.each<[text: string, named: ReturnType<typeof readClauseComment>]>([
  ['select 1', null],
  ["select 1 /*route='/x'*/", null],
  [
    "select calls.call_ from calls cross join lateral (select 1 /*clause='2.claims',part='filters.status,search'*/) answer_",
    { clauses: ['2.claims'], parts: ['filters.status', 'search'] },
  ],
  // A text that PostgreSQL or somebody else has cut.
  ["select 1 /*clause='2.cla", null],
])('%s', (text, named) => {
  expect(readClauseComment(text)).toEqual(named);
});

test('of many clauses as many are named as have room', () => {
  const clauses = Array.from({ length: 200 }, (_, place) => `2.overview.tiles.tile_${place}`);
  const comment = clauseComment({ clauses, parts: [] });
  expect(comment.length).toBeLessThan(700);
  const named = readClauseComment(comment)?.clauses ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(clauses.slice(0, named.length)).toEqual(named);
});
