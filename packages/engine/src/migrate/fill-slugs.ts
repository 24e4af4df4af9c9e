import { slugOf } from '../run/slugs.ts';
import { quote, table as storedTable } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import { nextName } from './planned-change.ts';
import type { StoredRows } from './stored-rows.ts';

/** How many slugs with a number are looked for at once. */
const NUMBERS_AT_ONCE = 16;

interface NextSlug {
  /** The table by its name in the storage in use, and its entity and fields by their new names. */
  readonly table: string;
  readonly entity: string;
  readonly column: string;
  readonly of: string;
}

/** Makes the slugs of some records in their new column, in order, so that the first of a name has it without a number. */
export async function fillNextSlugs(
  client: PoolClient,
  rows: StoredRows,
  { table, entity, column, of }: NextSlug,
  ids: readonly string[],
): Promise<void> {
  const slug = quote(nextName(column));
  const { text, values } = rows.over('next', {
    text: `select n."id", n.${quote(of)} as source from ${storedTable(entity)} n where n."id" = any($1::uuid[])`,
    values: [ids],
  });
  const { rows: found } = await client.query<{ id: string; source: string | null; own: string | null }>(
    `select v.id, v.source, t.${slug} as own from (${text}) v join product.${quote(table)} t on t.id = v.id order by t.created_at, t.id`,
    [...values],
  );
  for (const { id, source, own } of found) {
    const base = source === null ? null : slugOf(source, entity);
    if (base === null ? own === null : isNumbered(own, base)) continue;
    const next = base === null ? null : await freeSlug(client, table, slug, base);
    await client.query(`update product.${quote(table)} set ${slug} = $2 where id = $1`, [id, next]);
  }
}

function isNumbered(own: string | null, base: string): boolean {
  return own === base || (own?.startsWith(`${base}-`) === true && /^\d+$/.test(own.slice(base.length + 1)));
}

async function freeSlug(client: PoolClient, table: string, slug: string, base: string): Promise<string> {
  for (let first = 1; ; first += NUMBERS_AT_ONCE) {
    const wanted = Array.from({ length: NUMBERS_AT_ONCE }, (_, place) => first + place).map((number) =>
      number === 1 ? base : `${base}-${number}`,
    );
    const { rows } = await client.query<{ slug: string }>(
      `select ${slug} as slug from product.${quote(table)} where ${slug} = any($1::text[])`,
      [wanted],
    );
    const free = wanted.find((each) => !rows.some((row) => row.slug === each));
    if (free !== undefined) return free;
  }
}
