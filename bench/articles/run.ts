import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createEngine, createSessions, openPool, startEmbeddedPostgres } from '@nonet/engine';
import { row } from '../figures.ts';
import type { Request } from '../operations.ts';
import { planOf } from '../plan.ts';
import { startServer } from '../servers.ts';
import { measure, type Side, send } from '../side.ts';

// The article list of the RealWorld API, 20 of them with the parts that depend on the reader: the exact call of the
// document beside one written by hand. Part of `npm run bench`.

const SECONDS = 2;
const ROUNDS = 3;
const AIM = 0.8;
const EXAMPLE = new URL('../../examples/realworld/spec.md', import.meta.url);
/** Pages near the beginning, as clients ask for them. */
const next = (turn: number): Request => ({ method: 'GET', path: `/api/articles?limit=20&offset=${(turn % 10) * 20}` });

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-bench-'));
// The example without its limit of requests for one client.
const SPEC = path.join(folder, 'spec.md');
await writeFile(
  SPEC,
  (await readFile(EXAMPLE, 'utf8')).replace(
    /(\| REQUESTS_PER_MINUTE \| )\d+/,
    (_, before: string) => `${before}1000000000`,
  ),
);
const postgres = await startEmbeddedPostgres({ folder });
try {
  await bench(await postgres.database('articles'));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(url: string): Promise<void> {
  const token = await prepare(url);
  const environment = { DATABASE_URL: url, SPEC };
  const hand = await startServer('./articles/floor.mjs', 7003, { ...environment, TOKEN: 'floor' });
  const made = await startServer('./nonet.ts', 7004, environment);
  try {
    const floor: Side = { ...hand, headers: { authorization: 'Token floor' } };
    const nonet: Side = { ...made, headers: { authorization: `Token ${token}` } };
    await checkAlike(floor, nonet);
    let turn = 0;
    const rate = async (side: Side, seconds: number) => (await measure(side, () => next(turn++), { seconds })).rate;
    await rate(floor, 1);
    await rate(nonet, 1);
    const rates: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = round % 2 === 0 ? [floor, nonet] : [nonet, floor];
      const [first, second] = [await rate(one, SECONDS), await rate(other, SECONDS)];
      rates.push(round % 2 === 0 ? [first, second] : [second, first]);
    }
    const [middle] = rates.toSorted(([a, b], [c, d]) => b / a - d / c).slice(Math.floor(ROUNDS / 2));
    const [own, theirs] = middle ?? [Number.NaN, Number.NaN];
    const cells = [own.toFixed(0), theirs.toFixed(0), (theirs / own).toFixed(2), AIM.toFixed(2)];
    console.log(row('exact call: 20 articles', ...cells));
  } finally {
    await made.stop();
    await hand.stop();
  }
}

/** Loads the records of both; answers a token of the first of them. */
async function prepare(url: string): Promise<string> {
  const pool = openPool(url, { connections: 2 });
  const plan = await planOf(SPEC);
  const engine = await createEngine({ plan, pool });
  const text = await readFile(new URL('./data.sql', import.meta.url), 'utf8');
  for (const statement of text.replaceAll(/^\s*--.*$/gm, '').split(/;\s*$/m))
    if (statement.trim() !== '') await pool.query(statement);
  const { rows } = await pool.query<{ id: string }>(`select id from product."user" where name = 'user1'`);
  const token = await createSessions(pool, engine.index).open(rows[0]?.id ?? '');
  await engine.close();
  await pool.end();
  return token;
}

/** Before anything is timed: both answer with the same articles. */
async function checkAlike(floor: Side, nonet: Side): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    const [own, theirs] = [await send(floor, next(turn)), await send(nonet, next(turn))].map(({ body }) =>
      withoutVaryingParts(body),
    );
    if (own !== theirs) throw new Error(`The servers disagree:\n${own}\n${theirs}`);
  }
}

function withoutVaryingParts(body: unknown): string {
  const { articles, articlesCount } = body as { articles: Record<string, unknown>[]; articlesCount: number };
  const shown = articles.map(({ slug, title, tagList, favorited, favoritesCount, author }) => ({
    slug,
    title,
    tagList,
    favorited,
    favoritesCount,
    author,
  }));
  return JSON.stringify({ shown, articlesCount });
}
