// The article list of the RealWorld API as a careful engineer writes it by hand: Fastify 5 + pg, one named prepared
// statement, a constant token. Needs DATABASE_URL with data.sql loaded; PORT, POOL (10).
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL ?? 10) });
const caller = (await pool.query(`select id from people where username = 'user1'`)).rows[0].id;
const app = Fastify({ logger: false });

const PAGE = `select a.slug, a.title, a.description, a.created_at as "createdAt", a.updated_at as "updatedAt",
  array(select t.name from article_tags x join tags t on t.id = x.tag where x.article = a.id order by t.name) as "tagList",
  exists(select from favorites f where f.article = a.id and f.person = $1) as favorited,
  (select count(*)::int from favorites f where f.article = a.id) as "favoritesCount",
  json_build_object('username', p.username, 'bio', p.bio, 'image', p.image,
    'following', exists(select from follows o where o.followed = p.id and o.follower = $1)) as author
  from articles a join people p on p.id = a.author order by a.created_at desc`;
const querystring = {
  type: 'object',
  properties: {
    limit: { type: 'integer', default: 20, minimum: 1, maximum: 100 },
    offset: { type: 'integer', default: 0, minimum: 0 },
  },
};

app.get('/api/articles', { schema: { querystring } }, async (request, reply) => {
  if (request.headers.authorization !== `Token ${process.env.TOKEN}`) return reply.code(401).send({});
  const { limit, offset } = request.query;
  const [page, total] = await Promise.all([
    pool.query({ name: `page${limit}`, text: `${PAGE} limit ${limit} offset $2`, values: [caller, offset] }),
    pool.query({ name: 'count', text: 'select count(*)::int as n from articles', values: [] }),
  ]);
  return { articles: page.rows, articlesCount: total.rows[0].n };
});

await app.listen({ port: Number(process.env.PORT ?? 7001), host: '127.0.0.1' });
console.log('ready');
process.once('SIGINT', () => process.exit());
