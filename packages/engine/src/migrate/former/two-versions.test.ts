import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tiersOf } from '@nonet/testing/tiers';
import { createEngine } from '../../create-engine.ts';
import type { RunningEngine } from '../../running-engine.ts';
import type { Actor } from '../../engine.ts';
import { type Parts, partsDocument } from '../../fixtures/parts.ts';
import { planOfDocument } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';
import { errorOfDelete, refusalOf } from '../../run/database-refusal.ts';
import { seed } from '../../seed/seed.ts';
import { FormerDocument } from '../refusals.ts';
import { finishFormer } from './finish.ts';
import { readStatus } from './read-status.ts';

// Processes of two versions on one database: what either writes, the other one reads, by the names that it knows.

let url: string;
let drop: () => Promise<void>;
const open: RunningEngine[] = [];
beforeEach(async () => {
  ({ url, drop } = await createTestDatabase());
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  await drop();
});

const ANYBODY: Actor = { userId: null, roles: [] };
const BEFORE: Parts = {
  fields:
    'code | text | optional; price | decimal(8,2) | default 1; kind | enum(small, large) | default small; stage | state |',
  settings: 'history | kept',
  states: 'open | initial; done | final',
  records: ['name | code | price', 'a | A1 | 1.50', 'b | B2 | 2', 'c | C3 | 3'],
};
const permissions = (text: string) =>
  `${text}\n### Permissions\n\n#### Part\n\n| may | anybody |\n| --- | --- |\n| read, create, update, delete, import, history | yes |\n`;

async function start(parts: Parts, edit: (text: string) => string = (text) => text, more = {}): Promise<RunningEngine> {
  const engine = await createEngine({
    plan: planOfDocument(edit(permissions(partsDocument(parts)))),
    databaseUrl: url,
    change: 'newer',
    besideFormer: true,
    ...more,
  });
  open.push(engine);
  return engine;
}

/** The former version, with its records, and the one that follows it. */
async function both(fields: string, edit?: (text: string) => string, more: Partial<Parts> = {}) {
  const former = await start(BEFORE);
  await seed(former, { demo: false });
  const now = await start({ ...BEFORE, records: [], fields, ...more }, edit);
  expect(await former.isCurrent()).toBe(true);
  return { former, now };
}

const OPTIONS = { ifMatch: '*' };

async function read(engine: RunningEngine, entity: string, ...fields: string[]) {
  const { items } = await engine.list(ANYBODY, entity, { ...WHOLE_LIST, order: 'name' });
  return items.map((item) => ['name', ...fields].map((field) => (item as Record<string, unknown>)[field]));
}

