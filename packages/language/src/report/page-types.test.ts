import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { pageTypesOf } from './page-types.ts';

const FOLDER = new URL('../../../server/src/fixtures/given/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

function typesOf(text: string): ReadonlyMap<string, string> {
  const { plan } = checkDocument({ path: 'theatre.md', text }, (path) => ({ kind: 'file', text: read(path) }));
  if (plan === null) throw new Error('The document has errors.');
  return new Map(pageTypesOf(plan).map((types) => [types.path, types.text]));
}

test('2: a page has types of what its screen declares, and of nothing else', () => {
  const text = typesOf(read('theatre.md')).get('screens/plan.d.ts') ?? '';
  for (const line of [
    "readonly status: 'free' | 'taken';",
    'readonly row: number;',
    "read(entity: 'Seat', id: string): Promise<SeatRecord>;",
    "event: 'take'",
    "update(entity: 'Seat', id: string, values: { note: string | null }): Promise<SeatRecord>;",
  ])
    expect(text).toContain(line);
  expect(text).not.toMatch(/price|create\(|delete\(|User/);
});

test('6: a field that some may not read may be absent', () => {
  const text = typesOf(
    read('theatre.md').replace('number, row, column, status |', 'number, row, column, status, price |'),
  );
  expect(text.get('screens/plan.d.ts')).toContain('readonly price?: number;');
});

test('3: a widget has the type of its value', () => {
  const text = typesOf(read('theatre.md')).get('widgets/note.d.ts') ?? '';
  expect(text).toContain('set(value: string | null): void;');
  expect(text).not.toContain('list(');
});
