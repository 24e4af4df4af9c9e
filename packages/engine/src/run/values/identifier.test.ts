import { expect, test } from 'vitest';
import { isId, newId } from './identifier.ts';

test('ids are of version 7, in the order of their making, and differ in their random part', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(ids.filter((id) => !isId(id) || !/^.{14}7.{4}[89ab]/.test(id))).toEqual([]);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
});