describe('a process of the former version continues beside the next version', () => {
  test('by the former name of a field', async () => {
    const { former, now } = await both(
      BEFORE.fields.replace('code | text | optional', 'mark | text | optional, was code'),
    );
    await former.create(ANYBODY, 'Part', { name: 'd', code: 'D4' }, OPTIONS);
    const { record } = await now.create(ANYBODY, 'Part', { name: 'e', mark: 'E5' }, OPTIONS);
    await former.update(ANYBODY, 'Part', record.id, { code: 'E6' }, OPTIONS);
    expect(await read(now, 'Part', 'mark')).toEqual([
      ['a', 'A1'],
      ['b', 'B2'],
      ['c', 'C3'],
      ['d', 'D4'],
      ['e', 'E6'],
    ]);
    expect(await read(former, 'Part', 'code')).toEqual(await read(now, 'Part', 'mark'));
    const history = async (engine: RunningEngine) => JSON.stringify(await engine.history(ANYBODY, 'Part', record.id));
    expect(await history(former)).toMatch(/"code".*"E6"/);
    expect(await history(now)).toMatch(/"mark".*"E6"/);
    expect(await history(former)).not.toContain('mark');
  });

  test('by the former names of a state and of a choice', async () => {
    const { former, now } = await both(
      BEFORE.fields
        .replace('enum(small, large)', 'enum(tiny was small, large)')
        .replace('default small', 'default tiny'),
      (text) =>
        text
          .replace(
            '| state | kind |\n| --- | --- |\n| open | initial |\n| done | final |',
            '| state | kind | was |\n| --- | --- | --- |\n| begun | initial | open |\n| done | final | |',
          )
          .replace('| go | open |', '| go | begun |'),
    );
    const written = await former.create(ANYBODY, 'Part', { name: 'd', kind: 'small' }, OPTIONS);
    await former.fire(ANYBODY, 'Part', written.record.id, 'go', {}, OPTIONS);
    const { record } = await now.create(ANYBODY, 'Part', { name: 'e', kind: 'tiny' }, OPTIONS);
    expect(await read(now, 'Part', 'kind', 'stage')).toContainEqual(['d', 'tiny', 'done']);
    expect(await read(former, 'Part', 'kind', 'stage')).toContainEqual(['e', 'small', 'open']);
    await now.update(ANYBODY, 'Part', record.id, { kind: 'large' }, OPTIONS);
    expect(await read(former, 'Part', 'kind')).toContainEqual(['e', 'large']);
  });

  test.each([
    ['a table', ' of product."part"'],
    ['a parameter', ' of $1 for $2'],
    ['the end of a function', " of $alike$' end $limits$"],
  ])('by a value worked out with a text that reads like %s', async (_what, text) => {
    const fields = BEFORE.fields.replace(
      'code | text | optional',
      () => `mark | text | optional, from if code == null then null else code + ${JSON.stringify(text)}`,
    );
    const { former, now } = await both(fields);
    await former.create(ANYBODY, 'Part', { name: 'd', code: 'D4' }, OPTIONS);
    expect(await read(now, 'Part', 'mark')).toContainEqual(['a', `A1${text}`]);
    expect(await read(now, 'Part', 'mark')).toContainEqual(['d', `D4${text}`]);
  });

  test('uses the former name of an entity, and is notified of changes under it', async () => {
    const { former, now } = await both(BEFORE.fields, (text) =>
      text
        .replace('### Part\n', '### Piece (was: Part)\n')
        .replaceAll('#### Part\n', '#### Piece\n')
        .replace('### Part.stage', '### Piece.stage'),
    );
    const received: unknown[] = [];
    const begun = new Promise<void>((resolve) => {
      former.changes.subscribe((change) => {
        received.push(change);
        if (change.kind === 'unknown') resolve();
      });
    });
    await begun;
    const { record } = await now.create(ANYBODY, 'Piece', { name: 'd', code: 'D4' }, OPTIONS);
    await expect.poll(() => received).toContainEqual({ kind: 'records', table: 'part', ids: [record.id] });
    await former.update(ANYBODY, 'Part', record.id, { code: 'D5' }, OPTIONS);
    expect(await read(now, 'Piece', 'code')).toContainEqual(['d', 'D5']);
    expect(JSON.stringify(await former.history(ANYBODY, 'Part', record.id))).toMatch(/"code".*"D5"/);
  });

  test('with an entity that is gone', async () => {
    const beside = '### Tool\n\n| field | type |\n| --- | --- |\n| name | text |\n';
    const permitted = (text: string) =>
      `${text}\n#### Tool\n\n| may | anybody |\n| --- | --- |\n| read, create | yes |\n`;
    const former = await start({ ...BEFORE, beside }, permitted);
    await former.create(ANYBODY, 'Tool', { name: 'saw' }, OPTIONS);
    const gone = '### Gone\n\n| entity | meaning |\n| --- | --- |\n| Tool | it is lent by others |\n';
    await start({ ...BEFORE, beside: gone, records: [] });
    await former.create(ANYBODY, 'Tool', { name: 'drill' }, OPTIONS);
    expect(await read(former, 'Tool')).toEqual([['drill'], ['saw']]);
  });

  describe.each(
    tiersOf<[what: string, edit: (text: string) => string, entity: string | null]>(
      [
        [
          'under another name',
          (text) => text.replace('### Tool\n', '### Device (was: Tool)\n').replace('#### Tool\n', '#### Device\n'),
          'Device',
        ],
        [
          'under a name that another one had',
          (text) =>
            text
              .replace('### Tool\n', '### Maker (was: Tool)\n')
              .replace('### Maker\n', '### Tool (was: Maker)\n')
              .replace('#### Tool\n', '#### Maker\n'),
          'Maker',
        ],
        [
          'that is gone',
          (text) =>
            text
              .replace(
                /### Tool\n[^#]*/,
                '### Gone\n\n| entity | meaning |\n| --- | --- |\n| Tool | it is lent by others |\n\n',
              )
              .replace(/#### Tool\n[^#]*/, ''),
          null,
        ],
      ],
      2,
    ),
  )('%s', (_tier, cases, tags) => {
    test.each(cases)('with an entity of whole-number ids %s', { tags }, async (_what, edit, entity) => {
      const beside =
        '### Tool\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |\n\n| setting | is |\n| --- | --- |\n| id | integer |\n';
      const permitted = (text: string) =>
        `${text}\n#### Tool\n\n| may | anybody |\n| --- | --- |\n| read, create | yes |\n`;
      const former = await start({ ...BEFORE, beside }, permitted);
      await former.create(ANYBODY, 'Tool', { name: 'saw' }, OPTIONS);
      const now = await start({ ...BEFORE, beside, records: [] }, (text) => edit(permitted(text)));
      const { record } = await former.create(ANYBODY, 'Tool', { name: 'drill' }, OPTIONS);
      expect(record.id).toBe(2);
      const later = entity === null ? 3 : (await now.create(ANYBODY, entity, { name: 'file' }, OPTIONS)).record.id;
      expect(later).toBe(3);
      await expect(former.create(ANYBODY, 'Tool', { name: 'saw' }, OPTIONS)).rejects.toMatchObject({
        code: 'NOT_UNIQUE',
      });
    });
  });

  describe('finds what the engine keeps under names that have changed:', () => {
    const renamed = (text: string) =>
      text
        .replace('### Part\n', '### Piece (was: Part)\n')
        .replaceAll('#### Part\n', '#### Piece\n')
        .replace('### Part.stage', '### Piece.stage')
        .replace('| whole | Part | optional, clear |', '| body | Piece | optional, clear, was whole |');

    const restorable = (text: string) => text.replace('delete, import', 'delete, restore, import');

    test('the count of a number, for an import', async () => {
      const fields = `${BEFORE.fields}; no | number P-{000} |`;
      const soft = { ...BEFORE, fields, records: [], settings: 'history | kept; delete | soft' };
      const former = await start(soft, restorable);
      await former.create(ANYBODY, 'Part', { name: 'd' }, OPTIONS);
      const now = await start(soft, (text) => renamed(restorable(text)));
      const rows = ['e', 'f'].map((name, place) => ({ line: place + 2, cells: [name] }));
      await former.import(ANYBODY, 'Part', { locale: null, header: ['name'], rows }, { dryRun: false, ...OPTIONS });
      await now.create(ANYBODY, 'Piece', { name: 'g' }, OPTIONS);
      expect(await read(now, 'Piece', 'no')).toEqual([
        ['d', 'P-001'],
        ['e', 'P-002'],
        ['f', 'P-003'],
        ['g', 'P-004'],
      ]);
    });

    test('the field of a refusal by a unique index or a foreign key', async () => {
      const fields = 'code | text | optional, unique; maker | Maker |; other | Maker | optional';
      const swapped =
        'mark | text | optional, unique, was code; other | Maker | was maker; maker | Maker | optional, was other';
      const parts = { ...BEFORE, fields, states: '', records: [] };
      const seen = (text: string) => `${text}\n#### Maker\n\n| may | anybody |\n| --- | --- |\n| read | yes |\n`;
      const former = await start(parts, seen);
      await seed(former, { demo: false });
      const maker = (await former.list(ANYBODY, 'Maker', WHOLE_LIST)).items[0]?.id;
      await former.create(ANYBODY, 'Part', { name: 'd', code: 'D', maker }, OPTIONS);
      const now = await start({ ...parts, fields: swapped }, (text) => renamed(seen(text)));
      const again = { name: 'e', code: 'D', maker };
      await expect(former.create(ANYBODY, 'Part', again, OPTIONS)).rejects.toMatchObject({
        code: 'NOT_UNIQUE',
        errors: [{ field: 'code', clause: '3.Part.code' }],
      });
      const table = { locale: null, header: ['name', 'code', 'maker'], rows: [{ line: 2, cells: ['e', 'D', 'Ada'] }] };
      const { rows } = await former.import(ANYBODY, 'Part', table, { dryRun: true, ...OPTIONS });
      expect(rows).toMatchObject([{ errors: [{ code: 'NOT_UNIQUE', field: 'code' }] }]);
      await expect(now.create(ANYBODY, 'Piece', { name: 'e', mark: 'D', other: maker }, OPTIONS)).rejects.toMatchObject(
        {
          errors: [{ field: 'mark', clause: '3.Piece.mark' }],
        },
      );
      for (const [engine, clause] of [
        [former, '3.Part.maker'],
        [now, '3.Piece.other'],
      ] as const) {
        const thrown = await engine.pool.query('delete from product.maker').catch(errorOfDelete);
        expect(await refusalOf(engine.pool, engine.index, thrown)).toMatchObject({ code: 'IN_USE', clause });
      }
    });

    test.each(['former', 'now'] as const)('what goes with a record that the %s version deletes', async (which) => {
      const soft = { ...BEFORE, records: [], settings: 'history | kept; delete | soft' };
      const beside =
        '### Tool\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| whole | Part | optional, clear |\n';
      const permitted = (text: string) =>
        `${restorable(text)}\n#### Tool\n\n| may | anybody |\n| --- | --- |\n| read, create | yes |\n`;
      const former = await start({ ...soft, beside }, permitted);
      const { record } = await former.create(ANYBODY, 'Part', { name: 'd' }, OPTIONS);
      await former.create(ANYBODY, 'Tool', { name: 'saw', whole: record.id }, OPTIONS);
      const now = await start({ ...soft, beside }, (text) => renamed(permitted(text)));
      const [first, last] = which === 'former' ? [former, now] : [now, former];
      const name = (engine: RunningEngine) => (engine === former ? 'Part' : 'Piece');
      await first.delete(ANYBODY, name(first), record.id, OPTIONS);
      expect(await read(now, 'Tool', 'body')).toEqual([['saw', null]]);
      await last.restore(ANYBODY, name(last), record.id, OPTIONS);
      expect(await read(now, 'Tool', 'body')).toEqual([['saw', record.id]]);
    });
  });

  test('with what `back` works out of what the new version writes', async () => {
    const { former, now } = await both(
      BEFORE.fields.replace(
        'code | text | optional',
        'mark | text | optional, from if code == null then null else "x" + code, back code = mark',
      ),
    );
    const { record } = await now.create(ANYBODY, 'Part', { name: 'd', mark: 'D' }, OPTIONS);
    expect(await read(former, 'Part', 'code')).toContainEqual(['d', 'D']);
    await former.update(ANYBODY, 'Part', record.id, { code: 'E' }, OPTIONS);
    expect(await read(now, 'Part', 'mark')).toContainEqual(['d', 'xE']);
  });
});

describe('a deployment', () => {
  const renamed = BEFORE.fields.replace('code | text | optional', 'mark | text | optional, was code');

  test.each([
    ['the same file', []],
    ['a file by another name', [{ path: 'releases/2/spec.md' }]],
  ])('goes forward, back by %s, and forward again, beside one process of the former version', async (_file, paths) => {
    const { former, now } = await both(renamed);
    await former.create(ANYBODY, 'Part', { name: 'd', code: 'D' }, OPTIONS);
    const { plan } = former;
    const sources = plan.sources.map((source) => ({ ...source, ...paths[0] }));
    const again = await start(BEFORE, undefined, { change: 'any', plan: { ...plan, sources } });
    expect(again.migration).toMatchObject({ kind: 'changed', version: 3 });
    await now.create(ANYBODY, 'Part', { name: 'e', mark: 'E' }, OPTIONS);
    await former.create(ANYBODY, 'Part', { name: 'f', code: 'F' }, OPTIONS);
    const last = await start({ ...BEFORE, records: [], fields: renamed }, undefined, { change: 'any' });
    expect(last.migration.version).toBe(4);
    await former.create(ANYBODY, 'Part', { name: 'g', code: 'G' }, OPTIONS);
    await now.create(ANYBODY, 'Part', { name: 'h', mark: 'H' }, OPTIONS);
    const all = await read(last, 'Part', 'mark');
    expect(all.slice(3)).toEqual([
      ['d', 'D'],
      ['e', 'E'],
      ['f', 'F'],
      ['g', 'G'],
      ['h', 'H'],
    ]);
    expect(await read(former, 'Part', 'code')).toEqual(all);
    expect(await read(now, 'Part', 'mark')).toEqual(all);
  });

  describe.each(
    tiersOf<[what: string, field: string, entered: unknown, byNow: unknown]>(
      [
        ['a field', 'code | text | optional', 'D', null],
        ['a field with a default', 'rank | integer | default 3', 7, '3'],
        ['an optional field with a default', 'rank | integer | optional, default 3', 7, null],
        ['a reference', 'maker | Maker | optional', 'Ada', null],
        ['references', 'makers | many Maker |', ['Ada'], []],
      ],
      2,
    ),
  )('%s', (_tier, cases, tags) => {
    test.each(cases)(
      'goes back to what was kept of %s that was gone, as long as it is not finished',
      { tags },
      async (_what, row, entered, byNow) => {
        const [name = ''] = row.split(' ');
        const before = {
          ...BEFORE,
          fields: `price | decimal(8,2) | default 1; ${row}`,
          states: '',
          records: ['name | price', 'a | 1.50'],
        };
        const may = (text: string) => `${text}\n#### Maker\n\n| may | anybody |\n| --- | --- |\n| read | yes |\n`;
        const former = await start(before, may);
        await seed(former, { demo: false });
        const gone = (text: string) =>
          may(text).replace('### Maker', `#### Gone\n\n| field |\n| --- |\n| ${name} |\n\n### Maker`);
        const now = await start({ ...before, fields: 'price | decimal(8,2) | default 1', records: [] }, gone);
        const { rows: makers } = await former.pool.query<{ id: string }>('select id from product.maker');
        const value = JSON.parse(JSON.stringify(entered).replace('"Ada"', JSON.stringify(makers[0]?.id))) as unknown;
        const { record } = await former.create(ANYBODY, 'Part', { name: 'd', [name]: value }, OPTIONS);
        await now.update(ANYBODY, 'Part', record.id, { price: '9' }, OPTIONS);
        await now.create(ANYBODY, 'Part', { name: 'e' }, OPTIONS);
        const again = await start(before, may, { change: 'any' });
        const column = `select name, to_jsonb(p) -> '${name}' as value from product.part p where name in ('d', 'e') order by 1`;
        const { rows } = await again.pool.query<{ name: string; value: unknown }>(column);
        expect(rows.map((each) => [each.name, each.value])).toEqual([
          ['d', value],
          ['e', typeof byNow === 'string' ? Number(byNow) : byNow],
        ]);
        expect(await read(former, 'Part', name, 'price')).toEqual(await read(again, 'Part', name, 'price'));
        expect(await read(now, 'Part', 'price')).toContainEqual(['d', '9.00']);
        await now.create(ANYBODY, 'Part', { name: 'f' }, OPTIONS);
        expect(await read(again, 'Part')).toContainEqual(['f']);
      },
    );
  });

  test('reads records that the new version has made with defaults in fields that are gone', async () => {
    const before = {
      ...BEFORE,
      fields: 'price | decimal(8,2) | default 1; makers | many Maker |; note | text | default LETTER',
      states: '',
      records: ['name', 'a'],
    };
    const may = (text: string) =>
      `${text}\n#### Maker\n\n| may | anybody |\n| --- | --- |\n| read | yes |\n\n## 9. Constants and values\n\n| name | value |\n| --- | --- |\n| LETTER | "x" |\n`;
    const former = await start(before, may);
    await seed(former, { demo: false });
    const now = await start({ ...before, fields: '', records: [] }, may);
    const { record } = await now.create(ANYBODY, 'Part', { name: 'd' }, OPTIONS);
    expect(await read(former, 'Part', 'price', 'makers', 'note')).toContainEqual(['d', '1.00', [], 'x']);
    await former.update(ANYBODY, 'Part', record.id, { name: 'e' }, OPTIONS);
    expect(await read(now, 'Part')).toContainEqual(['e']);
  });

  test('goes back to what was kept of a required field, until the new version has made a record without', async () => {
    const before = { ...BEFORE, fields: 'code | text |', states: '', records: ['name | code', 'a | A1'] };
    const former = await start(before);
    await seed(former, { demo: false });
    const gone = (text: string) => text.replace('### Maker', '#### Gone\n\n| field |\n| --- |\n| code |\n\n### Maker');
    const after = { ...before, fields: '', records: [] };
    await start(after, gone);
    await former.create(ANYBODY, 'Part', { name: 'd', code: 'D' }, OPTIONS);
    const again = await start(before, undefined, { change: 'any' });
    expect(await read(again, 'Part', 'code')).toEqual([
      ['a', 'A1'],
      ['d', 'D'],
    ]);
    const last = await start(after, gone, { change: 'any' });
    await last.create(ANYBODY, 'Part', { name: 'e' }, OPTIONS);
    await expect(start(before, undefined, { change: 'any' })).rejects.toThrow(
      '`Part.code` is new, required and has no default: one record would lack it',
    );
  });

  describe('goes back to the values from which new ones were computed, without `back`', () => {
    const doubled = BEFORE.fields.replace('default 1', 'default 1, from price * 2');
    const renamed = BEFORE.fields.replace(
      'price | decimal(8,2) | default 1',
      'cost | integer | default 7, was price, from trunc(price)',
    );
    const split = BEFORE.fields.replace(
      'kind | enum(small, large) | default small',
      'is_large | boolean | default false, from kind == "large"',
    );

    test.each<[what: string, fields: string, written: Record<string, unknown>, own: string]>([
      ['of the same field', doubled, { price: '4' }, 'price'],
      ['of a field by another name', renamed, { price: '4' }, 'price'],
      ['of a field that is gone', split, { kind: 'large' }, 'kind'],
    ])('%s', async (_what, fields, written, own) => {
      const { former, now } = await both(fields);
      const before = await read(former, 'Part', own);
      const b = before[1];
      const { items } = await former.list(ANYBODY, 'Part', { ...WHOLE_LIST, order: 'name' });
      await former.update(ANYBODY, 'Part', items[1]?.id ?? '', written, OPTIONS);
      await now.update(ANYBODY, 'Part', items[0]?.id ?? '', { code: 'A2' }, OPTIONS);
      await now.create(ANYBODY, 'Part', { name: 'd' }, OPTIONS);
      const again = await start(BEFORE, undefined, { change: 'any' });
      const [value] = Object.values(written);
      expect(b?.[1]).not.toEqual(value);
      const byDefault = own === 'price' ? '1.00' : 'small';
      const expected = [before[0], ['b', own === 'price' ? '4.00' : value], before[2], ['d', byDefault]];
      expect(await read(again, 'Part', own)).toEqual(expected);
      expect(await read(former, 'Part', own)).toEqual(expected);
      expect(await read(again, 'Part', 'code')).toContainEqual(['a', 'A2']);
      const { rows } = await again.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'product' and column_name like '%since%'`,
      );
      expect(rows).toEqual([]);
    });

    test.each<
      [what: string, fields: string, changed: Record<string, unknown>, words: string, former: Record<string, unknown>]
    >([
      [
        'the same field',
        doubled,
        { price: '9' },
        '`Part.price` was given another value since in one record',
        { price: '5' },
      ],
      [
        'a field by another name',
        renamed,
        { cost: 9 },
        '`Part.price` was given another value since in one record',
        { price: '5' },
      ],
      [
        'the field that is computed from it',
        split,
        { is_large: true },
        '`Part.is_large` was given another value since in one record',
        { kind: 'large' },
      ],
    ])(
      'until somebody changes %s, and again when its former values were written since',
      async (_what, fields, changed, words, written) => {
        const { former, now } = await both(fields);
        const { items } = await now.list(ANYBODY, 'Part', { ...WHOLE_LIST, order: 'name' });
        const [{ id } = { id: '' }] = items;
        await now.update(ANYBODY, 'Part', id, changed, OPTIONS);
        await expect(start(BEFORE, undefined, { change: 'any' })).rejects.toThrow(words);
        await former.update(ANYBODY, 'Part', id, written, OPTIONS);
        expect((await start(BEFORE, undefined, { change: 'any' })).migration.kind).toBe('changed');
      },
    );

    test('until a record is made with a value of its own', async () => {
      const { now } = await both(split);
      await now.create(ANYBODY, 'Part', { name: 'd', is_large: true }, OPTIONS);
      await expect(start(BEFORE, undefined, { change: 'any' })).rejects.toThrow(
        '`Part.is_large` was given another value since in one record',
      );
    });

    const copied = `${BEFORE.fields}; note | text | optional, from code`;
    const merged = BEFORE.fields.replace(
      'code | text | optional',
      'mark | text | optional, from if code == null then null else code + "!"',
    );

    test.each<[what: string, fields: string]>([
      ['of the same field', doubled],
      ['of a field that is gone', split],
      ['of a field that stays', copied],
      ['of a field that becomes another', merged],
    ])('%s, and forward again, while processes of both versions write', async (_what, fields) => {
      const { former, now } = await both(fields);
      const write = async (name: string) => {
        const one = await former.create(ANYBODY, 'Part', { name: `${name} by the former` }, OPTIONS);
        const other = await now.create(ANYBODY, 'Part', { name: `${name} by the new` }, OPTIONS);
        await now.update(ANYBODY, 'Part', one.record.id, { name: `${name} by the former, changed` }, OPTIONS);
        await former.update(ANYBODY, 'Part', other.record.id, { name: `${name} by the new, changed` }, OPTIONS);
      };
      await write('first');
      await start(BEFORE, undefined, { change: 'any' });
      await write('back');
      await start({ ...BEFORE, records: [], fields }, undefined, { change: 'any' });
      await write('again');
      expect(await read(now, 'Part')).toHaveLength(9);
      expect(await read(former, 'Part')).toHaveLength(9);
    });

    test('until it is finished', async () => {
      const { former } = await both(doubled);
      await former.close();
      open.splice(open.indexOf(former), 1);
      await expect.poll(async () => (await readStatus(url)).serving.map(({ version }) => version)).toEqual([2]);
      await finishFormer(url);
      await expect(start(BEFORE, undefined, { change: 'any' })).rejects.toThrow(
        '`Part.price` was given new values in version 2',
      );
    });
  });

  describe('goes back to an entity that was gone', () => {
    const TOOL =
      '### Tool\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |\n| maker | Maker | optional |\n| makers | many Maker | |\n| parts | list of Use | |\n| stage | state | |\n\n### Use\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| part | Part | |\n';
    const GONE = '### Gone\n\n| entity |\n| --- |\n| Tool |\n| Use |\n';
    const before = {
      ...BEFORE,
      fields: 'tool | Tool | optional; tools | many Tool | optional',
      states: '',
      records: ['name', 'a', 'b', 'c'],
      beside: TOOL,
    };
    const permitted = (text: string) =>
      `${text}\n#### Maker\n\n| may | anybody |\n| --- | --- |\n| read, create, delete | yes |\n\n#### Tool\n\n| may | anybody |\n| --- | --- |\n| read, create, update, delete | yes |\n`.replace(
        '## 4. States and transitions\n\nnone',
        '## 4. States and transitions\n\n### Tool.stage\n\n| state | kind |\n| --- | --- |\n| sharp | initial |\n| blunt | final |\n\n| event | from | to | by |\n| --- | --- | --- | --- |\n| age | sharp | blunt | anybody |',
      );
    const without = (text: string) =>
      `${text}\n#### Maker\n\n| may | anybody |\n| --- | --- |\n| read, delete | yes |\n`.replace(
        '### Maker',
        '#### Gone\n\n| field |\n| --- |\n| tool |\n| tools |\n\n### Maker',
      );
    const idOf = async (engine: RunningEngine, entity: string, name: string) =>
      (await engine.list(ANYBODY, entity, WHOLE_LIST)).items.find(
        (item) => (item as Record<string, unknown>)['name'] === name,
      )?.id ?? '';

    test('with its records, their children, and what referred to them', async () => {
      const former = await start(before, permitted);
      await seed(former, { demo: false });
      const [a, b, ada] = [
        await idOf(former, 'Part', 'a'),
        await idOf(former, 'Part', 'b'),
        await idOf(former, 'Maker', 'Ada'),
      ];
      const { record: eve } = await former.create(ANYBODY, 'Maker', { name: 'Eve' }, OPTIONS);
      const { record: saw } = await former.create(
        ANYBODY,
        'Tool',
        { name: 'saw', maker: eve.id, makers: [ada, eve.id], parts: [{ name: 'blade', part: b }] },
        OPTIONS,
      );
      await former.fire(ANYBODY, 'Tool', saw.id, 'age', {}, OPTIONS);
      const { record: axe } = await former.create(ANYBODY, 'Tool', { name: 'axe' }, OPTIONS);
      await former.update(ANYBODY, 'Part', a, { tool: saw.id, tools: [saw.id] }, OPTIONS);
      const after = { ...before, fields: '', records: [], beside: GONE };
      const now = await start(after, without);
      // Each version deletes and makes records meanwhile.
      await now.delete(ANYBODY, 'Maker', eve.id, OPTIONS);
      await former.create(ANYBODY, 'Tool', { name: 'drill', parts: [{ name: 'bit', part: a }] }, OPTIONS);
      await former.delete(ANYBODY, 'Tool', axe.id, OPTIONS);
      const again = await start(before, permitted, { change: 'any' });
      expect(await read(again, 'Tool', 'maker', 'makers', 'stage')).toEqual([
        ['drill', null, [], 'sharp'],
        ['saw', null, [ada], 'blunt'],
      ]);
      expect(await read(again, 'Part', 'tool', 'tools')).toContainEqual(['a', saw.id, [saw.id]]);
      const whole = await again.read(ANYBODY, 'Tool', saw.id, { fields: null, expand: null });
      expect(JSON.stringify(whole)).toContain('blade');
      expect((await start(before, permitted, { change: 'any' })).migration.kind).toBe('unchanged');
      // It is gone once more, and goes for good with `finish`.
      await start(after, without, { change: 'any' });
      const last = await start(before, permitted, { change: 'any' });
      expect(await read(last, 'Tool')).toEqual([['drill'], ['saw']]);
    });

    test('until what its records need was deleted', async () => {
      const former = await start(before, permitted);
      await seed(former, { demo: false });
      const b = await idOf(former, 'Part', 'b');
      await former.create(ANYBODY, 'Tool', { name: 'saw', parts: [{ name: 'blade', part: b }] }, OPTIONS);
      const now = await start({ ...before, fields: '', records: [], beside: GONE }, without);
      await now.delete(ANYBODY, 'Part', b, OPTIONS);
      await expect(start(before, permitted, { change: 'any' })).rejects.toThrow(
        '`Use.part` is required: what one record has there was deleted',
      );
      expect(await read(former, 'Tool')).toEqual([['saw']]);
    });
  });

  test('goes back from a version that brought records of its own, until somebody has changed one of them', async () => {
    const tool =
      '### Tool\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |\n\n#### Records\n\n| name |\n| --- |\n| saw |\n';
    const permitted = (text: string) =>
      `${text}\n#### Tool\n\n| may | anybody |\n| --- | --- |\n| read, update | yes |\n`;
    const { now } = await both(BEFORE.fields, permitted, { beside: tool });
    expect(await read(now, 'Tool')).toEqual([['saw']]);
    await start(BEFORE, undefined, { change: 'any' });
    const again = await start({ ...BEFORE, records: [], beside: tool }, permitted, { change: 'any' });
    const [saw] = (await again.list(ANYBODY, 'Tool', WHOLE_LIST)).items;
    await again.update(ANYBODY, 'Tool', saw?.id ?? '', { name: 'bow saw' }, OPTIONS);
    await expect(start(BEFORE, undefined, { change: 'any' })).rejects.toThrow('`Tool` is gone: there is one record');
  });

  test('is finished when no process of the former version is alive, and that one is shut out then', async () => {
    const { former, now } = await both(renamed);
    expect(await readStatus(url)).toMatchObject({
      current: { number: 2 },
      former: { schemas: [expect.stringMatching(/^former_/)] },
    });
    await expect(finishFormer(url)).rejects.toThrow(/^The former version is still served: version 1 from /);
    await former.close();
    open.splice(open.indexOf(former), 1);
    await expect.poll(async () => (await readStatus(url)).serving.map(({ version }) => version)).toEqual([2]);
    expect((await finishFormer(url)).schemas).toHaveLength(1);
    expect(await readStatus(url)).toMatchObject({ former: null });
    expect((await finishFormer(url)).schemas).toEqual([]);
    await expect(start(BEFORE)).rejects.toThrow(FormerDocument);
    expect(await read(now, 'Part', 'mark')).toHaveLength(3);
  });

  test('is finished by the next change, which ends the processes of the version before', async () => {
    const { former } = await both(renamed);
    const next = await start({
      ...BEFORE,
      records: [],
      fields: renamed.replace('mark | text | optional, was code', 'label | text | optional, was mark'),
    });
    await expect.poll(() => former.isCurrent().catch(() => false)).toBe(false);
    expect((await readStatus(url)).former?.schemas).toHaveLength(1);
    expect(await read(next, 'Part', 'label')).toHaveLength(3);
  });
});

describe('a write of a former process', () => {
  test('is given what the new document works out of it', async () => {
    const { former, now } = await both(
      `${BEFORE.fields.replace('; price | decimal(8,2) | default 1', '')}; cents | integer | from round(price * 100); rank | integer | default 3`,
    );
    const { record } = await former.create(ANYBODY, 'Part', { name: 'd', price: '2.50' }, OPTIONS);
    expect(await read(now, 'Part', 'cents', 'rank')).toContainEqual(['d', 250, 3]);
    await now.update(ANYBODY, 'Part', record.id, { cents: 7 }, OPTIONS);
    await former.update(ANYBODY, 'Part', record.id, { code: 'D' }, OPTIONS);
    expect(await read(now, 'Part', 'cents', 'code')).toContainEqual(['d', 7, 'D']);
    await former.update(ANYBODY, 'Part', record.id, { price: '3' }, OPTIONS);
    expect(await read(now, 'Part', 'cents')).toContainEqual(['d', 300]);
  });

  test('makes the records that the new document makes from others, and they go back', async () => {
    const made = (name: string, from: string, row: string) =>
      `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n| ${row} |\n\n| setting | is |\n| --- | --- |\n| from | ${from} |\n`;
    const entities = [
      made('Size', 'Part, key kind', 'name | enum(small, large) | unique, from kind'),
      made('Label', 'Part where code != null', 'name | text | ..3, from code'),
    ];
    const fields = BEFORE.fields
      .replace(
        'code | text | optional',
        'label | Label | optional, from if code == null then null else this, back if label == null then null else label.name',
      )
      .replace(
        'kind | enum(small, large) | default small',
        'size | Size | optional, from kind, back if size == null then "small" else size.name',
      );
    const may = (text: string) =>
      `${text}\n#### Size, Label\n\n| may | anybody |\n| --- | --- |\n| read, create, update | yes |\n`;
    const { former, now } = await both(fields, may, { beside: entities.join('\n') });
    const named =
      'select p.name, l.name as label, s.name as size from product.part p left join product.label l on l.id = p.label left join product.size s on s.id = p.size order by 1';
    const rows = async () =>
      (await now.pool.query<Record<string, unknown>>(named)).rows.map((row) => Object.values(row));
    const { record } = await former.create(ANYBODY, 'Part', { name: 'd', code: 'D4', kind: 'large' }, OPTIONS);
    await former.create(ANYBODY, 'Part', { name: 'e' }, OPTIONS);
    expect(await rows()).toEqual([
      ['a', 'A1', 'small'],
      ['b', 'B2', 'small'],
      ['c', 'C3', 'small'],
      ['d', 'D4', 'large'],
      ['e', null, 'small'],
    ]);
    await former.update(ANYBODY, 'Part', record.id, { code: 'D5', kind: 'small' }, OPTIONS);
    expect((await rows())[3]).toEqual(['d', 'D5', 'small']);
    await expect(former.create(ANYBODY, 'Part', { name: 'f', code: 'FFFF' }, OPTIONS)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      clause: '3.Label.name',
    });
    const { items } = await now.list(ANYBODY, 'Size', WHOLE_LIST);
    const large = items.find((item) => (item as Record<string, unknown>)['name'] === 'large');
    await now.update(ANYBODY, 'Part', record.id, { size: large?.id }, OPTIONS);
    expect(await read(former, 'Part', 'code', 'kind')).toContainEqual(['d', 'D5', 'large']);
    const { record: loose } = await now.create(ANYBODY, 'Label', { name: 'X' }, OPTIONS);
    await expect(start(BEFORE, undefined, { change: 'any' })).rejects.toThrow(
      '`Label` is gone: one record was added since',
    );
    await now.pool.query('delete from product.label where id = $1', [loose.id]);
    const again = await start(BEFORE, undefined, { change: 'any' });
    expect(await read(again, 'Part', 'code', 'kind')).toEqual([
      ['a', 'A1', 'small'],
      ['b', 'B2', 'small'],
      ['c', 'C3', 'small'],
      ['d', 'D5', 'large'],
      ['e', null, 'small'],
    ]);
  });

  test.each<[what: string, fields: string, body: Record<string, unknown>, clause: string, words: RegExp]>([
    [
      'what is required now',
      BEFORE.fields.replace('code | text | optional', 'code | text |'),
      { code: null },
      '3.Part.code',
      /required/,
    ],
    [
      'what is longer than it may be now',
      BEFORE.fields.replace('optional', 'optional, ..4'),
      { code: 'ABCDE' },
      '3.Part.code',
      /limited/,
    ],
    [
      'what is gone',
      BEFORE.fields.replace('kind | enum(small, large) | default small; ', ''),
      { kind: 'large' },
      '3.Part.kind',
      /gone/,
    ],
    ['a choice that is gone', BEFORE.fields.replace('small, large', 'small'), { kind: 'large' }, '3.Part.kind', /gone/],
  ])('is refused where the new document has no place for it: %s', async (_what, fields, body, clause, words) => {
    const { former } = await both(fields);
    await former.create(ANYBODY, 'Part', { name: 'd', code: 'D', kind: 'small' }, OPTIONS);
    const refused = former.create(ANYBODY, 'Part', { name: 'e', ...body }, OPTIONS);
    await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED', clause });
    await expect(refused).rejects.toThrow(words);
  });
});
