import type { CorrectionsView } from '@nonet/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const documentOf = (remark: string, text: string) => `# Specification: Parts

## 3. Entities and their fields

### Part

| field | type | rules |
| --- | --- | --- |
| name | text | |
| remark | text | ${remark} |
| lines | list of Line | |

### Line

| field | type | rules |
| --- | --- | --- |
| text | text | ${text} |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |
| agent | assigned |

### Permissions

#### Part

| may | agent | member |
| --- | --- | --- |
| read | \`name != "hidden"\` | no |
| create, update | \`name != "kept"\` | no |
| delete | no | no |
`;
const IN_USE = documentOf('required for new', 'optional');

let parts: TestServer;
const cookies = new Map<string, string>();
beforeAll(async () => {
  parts = await serve(planFrom('parts.md', IN_USE), { documentReaders: ['agent'] });
  cookies.set('member', await join(parts, 'mia@example.com'));
  cookies.set('agent', await join(parts, 'ann@example.com', ['agent']));
  await parts.engine.pool.query(
    `insert into product.part (name, remark) values ('lacks', null), ('hidden', null), ('kept', null), ('long', 'too long')`,
  );
  await parts.engine.pool.query(
    `insert into product.line (_parent, _position, text) select id, 1, 'a line' from product.part where name in ('lacks', 'hidden')`,
  );
});
afterAll(() => parts?.close());

const ask = (who: string, body?: unknown) => {
  const cookie = cookies.get(who);
  return parts.ask(body === undefined ? 'GET' : 'POST', '/api/-/corrections', {
    ...(cookie === undefined ? {} : { cookie }),
    body,
  });
};
const next = (text: string) => ({ files: [{ path: 'next.md', text }] });
const byProblem = ({ problems }: CorrectionsView) =>
  problems.map(({ entity, field, count, records }) => [
    `${entity}.${field}`,
    count,
    records
      .toSorted((left, right) => left._title.localeCompare(right._title))
      .map((each) => [each._title, each.value, each.may_change]),
  ]);

test('those who may not read the document get nothing', async () => {
  expect((await ask('nobody')).statusCode).toBe(401);
  expect((await ask('member')).statusCode).toBe(403);
  expect((await ask('member', next(IN_USE))).statusCode).toBe(403);
});

test('of the document in use: what lacks a value that new records need, as far as a reader may see it', async () => {
  const answer = await ask('agent');
  expect(answer.statusCode).toBe(200);
  expect(byProblem(answer.json())).toEqual([
    [
      'Part.remark',
      3,
      [
        ['kept', null, false],
        ['lacks', null, true],
      ],
    ],
  ]);
  expect(answer.body).not.toContain('hidden');
});

test('of another document: what has no place in it; an entry of a list by its owner', async () => {
  const view = (await ask('agent', next(documentOf('optional, ..5', '..3')))).json<CorrectionsView>();
  expect(byProblem(view)).toEqual([
    ['Part.remark', 1, [['long', 'too long', true]]],
    ['Line.text', 2, [['lacks', null, true]]],
  ]);
  expect(view.problems[1]?.records[0]?.entity).toBe('Part');
});

test('a field that is gone can be emptied, or named as gone by the document', { tags: ['thorough'] }, async () => {
  const without = IN_USE.replace('| remark | text | required for new |\n', '');
  const view = (await ask('agent', next(without))).json<CorrectionsView>();
  expect(view.problems).toMatchObject([
    {
      field: 'remark',
      message: '`Part.remark` is gone: one record has a value',
      remedy: expect.stringContaining('write `| remark |` under `#### Gone` of `Part`'),
    },
  ]);
});

test('what no value helps is left to the document', { tags: ['thorough'] }, async () => {
  const without = IN_USE.replaceAll('Part', 'Piece');
  const view = (await ask('agent', next(without))).json<CorrectionsView>();
  expect(view.problems).toEqual([]);
  expect(view.left_to_document).toMatchObject([
    { clause: '3.Line', message: '`Line` is owned by another list now: there are 2 records' },
    { clause: '3.Part', message: '`Part` is gone: there are 4 records' },
  ]);
});

test('a document with errors is answered with their places', async () => {
  const view = (await ask('agent', next(documentOf('optionel', '')))).json<CorrectionsView>();
  expect(view).toMatchObject({ errors: [{ file: 'next.md', line: 10 }], problems: [], left_to_document: [] });
});

test.each<[what: string, body: unknown]>([
  ['no files', { files: [] }],
  ['no list of files', { files: 'text' }],
  ['a file without a text', { files: [{ path: 'a.md' }] }],
  ['something else', { text: '' }],
])('%s is refused', async (_what, body) => {
  expect((await ask('agent', body)).statusCode).toBe(400);
});
