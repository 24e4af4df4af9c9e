import type { FieldType } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { compileCondition, compileFieldValue } from '../sql/expression.ts';
import { compileConversion } from '../sql/kept.ts';
import { column, quote, shortName, table as storedTable, tableName } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import type { Statement } from '../store/pool.ts';
import type { NextColumn } from './change.ts';
import { conversionColumns } from './convert.ts';
import { describeTables } from './describe.ts';
import { type ChangedTable, conversionsOf, type PlannedChange, storedNow } from './planned-change.ts';

/**
 * How a statement that speaks of the new document's tables reads the storage of the former one:
 * - `former`: the records as they are, by their new names;
 * - `moved`: in the columns of the new document, with what is the same for all;
 * - `next`: as they will be when the change is done.
 */
export type Reading = 'former' | 'moved' | 'next';
const BELOW = { former: null, moved: 'former', next: 'moved' } as const;

interface Body {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads records as a change leaves them, before any of it is done: no table is locked or written for it. */
export class StoredRows {
  readonly #change: PlannedChange;
  /** The values of defaults, by `Entity.field`, as text of the column's type. */
  readonly #defaults = new Map<string, string | null>();
  readonly #bodies = new Map<string, Body | null>();
  readonly #now = new Date().toISOString();

  constructor(change: PlannedChange) {
    this.#change = change;
  }

  /** The value of a new field's default, the same for all records. */
  setDefault(entity: string, field: string, value: string | null): void {
    this.#defaults.set(`${entity}.${field}`, value);
    this.#bodies.clear();
  }

