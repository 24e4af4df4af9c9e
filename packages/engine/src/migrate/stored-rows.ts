import { quote, shortName, tableName } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import { replacePlaceholders } from '../store/placeholders.ts';
import type { Statement } from '../store/pool.ts';
import type { NextColumn } from './change.ts';
import { allMadeRows, type Making } from './made/made-rows.ts';
import { placeOfKept } from './former/restored-tables.ts';
import { nextName } from './next-name.ts';
import type { PlannedChange } from './planned-change.ts';
import {
  emptyRows,
  formerRows,
  movedRows,
  nextRows,
  type Reading,
  type RowsContext,
  rowsOfMade,
} from './rows-of-tables.ts';

const BELOW = { former: null, moved: 'former', next: 'moved' } as const;

/** The records of a table, as a select over what is below (`Reading`). */
interface Body {
  /** The entity's, by its new name. */
  readonly table: string;
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Variant {
  /** Whether an entity that is made with a `key` has a record for each former one. */
  readonly isEachSource: boolean;
  /** The place of the records of entities that are made: the tables that will hold them, or the rows to be made. */
  readonly made: 'tables' | 'rows';
  /** Whether the tables have the columns that the change keeps for processes of the former version. */
  readonly keepsFormer: boolean;
}

/** Reads records as a change leaves them, before any of it is done: no table is locked or written for it. */
export class StoredRows {
  readonly #change: PlannedChange;
  /** The values of defaults, by `Entity.field`, as text of the column's type. */
  readonly #defaults: Map<string, string | null>;
  readonly #bodies = new Map<Reading, readonly Body[]>();
  readonly #now: string;
  readonly #variant: Variant;
  readonly #variants = new Map<string, StoredRows>();

  constructor(change: PlannedChange, of?: { readonly rows: StoredRows; readonly variant: Variant }) {
    this.#change = change;
    this.#defaults = of === undefined ? new Map<string, string | null>() : of.rows.#defaults;
    this.#now = of === undefined ? new Date().toISOString() : of.rows.#now;
    this.#variant = of?.variant ?? { isEachSource: false, made: 'rows', keepsFormer: false };
  }

  /**
   * A reading in which an entity that is made with a `key` has a record for each former one, without grouping: a check
   * of some records then need not compute all.
   */
  eachSource(): StoredRows {
    return this.#as({ ...this.#variant, isEachSource: true });
  }

  /**
   * The same, but that the records of entities that are made are looked up in their tables, which is quicker. What is
   * made of records that somebody has written since is not there before it was made anew.
   */
  inMadeTables(): StoredRows {
    return this.#as({ ...this.#variant, made: 'tables' });
  }

  /** The same, with the columns that the change keeps for processes of the former version. */
  keepingFormer(): StoredRows {
    return this.#as({ ...this.#variant, keepsFormer: true });
  }

  #as(variant: Variant): StoredRows {
    const key = JSON.stringify(variant);
    const known = this.#variants.get(key) ?? new StoredRows(this.#change, { rows: this, variant });
    this.#variants.set(key, known);
    return known;
  }

  /** The value of a new field's default, the same for all records. */
  setDefault(entity: string, field: string, value: string | null): void {
    this.#defaults.set(`${entity}.${field}`, value);
    this.#bodies.clear();
  }

  /** The default of a new column, as text of its type; null if it has none, or an empty one. */
  defaultOf({ entity, column: { name } }: NextColumn): string | null {
    return this.#defaults.get(`${entity}.${name}`) ?? null;
  }

