import { findNamed } from '../run/imports/cell.ts';
import { type Finding, tablesOfNames } from '../run/find-record.ts';
import { type Queryable, run } from '../store/pool.ts';

type Records = ReadonlyMap<string, readonly string[]>;
type Named = ReadonlyMap<string, Records>;

/** Names of records, by their entity, and the numbers of the changes up to which they mean that. */
export interface NamesAhead {
  readonly named: Named;
  readonly changes: readonly TableChanges[];
}

interface TableChanges {
  readonly tables: readonly string[];
  readonly numbers: string;
}

interface Known {
  readonly numbers: string;
  readonly records: Map<string, readonly string[]>;
}

/** So many names are kept of an entity. */
const MOST_KEPT = 200_000;

/**
 * The records that the texts of a file refer to, kept from one batch of its rows to the next for as long as no change
 * of a table can have given them another meaning. Works outside of transactions, with each statement on its own.
 */
export class KnownNames {
  readonly #byEntity = new Map<string, Known>();

  /** Null where the meaning of the names can't be known ahead: somebody changes what they refer to just now. */
  async lookUp(write: Finding, texts: ReadonlyMap<string, ReadonlySet<string>>): Promise<NamesAhead | null> {
    const named = new Map<string, Records>();
    const changes: TableChanges[] = [];
    for (const [entity, names] of texts) {
      const tables = tablesOfNames(write, entity);
      if (tables === null) return null;
      const numbers = await changesOf(write.client, 'settled', [...tables]);
      if (numbers === null) return null;
      const records = await this.#find(write, entity, [...names], numbers);
      changes.push({ tables: [...tables], numbers });
      named.set(entity, records);
    }
    return { named, changes };
  }

  async #find(write: Finding, entity: string, names: readonly string[], numbers: string): Promise<Records> {
    const former = this.#byEntity.get(entity);
    const isKept = former?.numbers === numbers && former.records.size + names.length <= MOST_KEPT;
    const known = isKept ? former : { numbers, records: new Map<string, readonly string[]>() };
    this.#byEntity.set(entity, known);
    const unknown = names.filter((name) => !known.records.has(name));
    if (unknown.length > 0)
      for (const [name, records] of await findNamed(write, entity, unknown)) known.records.set(name, records);
    return new Map(names.map((name) => [name, known.records.get(name) ?? []]));
  }
}

/** Whether names still mean what they meant ahead, for the transaction of this connection. */
export async function stillMean(client: Queryable, { changes }: NamesAhead): Promise<boolean> {
  for (const { tables, numbers } of changes) if ((await changesOf(client, 'last', tables)) !== numbers) return false;
  return true;
}

async function changesOf(
  client: Queryable,
  which: 'last' | 'settled',
  tables: readonly string[],
): Promise<string | null> {
  const rows = await run<{ numbers: string | null }>(client, {
    text: `select nonet.${which}_changes($1::text[]) as numbers`,
    values: [tables],
  });
  return rows[0]?.numbers ?? null;
}
