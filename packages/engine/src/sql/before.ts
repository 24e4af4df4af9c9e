import { emptyRow, quote, shortName, tableName } from './identifiers.ts';
import type { Parameters } from './parameters.ts';

/** The changes of a write: by entity and id, the row as it was before as JSON text; null if the write created it. */
export type RowsBefore = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/**
 * The tables as they were before a write, inside its transaction: changed values are restored, deleted records exist
 * again, and created ones are left out. Records that the write has not touched are read from the table itself, by its
 * indexes.
 */
export class TablesBefore {
  readonly #parameters: Parameters;
  readonly #changed: ReadonlySet<string>;
  readonly #used = new Set<string>();

  /** `changed`: the entities of which the write has changed records. */
  constructor(parameters: Parameters, changed: Iterable<string>) {
    this.#parameters = parameters;
    this.#changed = new Set(changed);
  }

  /** The text behind `from` for the records of an entity as they were. */
  relation(entity: string): string {
    if (!this.#changed.has(entity)) return this.#parameters.table(entity);
    this.#used.add(entity);
    return named('before', entity);
  }

  /** The text behind `from` for those records of an entity alone that the write has changed or deleted. */
  changedRows(entity: string): string {
    if (!this.#changed.has(entity)) throw new Error(`No ${entity} has changed.`);
    this.#used.add(entity);
    return named('rows_before', entity);
  }

  /** The statement with the common table expressions in front of it that its text reads. */
  within(text: string): string {
    if (this.#used.size === 0) return text;
    const parts = [...this.#used].flatMap((entity) => {
      const rows = named('rows_before', entity);
      const [before, ids] = [
        this.#parameters.slot(rowsSlot(entity), 'jsonb'),
        this.#parameters.listSlot(idsSlot(entity), 'uuid'),
      ];
      return [
        `${rows} as materialized (select * from jsonb_populate_recordset(${emptyRow(this.#parameters.table(entity))}, ${before}))`,
        `${named('before', entity)} as not materialized (select * from ${this.#parameters.table(entity)} t where t."id" <> all(${ids}) union all select * from ${rows})`,
      ];
    });
    return `with ${parts.join(', ')} ${text}`;
  }
}

/** Part of a statement's key whose text reads the tables as they were. */
export function beforeKey(rows: RowsBefore): string {
  return [...rows.keys()].sort().join(',');
}

/** The values of what `TablesBefore` reads. */
export function slotsBefore(rows: RowsBefore): Record<string, unknown> {
  return Object.fromEntries(
    [...rows].flatMap(([entity, byId]) => [
      [rowsSlot(entity), `[${[...byId.values()].filter((row) => row !== null).join(',')}]`],
      [idsSlot(entity), [...byId.keys()]],
    ]),
  );
}

function named(kind: 'before' | 'rows_before', entity: string): string {
  return quote(shortName(`_${kind}_${tableName(entity)}`));
}

function rowsSlot(entity: string): string {
  return `rows before ${entity}`;
}

function idsSlot(entity: string): string {
  return `ids before ${entity}`;
}
