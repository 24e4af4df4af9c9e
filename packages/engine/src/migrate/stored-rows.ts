import { type Field, itemAt, type Rename } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { compileFieldValue } from '../sql/expression.ts';
import { column, quote, shortName, table, tableName } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import { replacePlaceholders } from '../store/placeholders.ts';
import type { Statement } from '../store/pool.ts';
import { compileAskedFor } from './asked-for.ts';
import type { NextColumn } from './change.ts';
import { conversionColumns } from './convert.ts';
import { describeTables } from './describe.ts';
import type { MadeEntity } from './made/made-entities.ts';
import { MADE_SINCE, madeOneWay } from './made/made-since.ts';
import { allMadeRows, compileWorth, MADE_FROM, type Making, sourceCondition } from './made/made-rows.ts';
import { keptColumns } from './former/former-parts.ts';
import { placeOfKept } from './former/restored-tables.ts';
import { nextName } from './next-name.ts';
import { IS_MADE } from './place-of-gone.ts';
import { type ChangedTable, conversionsOf, type PlannedChange, storedNow } from './planned-change.ts';
import { renamedRoles } from './rename-values.ts';

/**
 * How a statement about the new document's tables reads the storage of the former one:
 * - `former`: the present records, by their new names;
 * - `moved`: in the columns of the new document, with values that are the same for all records;
 * - `next`: as they will be when the change is done.
 */
