import { slugOf } from '../run/slugs.ts';
import { quote, table as tableOfEntity } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import { nextName } from './next-name.ts';
import type { StoredRows } from './stored-rows.ts';

/** The number of numbered slugs that are looked up in one query. */
const NUMBERS_AT_ONCE = 16;

interface NextSlug {
  /** The table by its name in the storage in use, and its entity and fields by their new names. */
  readonly table: string;
  readonly entity: string;
  readonly column: string;
  readonly of: string;
}

/**
 * Makes the slugs of some records in their new column, in order, so that the first of a name has it without a number.
 */
export async function fillNextSlugs(
  client: PoolClient,
  rows: StoredRows,
  { table, entity, column, of }: NextSlug,
  ids: readonly string[],
): Promise<void> {
  const slug = quote(nextName(column));
  const { text, values } = rows.over('next', {
    text: `select n."id", n.${quote(of)} as source from ${tableOfEntity(entity)} n where n."id" = any($1::uuid[])`,
    values: [ids],
  });
  const { rows: found } = await client.query<{ id: string; source: string | null; own: string | null }>(
    `select v.id, v.source, t.${slug} as own from (${text}) v join product.${quote(table)} t on t.id = v.id order by t.created_at, t.id`,
    [...values],
  );
  const made = found.flatMap(({ id, source, own }) => {
    const base = source === null ? null : slugOf(source, entity);
    return (base === null ? own === null : isNumbered(own, base)) ? [] : [{ id, base }];
  });
  const free = new FreeSlugs(client, table, slug);
  const slugs: (string | null)[] = [];
  await free.look(made.flatMap(({ base }) => (base === null ? [] : [base])));
  for (const { base } of made) slugs.push(base === null ? null : await free.take(base));
  await client.query(
    `update product.${quote(table)} t set ${slug} = v.slug from unnest($1::uuid[], $2::text[]) v(id, slug) where t.id = v.id`,
    [made.map(({ id }) => id), slugs],
  );
}

function isNumbered(own: string | null, base: string): boolean {
  return own === base || (own?.startsWith(`${base}-`) === true && /^\d+$/.test(own.slice(base.length + 1)));
}

/** Finds slugs that no record has. Slugs that are needed at the same time are looked up in one query. */
class FreeSlugs {
  readonly #client: PoolClient;
  readonly #text: string;
  readonly #known = new Set<string>();
  readonly #taken = new Set<string>();

  constructor(client: PoolClient, table: string, slug: string) {
    this.#client = client;
    this.#text = `select ${slug} as slug from product.${quote(table)} where ${slug} = any($1::text[])`;
  }

  async look(slugs: readonly string[]): Promise<void> {
    const { rows } = await this.#client.query<{ slug: string }>(this.#text, [slugs]);
    for (const slug of slugs) this.#known.add(slug);
    for (const { slug } of rows) this.#taken.add(slug);
  }

  async take(base: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const slug = numbered(base, number);
      if (!this.#known.has(slug))
        await this.look(Array.from({ length: NUMBERS_AT_ONCE }, (_, place) => numbered(base, number + place)));
      if (this.#taken.has(slug)) continue;
      this.#taken.add(slug);
      return slug;
    }
  }
}

function numbered(base: string, number: number): string {
  return number === 1 ? base : `${base}-${number}`;
}
