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
const DOCUMENT = [
  '# Parcels',
  ...POINTS.map((point, at) => `## ${at + 1}. ${point}\n\n${STATED[point] ?? 'none'}`),
].join('\n\n');

// 6: a row of owned children narrows what is read of them; the list stays.
test('the description contains all that it refers to, also unreadable children', async () => {
  const served = await serve(planFrom('parcels.md', DOCUMENT));
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