export type Reading = 'former' | 'moved' | 'next';
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
    if (made !== undefined) return this.#makeRecords(reading, made, parameters);
    if (reading === 'former') return changed === null ? null : this.#former(changed, parameters);
    if (reading === 'next') return changed === null ? null : this.#next(changed, parameters);
    return changed === null ? emptyRows(after, entity) : this.#moved(changed, parameters);
  }

  /** The records of an entity that is made from others'. */
  #makeRecords(reading: Reading, made: MadeEntity, parameters: Parameters): string | null {
    if (reading === 'moved') return null;
    const isNoted = this.#variant.keepsFormer && madeOneWay(this.#change).includes(made);
    if (reading === 'former') {
      const all = allMadeRows(made, this.#making(parameters), this.#variant.isEachSource);
      return isNoted ? `select m_.*, null::text as ${quote(MADE_SINCE)} from (${all}) m_` : all;
    }
    const asked = made.columns.filter(isAskedByRecord);
    const kept = isNoted ? [MADE_SINCE] : [];
    const own = [...made.description.columns.map(({ name }) => name), ...Object.values(MADE_FROM), ...kept];
    return asked.length === 0 ? null : this.#asAsked(made.entity.name, own, asked, parameters);
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

  #former(changed: ChangedTable, parameters: Parameters): string | null {
    const { old, renamed } = changed;
    const { before, names } = this.#change;
    const entity = old.entity.name;
    const computed = storedNow(changed);
    const columns = renamed.columns.map(({ name, field }, place) => {
      const was = column('t', itemAt(old.columns, place).name);
      return { name, was, value: field === null ? was : this.#renamed(was, renamed.entity.name, field, parameters) };
    });
    const converted = conversionsOf(this.#change, changed);
    const kept = changed.next.flatMap((next) =>
      next.value.kind === 'kept' ? [this.#kept(next, next.value.column)] : [],
    );
    const source = sourceCondition(this.#change, entity, this.#making(parameters));
    const isSame =
      source === null &&
      computed.length + converted.length + kept.length === 0 &&
      tableName(entity) === tableName(renamed.entity.name) &&
      columns.every(({ name, was, value }) => value === was && was === `t.${quote(name)}`);
    if (isSame) return null;
    const context = { index: before, parameters, variables: new Map(), authority: null };
    const values = computed.map((name) => {
      const former = before.entity(entity).fields.find((field) => names.field(entity, field.name) === name);
      return `${compileFieldValue({ kind: 'row', entity, alias: 't' }, former?.name ?? name, context)} as ${quote(name)}`;
    });
    const own = { ...context, variables: new Map([['this', { kind: 'row', entity, alias: 't' }]] as const) };
    const conversions = converted.flatMap(({ column: { name, field }, conversion }) => {
      if (field === null || conversion.expression === null) return [];
      const { value, beyond } = conversionColumns(name);
      const worth = compileWorth(conversion, field, this.#making(parameters), own);
      return [`${worth.value} as ${quote(value)}`, `${worth.beyond} as ${quote(beyond)}`];
    });
    const parts = [
      ...columns.map(({ name, value }) => `${value} as ${quote(name)}`),
      ...values,
      ...conversions,
      ...kept,
      ...changed.oneWays.map(({ since }) => `t.${quote(since)}`),
      ...(this.#change.madeSince.has(entity) ? [`t.${quote(MADE_SINCE)}`] : []),
      ...(source === null ? [] : [`${source} as ${quote(IS_MADE)}`]),
    ];
    return `select ${parts.join(', ')} from ${table(entity)} t`;
  }

  /** A column's former value, as SQL. The record that it referred to may have been deleted since. */
  #kept({ column: { field } }: NextColumn, name: string): string {
    const value = `t.${quote(name)}`;
    const type = field?.type;
    if (type === undefined || !('entity' in type)) return value;
    const restored = this.#change.restored.get(type.entity);
    const target = this.#change.tables.get(type.entity);
    const place = restored === undefined ? target && table(target.old.entity.name) : placeOfKept(restored);
    // An entity that the change makes has no record yet.
    if (place === undefined) return `${type.kind === 'many' ? "'{}'::uuid[]" : 'null::uuid'} as ${quote(name)}`;
    const there = `select k_."id" from ${place} k_ where k_."id" =`;
    return type.kind === 'many'
      ? `array(select e_.id from unnest(${value}) with ordinality e_(id, place) where exists (${there} e_.id) order by e_.place) as ${quote(name)}`
      : `(${there} ${value}) as ${quote(name)}`;
  }

  /** A value with its changed names. `entity`, `field`: by their new names. */
  #renamed(value: string, entity: string, { name: field, type }: Field, parameters: Parameters): string {
    const { renames } = this.#change;
    const text = (name: string) => parameters.bind(name, 'text');
    if (type.kind === 'roles')
      return renamedRoles(
        value,
        renames.filter(({ kind }) => kind === 'role'),
        this.#change.goneRoles,
        text,
      );
    const isOwn = (rename: Rename) =>
      (type.kind === 'state' && rename.kind === 'state' && rename.entity === entity) ||
      (type.kind === 'enum' && rename.kind === 'choice' && rename.entity === entity && rename.field === field);
    const cases = renames.filter(isOwn).map((rename) => `when ${text(rename.was)} then ${text(rename.name)}`);
    return cases.length === 0 ? value : `case ${value} ${cases.join(' ')} else ${value} end`;
  }

  #moved(changed: ChangedTable, parameters: Parameters): string | null {
    const { renamed, now, next, isRebuilt } = changed;
    if (now === null) return null;
    const { name } = now.entity;
    if (isRebuilt) return emptyRows(this.#change.after, name);
    const kept = this.#variant.keepsFormer ? keptColumns(this.#change, changed) : [];
    if (next.length + kept.length === 0) return null;
    const there = new Set<string>(renamed.columns.map((each) => each.name));
    const values = now.columns.map((each) => {
      const made = next.find((candidate) => candidate.column.name === each.name);
      const is = `as ${quote(each.name)}`;
      if (made === undefined) return there.has(each.name) ? `r.${quote(each.name)} ${is}` : `null::${each.type} ${is}`;
      if (made.value.kind === 'conversion') return `r.${quote(conversionColumns(each.name).value)} ${is}`;
      if (made.value.kind === 'kept') {
        const kept = `r.${quote(made.value.column)}`;
        const given = this.defaultOf(made);
        const otherwise = each.isNotNull ? "'{}'" : given === null ? null : parameters.bind(given, 'text');
        return `${otherwise === null ? kept : `coalesce(${kept}, ${otherwise}::${each.type})`} ${is}`;
      }
      if (made.value.kind === 'former') return `r.${quote(each.name)}::${each.type} ${is}`;
      // The value of a slug is not known yet, only that it is unique.
      if (made.value.kind === 'slug')
        return `case when r.${quote(made.value.of)} is not null then r."id"::text end ${is}`;
      const value = this.sharedValue(made);
      if (value !== null) return `${parameters.bind(value, 'text')}::${each.type} ${is}`;
      return each.isNotNull ? `'{}'::${each.type} ${is}` : `null::${each.type} ${is}`;
    });
    return `select ${[...values, ...kept.map((each) => `${each.value} as ${quote(each.name)}`)].join(', ')} from ${table(name)} r`;
  }

  #next(changed: ChangedTable, parameters: Parameters): string | null {
    const { now, next } = changed;
    const asked = next.filter(isAskedByRecord);
    if (now === null || asked.length === 0) return null;
    const kept = this.#variant.keepsFormer ? keptColumns(this.#change, changed) : [];
    const columns = [...now.columns, ...kept].map(({ name }) => name);
    return this.#asAsked(now.entity.name, columns, asked, parameters);
  }

  /** Records with the values of some columns only where they are asked for (`when`). */
  #asAsked(entity: string, columns: readonly string[], asked: readonly NextColumn[], parameters: Parameters): string {
    const context = {
      index: this.#change.after,
      parameters,
      authority: null,
      variables: new Map([
        ['this', { kind: 'row', entity, alias: 'r' }],
        ['user', { kind: 'null' }],
      ] as const),
    };
    let rows = `select * from ${table(entity)}`;
    for (const { column: made, value } of asked) {
      const when = made.field?.when ?? null;
      if (when === null) continue;
      const shared = this.#defaults.get(`${entity}.${made.name}`) ?? null;
      if (value.kind === 'default' && shared === null) continue;
      const given =
        value.kind === 'default' ? `${parameters.bind(shared, 'text')}::${made.type}` : column('r', made.name);
      const others = columns.filter((name) => name !== made.name).map((name) => `r.${quote(name)}`);
      const is = `case when ${compileAskedFor(when, context)} then ${given} end`;
      rows = `select ${[...others, `${is} as ${quote(made.name)}`].join(', ')} from (${rows}) r`;
    }
    return rows;
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

/** Whether each record must be examined to know whether it has the value (`when`). */
function isAskedByRecord({ column: { field }, value }: NextColumn): boolean {
  return (value.kind === 'default' || value.kind === 'conversion') && field !== null && field.when !== null;
}

/** The rows of a table that the change makes: none. */
function emptyRows(index: PlanIndex, entity: string): string {
  const columns = describeTables(index).find((each) => each.entity.name === entity)?.columns ?? [];
  return `select ${columns.map(({ name, type }) => `null::${type} as ${quote(name)}`).join(', ')} where false`;
}
