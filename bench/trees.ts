import { createEngine, openPool, type Pool, startEphemeralPostgres } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createServer, Product } from '@nonet/server';
import { readArguments } from '../scripts/arguments.ts';
import { median } from './figures.ts';
import { processorSeconds } from './processor.ts';

// `npm run bench:trees`: a page of a list of a large tree with the sum of what is below each of its records, and the
// same page without the sums, by the time that both take on a processor.

const values = readArguments('Measures what sums over a large tree cost in a list, by processor time.', {
  records: { value: 'N', default: '88572', help: 'how many, three below each: 88,572 are ten deep' },
  rounds: { value: 'N', default: '5', help: 'how many measurements of each' },
  requests: { value: 'N', default: '400', help: 'how many pages each measurement asks for' },
});
/** The highest ratio of a page with sums to one without. */
const AIM = 1.5;
const DOCUMENT = `# Specification: Projects

## 2. Screens and routes

none

## 3. Entities and their fields

### Project

| field | type | rules |
| --- | --- | --- |
| name | text | indexed |
| parent | Project | optional, tree |
| hours | integer | default 0 |
| total | integer | \`= hours + sum(descendants.hours)\` |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| everybody | anyone |

### Permissions

#### Project

| may | others |
| --- | --- |
| read, create, update, delete | yes |

## 9. Business constants and limits

| name | value |
| --- | --- |
| REQUESTS_PER_MINUTE | 1000000 per minute |
`;
const PAGES = { without: 'name,parent,hours', 'with sums': 'name,parent,hours,total' } as const;

const { plan } = checkDocument({ path: 'projects.md', text: DOCUMENT }, () => ({ kind: 'missing' }));
if (plan === null) throw new Error('The document has errors.');
const postgres = await startEphemeralPostgres('trees');
try {
  const url = await postgres.database('trees');
  const engine = await createEngine({ plan, databaseUrl: url });
  const server = await createServer({ product: new Product({ engine }), mode: 'production', uiFolder: null });
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  await plant(pool, Number(values.records));
  // PostgreSQL is a process that this one has started.
  const spent = () => processorSeconds(process.pid);
  const page = async (fields: string, turn: number) => {
    const from = ((turn * 37) % 251).toString(16).padStart(2, '0');
    const query = `fields=${fields}&order=name&limit=50&name.gte=P${from}`;
    const { statusCode, body } = await server.inject({ method: 'GET', url: `/api/projects?${query}` });
    if (statusCode !== 200) throw new Error(body);
  };
  const measured: Record<keyof typeof PAGES, number[]> = { without: [], 'with sums': [] };
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const name of ['without', 'with sums'] as const) {
      const before = await spent();
      for (let turn = 0; turn < Number(values.requests); turn++) await page(PAGES[name], turn);
      // The first round warms up.
      if (round > 0) measured[name].push(((await spent()) - before) / Number(values.requests));
    }
  const [without, sums] = [median(measured.without), median(measured['with sums'])];
  const ratio = sums / without;
  const milliseconds = (seconds: number) => `${(seconds * 1000).toFixed(2)} ms`;
  console.log(
    `a page of 50 of ${values.records} records: ${milliseconds(without)} of processor time, with sums ${milliseconds(sums)}: ${ratio.toFixed(2)} ×, at most ${AIM} ×`,
  );
  process.exitCode = ratio > AIM ? 1 : 0;
  await pool.end();
  await server.close();
  await engine.close();
} finally {
  await postgres.stop();
}

/** Three records at the top, and three below each, as far as the number goes. */
async function plant(pool: Pool, records: number): Promise<void> {
  const id = (place: string) => `('00000000-0000-7000-8000-' || lpad((${place})::text, 12, '0'))::uuid`;
  await pool.query('set statement_timeout = 0');
  await pool.query(
    `insert into product.project (id, name, parent, hours)
     select ${id('n')}, 'P' || md5(n::text), case when n > 3 then ${id('(n - 1) / 3')} end, n % 40 from generate_series(1, ${records}) n`,
  );
  await pool.query('vacuum analyze product.project');
}
