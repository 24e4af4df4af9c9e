// The server that Nonet is compared with: a careful engineer writes it by hand for this one product.
// Fastify 5 + pg, named prepared statements, a schema for each body, a constant token; no roles, no rules
// across records, no history. Needs DATABASE_URL with floor.sql loaded; PORT (default 7001), POOL (10).
import underPressure from '@fastify/under-pressure';
import Fastify from 'fastify';
import pg from 'pg';

const TOKEN = process.env.TOKEN ?? 'floor-token';
const STATUS = { type: 'string', enum: ['draft', 'sent', 'paid', 'overdue', 'void'] };
const COLUMNS = 'i.id,i.number,i.customer_id,i.status,i.issue_date,i.due_date,i.total,i.note,i.created_at,i.owner';
const JOINED = `select ${COLUMNS},c.name as customer_name from invoice i join customer c on c.id=i.customer_id`;

pg.types.setTypeParser(1082, (date) => date);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL ?? 10) });
const query = async (name, text, values) => (await pool.query({ name, text, values })).rows;
await pool.query('select 1');

const withCustomer = ({ customer_name, ...invoice }) => ({
  ...invoice,
  customer: { id: invoice.customer_id, name: customer_name },
});

const app = Fastify({ logger: false });
// LIMITS: the usual limits of such a server under load.
if (process.env.LIMITS) {
  const limits = { maxEventLoopDelay: 1000, maxEventLoopUtilization: 0.98, retryAfter: 5 };
  await app.register(underPressure, limits);
}
app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return reply.code(401).send({ error: 'unauthorized' });
});

app.get(
  '/invoices/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } },
  async (request, reply) => {
    const [invoice] = await query('get', `${JOINED} where i.id=$1`, [request.params.id]);
    return invoice ? { data: withCustomer(invoice) } : reply.code(404).send({ error: 'not found' });
  },
);

const listQuery = {
  type: 'object',
  required: ['status'],
  properties: {
    status: STATUS,
    limit: { type: 'integer', default: 25, minimum: 1, maximum: 100 },
    count: { type: 'integer', default: 1 },
  },
};
app.get('/invoices', { schema: { querystring: listQuery } }, async (request) => {
  const { status, limit, count } = request.query;
  // The limit is a checked integer written into the text: with `limit $2` PostgreSQL plans again each time.
  const [rows, total] = await Promise.all([
    query(`list${limit}`, `${JOINED} where i.status=$1 order by i.issue_date desc, i.id desc limit ${limit}`, [status]),
    count ? query('count', 'select count(*)::int as n from invoice where status=$1', [status]) : null,
  ]);
  return { data: rows.map(withCustomer), ...(total ? { meta: { total: total[0].n } } : {}) };
});

const properties = {
  number: { type: 'string', minLength: 1, maxLength: 40 },
  customer_id: { type: 'integer' },
  status: STATUS,
  issue_date: { type: 'string', format: 'date' },
  due_date: { type: 'string', format: 'date' },
  total: { type: 'number', minimum: 0 },
  note: { type: 'string', maxLength: 2000 },
  owner: { type: 'string', maxLength: 100 },
};
const required = ['number', 'customer_id', 'status', 'issue_date', 'due_date', 'total', 'owner'];
const body = { type: 'object', additionalProperties: false, properties };

app.post('/invoices', { schema: { body: { ...body, required } } }, async (request, reply) => {
  const b = request.body;
  const insert = `insert into invoice (number,customer_id,status,issue_date,due_date,total,note,owner)
    values ($1,$2,$3,$4,$5,$6,$7,$8) returning *`;
  try {
    const [row] = await query('insert', insert, [
      b.number,
      b.customer_id,
      b.status,
      b.issue_date,
      b.due_date,
      b.total,
      b.note ?? null,
      b.owner,
    ]);
    return reply.code(201).send({ data: row });
  } catch (error) {
    if (error.code === '23505') return reply.code(409).send({ error: 'duplicate number' });
    if (error.code === '23503') return reply.code(422).send({ error: 'no such customer' });
    throw error;
  }
});

app.patch('/invoices/:id', { schema: { body: { ...body, minProperties: 1 } } }, async (request, reply) => {
  const keys = Object.keys(request.body);
  const set = keys.map((key, i) => `"${key}"=$${i + 2}`).join(',');
  const [row] = await query(`update_${keys.join('_')}`, `update invoice set ${set} where id=$1 returning *`, [
    Number(request.params.id),
    ...keys.map((key) => request.body[key]),
  ]);
  return row ? { data: row } : reply.code(404).send({ error: 'not found' });
});

await app.listen({ port: Number(process.env.PORT ?? 7001), host: '127.0.0.1' });
console.log('ready');
