import { itemAt } from '@nonet/language';
import { randomBytes } from 'node:crypto';
import { openPool, type Pool } from '@nonet/engine';
import type { Edit } from './edit.ts';
import { type Judged, judgeEdit } from './judge-edit.ts';
import { fillProduct, PRODUCTS, SIZES, type UsedProduct } from './products.ts';

/** The number of records that are written by the new document before the way back. */
export const WRITES = { small: 20, full: 1000 } as const;

/** A filled database for each product; each edit works on a copy. */
export class FilledDatabases {
  readonly #server: URL;
  readonly #pool: Pool;
  readonly #size: keyof typeof SIZES;
  readonly #filled = new Map<string, string>();

  /** `databaseUrl`: a database on the server, which stays as it is. */
  constructor(databaseUrl: string, size: keyof typeof SIZES) {
    this.#server = new URL(databaseUrl);
    this.#size = size;
    this.#pool = openPool(databaseUrl, { connections: 1, answerMilliseconds: 0 });
  }

  judge(edit: Edit): Promise<Judged> {
    return this.with(edit, (text, databaseUrl) => judgeEdit(edit, { text, databaseUrl, writes: WRITES[this.#size] }));
  }

  /** Does `work` on a filled database of its own, with the document that it has in use. */
  async with<T>(edit: Edit, work: (text: string, databaseUrl: string) => Promise<T>): Promise<T> {
    const product = itemAt(
      PRODUCTS.filter(({ name }) => name === edit.product),
      0,
    );
    const name = await this.#create(await this.#template(product));
    try {
      return await work(product.text, this.#urlOf(name));
    } finally {
      await this.#drop(name);
    }
  }

  async close(): Promise<void> {
    for (const name of this.#filled.values()) await this.#drop(name);
    await this.#pool.end();
  }

  async #template(product: UsedProduct): Promise<string> {
    let name = this.#filled.get(product.name);
    if (name === undefined) {
      name = await this.#create('template0');
      this.#filled.set(product.name, name);
      await fillProduct(product, this.#urlOf(name), SIZES[this.#size]);
    }
    return name;
  }

  async #create(template: string): Promise<string> {
    const name = `changed_${randomBytes(6).toString('hex')}`;
    await this.#pool.query('set statement_timeout = 0');
    await this.#pool.query(`create database ${name} template ${template}`);
    return name;
  }

  async #drop(name: string): Promise<void> {
    await this.#pool.query(`drop database ${name} with (force)`);
  }

  #urlOf(name: string): string {
    const url = new URL(this.#server);
    url.pathname = `/${name}`;
    return url.href;
  }
}
