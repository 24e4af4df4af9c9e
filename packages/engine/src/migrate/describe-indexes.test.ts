import { describe, expect, test } from 'vitest';
import { LIBRARY } from '../fixtures/library.ts';
import { planOfDocument, planOfExample } from '../fixtures/story.ts';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { describeIndexes } from './describe-indexes.ts';

const studio = indexPlan(planOfExample('studio'));
const unordered = indexPlan(
  planOfDocument(LIBRARY.replace('| search |', '| filters | author |\n| search |').replace('| order | title |\n', '')),
);

function definitionsOf(index: PlanIndex, entity: string): string[] {
  return describeIndexes(index, index.entity(entity)).map(({ definition }) => definition);
}

describe('what a screen states leads to its records by an index', () => {
  test.each([
    ['the beginning on a timeline', studio, 'Job', '("first_day", "id")'],
    ['the end on a timeline', studio, 'Job', '("last_day", "id")'],
    ['the beginning on a calendar', studio, 'Session', '("begins", "id")'],
    ['the end on a calendar', studio, 'Session', '("ends", "id")'],
    ['a filter of a list without an order', unordered, 'Book', '("author", "id")'],
  ])('%s', (_what, index, entity, definition) => {
    expect(definitionsOf(index, entity)).toContain(definition);
  });

  test('each once', () => {
    for (const { name } of studio.plan.entities) {
      const names = describeIndexes(studio, studio.entity(name)).map((described) => described.name);
      expect(names).toEqual([...new Set(names)]);
    }
  });
});
