import type { DocumentView, ScreenView } from '@nonet/client';
import { expect, test } from 'vitest';
import { askable, columnsOf, entryRowOf, fieldClause, readRowsOf, rowsBehind } from './stated.ts';

const field = (name: string, target: string | null = null) => ({
  name,
  label: `A ${name}`,
  clause: `3.${name}`,
  kind: 'text' as const,
  target,
  computed: false,
  required: true,
});
const table = (entity: string, ...may: string[]) => ({
  entity,
  roles: ['reader'],
  rows: may.map((each) => ({ may: each, states: null, cells: [null] })),
});
const column = (...path: string[]) => ({ label: path.join(' '), path, clause: `2.loans.columns.${path.join('.')}` });

const screen = {
  slug: 'loans',
  clause: '2.loans',
  route: '/loans',
  entity: 'Loan',
  columns: [column('due'), column('price'), column('book', 'title'), column('book', 'shelf')],
  actions: [],
  tiles: [],
};
const document: Pick<DocumentView, 'entities' | 'permissions' | 'screens'> = {
  entities: [
    {
      name: 'Loan',
      label: 'Loan',
      clause: '3.Loan',
      owner: null,
      fields: [field('due'), field('price'), field('book', 'Book')],
    },
    { name: 'Book', label: 'Book', clause: '3.Book', owner: null, fields: [field('title'), field('shelf')] },
  ],
  permissions: [table('Loan', 'read', 'read price'), table('Book', 'read', 'read shelf')],
  screens: [screen],
};

test.each([
  [['due'], []],
  [['price'], [{ entity: 'Loan', may: 'read price' }]],
  [['book', 'title'], [{ entity: 'Book', may: 'read' }]],
  [['book', 'shelf'], [{ entity: 'Book', may: 'read shelf' }]],
  [['created_by', 'name'], []],
])('%j: these rows of point 6 decide who sees it', (path, rows) => {
  expect(readRowsOf(document, 'Loan', path)).toEqual(rows);
});

test('the clause of the field at the end of a path', () => {
  expect(fieldClause(document, 'Loan', ['book', 'shelf'])).toBe('3.shelf');
  expect(fieldClause(document, 'Loan', ['created_by', 'name'])).toBeNull();
});

test('the rows of point 6 that decide a number: those of the counted records, and of fields with their own rows', () => {
  const reads = [
    { entity: 'Loan', field: null },
    { entity: 'Loan', field: 'price' },
    { entity: 'Loan', field: 'due' },
    { entity: 'Book', field: 'shelf' },
  ];
  expect(rowsBehind(document, reads).map(({ entity, may }) => `${entity} ${may}`)).toEqual([
    'Loan read',
    'Loan read price',
    'Book read',
    'Book read shelf',
  ]);
});

test.each([
  ['price', 'create', 'update price'],
  ['price', 'update', 'update price'],
  ['due', 'update', 'update'],
  ['due', 'create', undefined],
] as const)('who may enter %s on %s is decided by the row “%s”', (name, cause, may) => {
  const guarded = { ...document, permissions: [table('Loan', 'update', 'update price')] };
  expect(entryRowOf(guarded, 'Loan', name, cause)?.may).toBe(may);
});

test('a form may ask for the own fields that it states, or for all that are entered', () => {
  expect(askable(document, screen).map(({ clause }) => clause)).toEqual(['3.due', '3.price']);
  expect(askable(document, { ...screen, columns: [] }).map(({ label }) => label)).toEqual([
    'A due',
    'A price',
    'A book',
  ]);
});

test('the parts of a screen that a reader does not see, and those that not everybody sees', () => {
  const groups = [{ label: null, columns: [column('due'), column('price')] }];
  const { hidden, guarded } = columnsOf(document, screen, { groups } as unknown as ScreenView);
  expect(hidden.map(({ label }) => label)).toEqual(['book title', 'book shelf']);
  expect(guarded.map(({ label }) => label)).toEqual(['price']);
});
