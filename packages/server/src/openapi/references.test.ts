import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { serve } from '../fixtures/serve.ts';

const POINTS = ['Purpose', 'Screens', 'Entities', 'States', 'Rules', 'Roles', 'Calls', 'Errors', 'Constants'];
const STATED: Readonly<Record<string, string>> = {
  Entities:
    '### Parcel\n\n| field | type | rules |\n| --- | --- | --- |\n| label | text | |\n| notes | list of Note | optional |\n\n### Note\n\n| field | type | rules |\n| --- | --- | --- |\n| said | text | |\n| marks | list of Mark | optional |\n\n### Mark\n\n| field | type | rules |\n| --- | --- | --- |\n| mark | text | |',
  Roles:
    '### Roles\n\n| role | is given to |\n| --- | --- |\n| visitor | anyone |\n\n### Permissions\n\n#### Parcel\n\n| may | visitor |\n| --- | --- |\n| read, create, update, delete | yes |\n| read notes | yes |\n\n#### Note\n\n| may | visitor |\n| --- | --- |\n| read | no |',
};
const documentOf = (stated: Readonly<Record<string, string>>): string =>
  ['# Parcels', ...POINTS.map((point, at) => `## ${at + 1}. ${point}\n\n${stated[point] ?? 'none'}`)].join('\n\n');

// 6: a row of owned children narrows what is read of them; the list stays.
test('the description contains all that it refers to, also unreadable children', async () => {
  const served = await serve(planFrom('parcels.md', documentOf(STATED)));
  try {
    const { body } = await served.ask('GET', '/api/openapi.json');
    const { schemas } = (JSON.parse(body) as { components: { schemas: Record<string, unknown> } }).components;
    const referred = [...body.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(referred).toContain('Note');
    expect(referred.filter((name) => !(name in schemas))).toEqual([]);
  } finally {
    await served.close();
  }
});

// 6: a computed field is null to a reader who may not read what it reads, also where the formula always has a value.
test('a property of an exact call that reads what its reader may not may be null', async () => {
  const stated = {
    Entities:
      '### Parcel\n\n| field | type | rules |\n| --- | --- | --- |\n| sender | Customer | optional |\n| rank | integer | `= if sender == null then 7 else sender.points` |\n| size | integer | `= 3` |\n\n### Customer\n\n| field | type | rules |\n| --- | --- | --- |\n| points | integer | |',
    Roles:
      '### Roles\n\n| role | is given to |\n| --- | --- |\n| visitor | anyone |\n| clerk | assigned |\n\n### Permissions\n\n#### Parcel\n\n| may | visitor |\n| --- | --- |\n| read, create, update, delete | yes |\n\n#### Customer\n\n| may | clerk | others |\n| --- | --- | --- |\n| read | yes | `points > 3` |',
    Calls:
      '### Answered\n\n| call | by | does | answers |\n| --- | --- | --- | --- |\n| `GET /parcels/{id}` | everyone | `read Parcel by path.id` | `ParcelView` |\n\n### Shapes\n\n#### ParcelView of Parcel\n\n| property | is |\n| --- | --- |\n| rank | rank |\n| size | size |',
  };
  const served = await serve(planFrom('parcels.md', documentOf(stated)));
  try {
    const { body } = await served.ask('GET', '/api/openapi.json');
    const { schemas } = (JSON.parse(body) as { components: { schemas: Record<string, unknown> } }).components;
    expect(schemas['shape.ParcelView']).toMatchObject({
      properties: { rank: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, size: { type: 'integer' } },
    });
  } finally {
    await served.close();
  }
});
