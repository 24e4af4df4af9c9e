import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addUser, createEngine, type RunningEngine, seed } from '@nonet/engine';
import { checkDocument, type Plan } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadExport } from '../load/load-export.ts';
import type { ExportManifest } from './manifest.ts';
import { writeExport } from './write-export.ts';

const DOCUMENT = `# Specification: Depot

## 3. Entities and their fields

### Crate

| field | type | rules |
| --- | --- | --- |
| name | text | ..80 |
| lies_in | Crate | optional, clear |
| tags | many Tag | |
| parts | list of Part | |
| price | decimal(20, 4) | optional |
| share | percent | optional |
| open_at | time | optional |
| kept | duration | optional |
| seen_at | datetime | optional |
| raw | json | optional |
| number | number N-{yyyy}-{000} | |
| door_code | secret | optional |
| papers | file(txt) | optional |

| setting | is |
| --- | --- |
| history | kept |
| delete | soft |

### Part

| field | type | rules |
| --- | --- | --- |
| number | integer | |
| pin | secret | optional |

### Tag

| field | type | rules |
| --- | --- | --- |
| name | text | unique |

| setting | is |
| --- | --- |
| id | integer |

#### Records

| name |
| --- |
| red |

### Note

| field | type | rules |
| --- | --- | --- |
| place | text | optional |

| setting | is |
| --- | --- |
| comments on | Crate |
| history | kept |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| keeper | assigned |

### Permissions

#### Crate, Note

| may | keeper |
| --- | --- |
| read, create, update, delete, history | yes |

#### Tag, User

| may | keeper |
| --- | --- |
| read, create, update, delete | yes |
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function planOf(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}

async function inProduct<Result>(
  plan: Plan,
  { demo }: { readonly demo: boolean },
  work: (engine: RunningEngine) => Promise<Result>,
): Promise<Result> {
  const database = await createTestDatabase();
  const engine = await createEngine({ plan, databaseUrl: database.url });
  try {
    await seed(engine, { demo });
    return await work(engine);
  } finally {
    await engine.close();
    await database.drop();
  }
}

let exports = 0;
async function exported(engine: RunningEngine): Promise<{ readonly at: string; readonly manifest: ExportManifest }> {
  exports += 1;
  const at = path.join(folder, String(exports));
  return {
    at,
    manifest: await writeExport(engine, { folder: at, format: 'both', withFiles: true, step: () => undefined }),
  };
}

/** The content of each file of an export, but for the manifest and the versions, which say when it was made. */
async function contentsOf(at: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const entry of await readdir(at, { recursive: true, withFileTypes: true })) {
    const file = path.relative(at, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || /^(?:manifest\.json|README\.md|product\/(?:versions|security_events|calls)\.)/.test(file))
      continue;
    contents[file] = await readFile(path.join(at, file), 'utf8');
  }
  return contents;
}

/** A product with something of each kind; answers what must not be in its export. */
async function fill(engine: RunningEngine): Promise<readonly string[]> {
  const user = { email: 'ada@example.com', name: 'Ada', roles: ['keeper'], passwordHash: 'secret-of-ada', fields: {} };
  const { id: userId } = await addUser(engine, user);
  const keeper = { userId, roles: ['keeper'] };
  const create = async (entity: string, body: object) =>
    (await engine.create(keeper, entity, { tags: [], parts: [], ...body }, { ifMatch: null })).record.id;
  const file = await engine.storeFile(keeper, [Buffer.from('what is in it\n')], '../Über "it".txt');
  const { record: tag } = await engine.create(keeper, 'Tag', { name: 'blue, dark' }, { ifMatch: null });
  const outer = await create('Crate', { name: '=1+1', tags: [tag.id] });
  const inner = await create('Crate', {
    name: '"two", lines',
    lies_in: outer,
    parts: [{ number: 1, pin: 'secret-of-part' }, { number: -9_007_199_254_740_991 }],
    price: '1234567890123456.7891',
    share: '0.125',
    open_at: '08:30:00',
    kept: 'P1Y2M3DT4H',
    seen_at: '2026-02-03T04:05:06.123456Z',
    raw: { '': [null, 1.5, 'x'] },
    door_code: 'secret-of-crate',
    papers: file.id,
  });
  const { etag } = await engine.read(keeper, 'Crate', inner, { fields: null, expand: null });
  await engine.update(keeper, 'Crate', inner, { name: "'=two" }, { ifMatch: etag });
  const remark = { about: inner, text: ' Seen,\nand "noted".', mentions: [userId] };
  await engine.create(keeper, 'Note', remark, { ifMatch: null });
  const gone = await create('Crate', { name: 'gone' });
  const { etag: goneTag } = await engine.read(keeper, 'Crate', gone, { fields: null, expand: null });
  await engine.delete(keeper, 'Crate', gone, { ifMatch: goneTag });
  return ['secret-of-part', 'secret-of-crate', 'secret-of-ada'];
}

const corpus = (name: string) => readFileSync(new URL(`../../../../../examples/${name}.md`, import.meta.url), 'utf8');

describe('what was exported and loaded into an empty product is exported again, byte for byte', () => {
  test.each([
    ['something of each kind', DOCUMENT],
    ['comments and soft deletion', corpus('corpus/conference')],
    ['whole numbers as ids', corpus('petclinic/spec')],
  ])('%s', async (name, text) => {
    const plan = planOf(text);
    const first = await inProduct(plan, { demo: true }, async (engine) => {
      const secrets = name === 'something of each kind' ? await fill(engine) : [];
      return { ...(await exported(engine)), secrets };
    });
    const contents = await contentsOf(first.at);
    const all = Object.values(contents).join('\n');
    expect(first.secrets.filter((secret) => all.includes(secret))).toEqual([]);
    const second = await inProduct(plan, { demo: false }, async (engine) => {
      await loadExport(engine, first.at, () => undefined);
      const again = await exported(engine);
      // A second load finds a product that is not empty.
      await expect(loadExport(engine, first.at, () => undefined)).rejects.toThrow(/empty product only/);
      return again;
    });
    expect(await contentsOf(second.at)).toEqual(contents);
    const rows = first.manifest.tables.map((table) => [table.name, table.rows]);
    expect(first.manifest.tables.some((table) => table.isEntity && table.rows > 0)).toBe(true);
    expect(
      second.manifest.tables
        .filter((table) => !['versions', 'security_events'].includes(table.name))
        .map((table) => [table.name, table.rows]),
    ).toEqual(rows.filter(([table]) => !['versions', 'security_events'].includes(String(table))));
  });
});

test('an export that was changed, of another document, or half written is refused', async () => {
  const plan = planOf(DOCUMENT);
  const { at } = await inProduct(plan, { demo: false }, exported);
  await inProduct(planOf(DOCUMENT.replace('Depot', 'Store')), { demo: false }, (engine) =>
    expect(loadExport(engine, at, () => undefined)).rejects.toThrow(/another document/),
  );
  await inProduct(plan, { demo: false }, async (engine) => {
    await appendFile(path.join(at, 'records/Tag.csv'), '\r\n');
    await expect(loadExport(engine, at, () => undefined)).rejects.toThrow(/Tag\.csv is not as it was exported/);
    await rm(path.join(at, 'manifest.json'));
    await expect(loadExport(engine, at, () => undefined)).rejects.toThrow(/no export of a product, or not all of one/);
    await expect(
      exported(engine).then(({ at: used }) =>
        writeExport(engine, { folder: used, format: 'csv', withFiles: true, step: () => undefined }),
      ),
    ).rejects.toThrow(/is not empty/);
  });
});
