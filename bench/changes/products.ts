import { readFileSync } from 'node:fs';
import { createEngine, openPool, seed } from '@nonet/engine';
import { planOfText } from './plan-of-text.ts';

/** A product that people have used for a while. */
export interface UsedProduct {
  readonly name: 'expenses' | 'shop';
  readonly text: string;
  /** Fills it, in SQL; `$1` is how many claims or orders there are. */
  readonly fill: string;
}

export const SIZES = { small: 1000, full: 4000 } as const;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

export const PRODUCTS: readonly UsedProduct[] = [
  { name: 'expenses', text: read('examples/expenses/spec.md'), fill: read('bench/changes/expenses.sql') },
  { name: 'shop', text: read('examples/corpus/shop.md'), fill: read('bench/changes/shop.sql') },
];

/** Puts a product to use on an empty database, and fills it. */
export async function fillProduct({ text, fill }: UsedProduct, databaseUrl: string, size: number): Promise<void> {
  const engine = await createEngine({ plan: planOfText(text), databaseUrl });
  await seed(engine, { demo: false });
  await engine.close();
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    await pool.query('set statement_timeout = 0');
    await pool.query(fill.replaceAll('$1', String(size)));
    await pool.query(KEEP_FORMER);
    await pool.query('vacuum analyze');
  } finally {
    await pool.end();
  }
}

/** Copies the records of the product into the schema `former`, with which they are compared afterwards. */
export const KEEP_FORMER = `
drop schema if exists former cascade;
create schema former;
do $$
declare name text;
begin
  for name in select table_name from information_schema.tables where table_schema = 'product' loop
    execute format('create table former.%I as table product.%I', name, name);
    execute format('alter table former.%I add primary key (id)', name);
  end loop;
  create table former.kept_history as table nonet.history;
end $$;
`;