  /** The value that all records have in a new column, as text of its type; null where it is empty, or differs. */
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
        return null;
    }
  }

  /** A statement in the names of the new document, as one on the storage of the former. */
  over(reading: Reading, { text, values, prepare }: Statement): Statement {
    const used: Body[] = [];
    const main = this.#refer(reading, text, used);
    if (used.length === 0) return { text, values, prepare: prepare ?? false };
    let count = values.length;
    const parts = used.map((body) => {
      const shifted = body.text.replaceAll(/\$(\d+)/g, (_match, digits: string) => `$${Number(digits) + count}`);
      count += body.values.length;
      return `${quote(body.name)} as not materialized (${shifted})`;
    });
    // A statement that has parts of its own already, be it that it was read over another change, keeps them to itself.
    const inner = /^\s*with\b/i.test(main) ? `select * from (${main}) over_` : main;
    return {
      text: `with ${parts.join(', ')} ${inner}`,
      values: [...values, ...used.flatMap((body) => body.values)],
      prepare: false,
    };
  }

  /** The text with the tables that differ from those in use replaced by what reads them so; these come first in `used`. */
  #refer(reading: Reading, text: string, used: Body[]): string {
    return text.replaceAll(/product\."([^"]+)"/g, (inUse, name: string) => {
      for (let at: Reading | null = reading; at !== null; at = BELOW[at]) {
        const body = this.#body(at, name);
        if (body === null) continue;
        if (!used.some((other) => other.name === body.name)) {
          const below = BELOW[at];
          const inner = below === null ? body.text : this.#refer(below, body.text, used);
          used.push({ ...body, text: inner });
        }
        return quote(body.name);
      }
      return inUse;
    });
  }

  #body(reading: Reading, table: string): Body | null {
    const key = shortName(`_${reading}_${table}`);
    let body = this.#bodies.get(key);
    if (body === undefined) {
      const parameters = new Parameters();
      const text = this.#make(reading, table, parameters);
      body = text === null ? null : { name: key, text, values: parameters.values({ now: this.#now }) };
      this.#bodies.set(key, body);
    }
    return body;
  }

  #make(reading: Reading, table: string, parameters: Parameters): string | null {
    const { after, tables } = this.#change;
    const changed = [...tables.values()].find(({ renamed }) => tableName(renamed.entity.name) === table) ?? null;
    const entity = after.plan.entities.find(({ name }) => tableName(name) === table)?.name ?? null;
    if (reading === 'former') return changed === null ? null : this.#former(changed, parameters);
    if (reading === 'moved') {
      if (entity === null) return null;
      return changed === null ? emptyRows(after, entity) : this.#moved(changed, parameters);
    }
    return changed === null ? null : this.#next(changed, parameters);
  }

  #former(changed: ChangedTable, parameters: Parameters): string | null {
    const { old, renamed } = changed;
    const { before, names } = this.#change;
    const entity = old.entity.name;
    const computed = storedNow(changed);
    const columns = renamed.columns.map(({ name, field }, place) => {
      const was = column('t', (old.columns[place] as (typeof old.columns)[number]).name);
      return { name, was, value: field === null ? was : this.#renamed(was, field.type, parameters) };
    });
    const converted = conversionsOf(this.#change, changed);
    const isSame =
      computed.length + converted.length === 0 &&
      tableName(entity) === tableName(renamed.entity.name) &&
      columns.every(({ name, was, value }) => value === was && was === `t.${quote(name)}`);
    if (isSame) return null;
    const context = { index: before, parameters, variables: new Map(), authority: null };
    const values = computed.map((name) => {
      const former = before.entity(entity).fields.find((field) => names.field(entity, field.name) === name);
      return `${compileFieldValue({ kind: 'row', entity, alias: 't' }, former?.name ?? name, context)} as ${quote(name)}`;
    });
    const own = { ...context, variables: new Map([['this', { kind: 'row', entity, alias: 't' }]] as const) };
    const conversions = converted.flatMap(({ column: { name, field }, conversion: { expression } }) => {
      if (field === null || expression === null) return [];
      const { value, beyond } = conversionColumns(name);
      const worth = compileConversion(expression, field, this.#change.after, own);
      return [`${worth.value} as ${quote(value)}`, `${worth.beyond} as ${quote(beyond)}`];
    });
    const parts = [...columns.map(({ name, value }) => `${value} as ${quote(name)}`), ...values, ...conversions];
    return `select ${parts.join(', ')} from ${storedTable(entity)} t`;
  }

  /** A value in which names stand that are called otherwise now. `type`: by its new names. */
  #renamed(value: string, type: FieldType, parameters: Parameters): string {
    const { renames } = this.#change;
    const text = (name: string) => parameters.bind(name, 'text');
    if (type.kind === 'state') {
      const own = new Set(type.values.map(({ name }) => name));
      const cases = renames.flatMap((rename) =>
        rename.kind === 'state' && own.has(rename.name) ? [`when ${text(rename.was)} then ${text(rename.name)}`] : [],
      );
      return cases.length === 0 ? value : `case ${value} ${cases.join(' ')} else ${value} end`;
    }
    if (type.kind !== 'roles') return value;
    const roles = renames.filter(({ kind }) => kind === 'role');
    return roles.reduce((list, { was, name }) => `array_replace(${list}, ${text(was)}, ${text(name)})`, value);
  }

  #moved(changed: ChangedTable, parameters: Parameters): string | null {
    const { renamed, now, next, isRemade } = changed;
    if (now === null) return null;
    const { name } = now.entity;
    if (isRemade) return emptyRows(this.#change.after, name);
    if (next.length === 0) return null;
    const there = new Set<string>(renamed.columns.map((each) => each.name));
    const values = now.columns.map((each) => {
      const made = next.find((candidate) => candidate.column.name === each.name);
      const is = `as ${quote(each.name)}`;
      if (made === undefined) return there.has(each.name) ? `r.${quote(each.name)} ${is}` : `null::${each.type} ${is}`;
      if (made.value.kind === 'conversion') return `r.${quote(conversionColumns(each.name).value)} ${is}`;
      if (made.value.kind === 'former') return `r.${quote(each.name)}::${each.type} ${is}`;
      // The value of a slug is not known yet, only that it is unique.
      if (made.value.kind === 'slug')
        return `case when r.${quote(made.value.of)} is not null then r."id"::text end ${is}`;
      const value = this.sharedValue(made);
      if (value !== null) return `${parameters.bind(value, 'text')}::${each.type} ${is}`;
      return each.extra.includes('not null') ? `'{}'::${each.type} ${is}` : `null::${each.type} ${is}`;
    });
    return `select ${values.join(', ')} from product.${quote(tableName(name))} r`;
  }

  #next(changed: ChangedTable, parameters: Parameters): string | null {
    const { now, next } = changed;
    const asked = next.filter(isAskedByRecord);
    if (now === null || asked.length === 0) return null;
    const { name: entity } = now.entity;
    const context = {
      index: this.#change.after,
      parameters,
      authority: null,
      variables: new Map([
        ['this', { kind: 'row', entity, alias: 'r' }],
        ['user', { kind: 'null' }],
      ] as const),
    };
    let rows = `select * from product.${quote(tableName(entity))}`;
    for (const { column: made, value } of asked) {
      const when = made.field?.when ?? null;
      if (when === null) continue;
      const shared = this.#defaults.get(`${entity}.${made.name}`) ?? null;
      if (value.kind === 'default' && shared === null) continue;
      const given =
        value.kind === 'default' ? `${parameters.bind(shared, 'text')}::${made.type}` : column('r', made.name);
      const others = now.columns.filter(({ name }) => name !== made.name).map(({ name }) => column('r', name));
      const is = `case when ${compileCondition(when, context)} then ${given} end`;
      rows = `select ${[...others, `${is} as ${quote(made.name)}`].join(', ')} from (${rows}) r`;
    }
    return rows;
  }
}

/** Whether a value is one only of records that are asked for it (`when`). */
function isAskedByRecord({ column: { field }, value }: NextColumn): boolean {
  return (value.kind === 'default' || value.kind === 'conversion') && field !== null && field.when !== null;
}

/** The rows of a table that the change makes: none. */
function emptyRows(index: PlanIndex, entity: string): string {
  const columns = describeTables(index).find((each) => each.entity.name === entity)?.columns ?? [];
  return `select ${columns.map(({ name, type }) => `null::${type} as ${quote(name)}`).join(', ')} where false`;
}