  /** The value that all records have in a new column, as text of its type; null if it is empty, or differs. */
  sharedValue({ entity, column: { name }, value }: NextColumn): string | null {
    switch (value.kind) {
      case 'text':
        return value.text;
      case 'now':
        return this.#now;
      case 'default':
        return value.field.when === null ? (this.#defaults.get(`${entity}.${name}`) ?? null) : null;
      case 'conversion':
      case 'empty':
      case 'former':
      case 'slug':
      case 'kept':
        return null;
    }
  }

  /**
   * A statement in the names of the new document, as one on the storage of the former: common table expressions of the
   * tables' names hide the tables whose records differ. PostgreSQL leaves out those that the statement does not name.
   */
  over(reading: Reading, { text, values, prepare }: Statement): Statement {
    const bodies = this.#bodiesOf(reading);
    const below = BELOW[reading];
    const all = bodies.length === 0 ? { text, values, prepare: prepare ?? false } : hideTables(bodies, text, values);
    return below === null ? all : this.over(below, all);
  }

  #bodiesOf(reading: Reading): readonly Body[] {
    let bodies = this.#bodies.get(reading);
    if (bodies === undefined) {
      const { after, tables } = this.#change;
      const entities = new Set(
        [...tables.values()]
          .map(({ renamed }) => renamed.entity.name)
          .concat(after.plan.entities.map(({ name }) => name)),
      );
      bodies = [...entities].flatMap((entity) => {
        const parameters = new Parameters();
        const text = this.#make(reading, entity, parameters);
        const own = tableName(entity);
        const name = shortName(`_${reading}_${own}`);
        return text === null ? [] : [{ table: own, name, text, values: parameters.values({ now: this.#now }) }];
      });
      this.#bodies.set(reading, bodies);
    }
    return bodies;
  }

  #make(reading: Reading, entity: string, parameters: Parameters): string | null {
    const { after, tables } = this.#change;
    const changed = tables.get(entity) ?? null;
    const made = this.#change.made.get(entity);
    const restored = this.#change.restored.get(entity);
    if (restored !== undefined) return reading === 'former' ? `select * from ${placeOfKept(restored)}` : null;
    const { isEachSource, keepsFormer } = this.#variant;
    const context: RowsContext = {
      change: this.#change,
      parameters,
      making: this.#making(parameters),
      isEachSource,
      keepsFormer,
      defaultOf: (next) => this.defaultOf(next),
    };
    if (made !== undefined) return rowsOfMade(reading, made, context);
    if (changed === null) return reading === 'moved' ? emptyRows(after, entity) : null;
    switch (reading) {
      case 'former':
        return formerRows(changed, context);
      case 'moved':
        return movedRows(changed, context);
      case 'next':
        return nextRows(changed, context);
    }
  }

  #making(parameters: Parameters): Making {
    return {
      change: this.#change,
      parameters,
      sharedValue: (next) => this.sharedValue(next),
      isMade: (made, id) => {
        if (this.#variant.made === 'rows') {
          const all = allMadeRows(made, this.#making(parameters), true);
          // An id of a former record is found by its index; one of a key only among all of them.
          return made.isKeyed
            ? `${id} in (select m_."id" from (${all}) m_)`
            : `exists (select from (${all}) m_ where m_."id" = ${id})`;
        }
        return `exists (select from product.${quote(nextName(tableName(made.entity.name)))} m_ where m_."id" = ${id})`;
      },
    };
  }
}

/** A statement in which tables are hidden by selects, each of which reads the tables themselves. */
function hideTables(bodies: readonly Body[], text: string, values: readonly unknown[]): Statement {
  let count = values.length;
  const selects = bodies.map((body) => {
    const before = count;
    const shifted = replacePlaceholders(body.text, (place) => `$${before + place + 1}`);
    count += body.values.length;
    return `${quote(body.name)} as not materialized (${shifted})`;
  });
  // A common table expression sees those before it: the tables are hidden only after all of the selects.
  const hidden = bodies.map((body) => `${quote(body.table)} as not materialized (select * from ${quote(body.name)})`);
  return {
    // The statement may have common table expressions of its own, for instance those of another change; they stay
    // inside it.
    text: `with ${[...selects, ...hidden].join(', ')} select * from (${text}) over_`,
    values: [...values, ...bodies.flatMap((body) => body.values)],
    prepare: false,
  };
}
