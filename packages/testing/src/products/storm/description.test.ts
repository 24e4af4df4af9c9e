import { expect, test } from 'vitest';
import { Description } from './description.ts';

const NOTHING = new Description(JSON.stringify({ openapi: '3.1.0', paths: {} }));

test.each([
  ['a list without readable records', 'GET', '/api/tools', { items: [], total: 0 }, null],
  ['a list with one', 'GET', '/api/tools', { items: [{ id: '1' }] }, 'get is not described'],
  ['several actions, all refused', 'POST', '/api/tools/bulk', { results: [{ status: 403 }] }, null],
  [
    'several actions, one done',
    'POST',
    '/api/tools/bulk',
    { results: [{ status: 403 }, { status: 200 }] },
    'post is not described',
  ],
  ['a dry run, all rows refused', 'POST', '/api/tools/import', { rows: [{ errors: [{ code: 'FORBIDDEN' }] }] }, null],
  [
    'a dry run, one row taken',
    'POST',
    '/api/tools/import',
    { rows: [{ errors: [{}] }, { errors: [] }] },
    'post is not described',
  ],
] as const)('what is not described: %s', (_, method, url, body, difference) => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  expect(NOTHING.difference({ method, url }, answer)).toBe(difference);
});
