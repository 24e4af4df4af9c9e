import { readFileSync } from 'node:fs';
import { createEngine, startEphemeralPostgres, openPool } from '@nonet/engine';
import { WHOLE_LIST } from '../packages/engine/src/fixtures/whole-list.ts';
import { checkDocument } from '@nonet/language';
const TEXT = `# Specification: Projects

## 1. What the product does and for whom

Projects.

## 2. Screens and routes

### Projects \`/projects\`

| part | is |
| --- | --- |
| kind | list of Project |
| for | everyone |
| columns | name, parent, hours, total |
| order | name |

## 3. Entities and their fields

### Project

| field | type | rules |
| --- | --- | --- |
| name | text | ..60, indexed |
| parent | Project | optional, tree |
| hours | integer | 0..1000, default 0 |
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
`;
const { plan } = checkDocument({ path: 'x.md', text: TEXT }, () => ({ kind: 'missing' }));
if (!plan) throw new Error('x');
const pg = await startEphemeralPostgres('trees');
try {
  const url = await pg.database('trees');
  const engine = await createEngine({ plan, databaseUrl: url });
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  await pool.query('set statement_timeout = 0');
  // ten levels, three below each, up to 100,000
  await pool.query(`insert into product.project (id, name, parent, hours)
   select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'P' || md5(n::text), case when n <= 3 then null else ('00000000-0000-7000-8000-' || lpad(((n-1)/3)::text, 12, '0'))::uuid end, n % 40
   from generate_series(1, 88572) n`);
  await pool.query('vacuum analyze product.project');
  const base = { ...WHOLE_LIST, limit: 50 } as any;
  const actor = { userId: null, roles: [] } as any;
  const list = (fields: string) => engine.list(actor, 'Project', { ...base, fields, order: 'name' });
  const stat = async () => { const t = readFileSync('/proc/self/stat','utf8'); return t; };
  const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
  const backends = async () => (await pool.query<{ pid: number }>(`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)).rows.map((r) => r.pid);
  const total = async () => { let s = 0; for (const p of await backends()) s += cpu(p); return s; };
  const measure = async (fields: string, n = 400) => { const c0 = await total(); const j0 = process.cpuUsage(); for (let i = 0; i < n; i++) await list(fields); const j = process.cpuUsage(j0); return { pg: ((await total()) - c0) / n, js: (j.user + j.system) / 1000 / n }; };
  console.log(JSON.stringify((await list('name,parent,hours,total')).items.slice(0, 2)));
  for (const f of ['name,parent,hours', 'name,parent,hours,total']) await measure(f, 50);
  for (let round = 0; round < 3; round++) for (const f of ['name,parent,hours', 'name,parent,hours,total']) console.log(f, await measure(f));
  await pool.query(`load 'auto_explain'`).catch(() => {});
  await pool.end(); await engine.close();
} finally { await pg.stop(); }
