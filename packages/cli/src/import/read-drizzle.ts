import { Failure } from '../failure.ts';
import {
  callOf,
  entriesOf,
  literalOf,
  memberOf,
  nameOf,
  type Node,
  nodeOf,
  nodesOf,
  quasisOf,
  readSource,
  resultOf,
  type Source,
  textsOf,
  valueOf,
} from './drizzle-source.ts';
import { chainOf, columnOf, deletesOf, type DrizzleColumn, fragmentOf, quoted, sqlText } from './drizzle-sql.ts';
import { type Foreign, type ForeignFile, type LeftOut, NotReadable } from './foreign.ts';
import { readPostgresql } from './read-postgresql.ts';
import { readStatements } from './sql-statements.ts';

/** Functions that make something of a database that is no table. */
const OTHERS = /^pg(?:View|MaterializedView|Policy|Role|Sequence)$/;

/** The functions of a `pgSchema`, by those of the package. */
const OF_SCHEMAS: Readonly<Record<string, string>> = {
  table: 'pgTable',
  enum: 'pgEnum',
  view: 'pgView',
  materializedView: 'pgMaterializedView',
  sequence: 'pgSequence',
};

/**
 * A schema of Drizzle for PostgreSQL. None of its code is run: it is written as the SQL that it stands for, and that is read like any other.
 */
export async function readDrizzle({ name: file, content }: ForeignFile): Promise<Foreign> {
  const source = await readSource(file, content.toString());
  for (const { module } of source.imports.values())
    if (/^drizzle-orm\/(?:mysql|sqlite|singlestore|mssql|gel|cockroach)-core$/.test(module))
      throw new NotReadable(
        1,
        `this is a schema for another database (${module}): those of drizzle-orm/pg-core are read`,
      );
  const schema = new DrizzleSchema(file, source);
  const lines = await schema.write();
  if (lines.length === 0)
    throw new Failure(`${file} has no table of drizzle-orm/pg-core: there is nothing to begin a document from.`);
  const sql = Buffer.from(lines.map((line) => line.sql).join('\n'));
  const foreign = await readPostgresql({ name: file, content: sql }).catch((error: unknown) => {
    throw error instanceof NotReadable && typeof error.place === 'number'
      ? new NotReadable(lines[error.place - 1]?.line ?? 1, error.message)
      : error;
  });
  /** The place in the schema of a line of the SQL. */
  const placeOf = (place: string) => `${file}:${lines[Number(place.slice(file.length + 1)) - 1]?.line ?? 1}`;
  return {
    entities: foreign.entities.map((entity) => ({
      ...entity,
      ...(entity.place === undefined ? {} : { place: placeOf(entity.place) }),
      fields: entity.fields.map((field) => (field.place === null ? field : { ...field, place: placeOf(field.place) })),
    })),
    rules: foreign.rules.map((rule) => ({ ...rule, place: placeOf(rule.place) })),
    leftOut: [...schema.leftOut, ...foreign.leftOut.map(({ place, what }) => ({ place: placeOf(place), what }))],
  };
}

/** A line of SQL, and the line of the schema that it comes from. */
interface Written {
  readonly sql: string;
  readonly line: number;
}

interface DrizzleTable {
  readonly name: string;
  readonly line: number;
  readonly columns: readonly DrizzleColumn[];
  readonly extra: Node | null;
}

class DrizzleSchema {
  readonly leftOut: LeftOut[] = [];
  readonly #file: string;
  readonly #source: Source;
  readonly #enums = new Map<string, string>();
  readonly #tables = new Map<string, DrizzleTable>();
  /** References that only `relations` states: the constant of the table and the key of the column → the table. */
  readonly #related = new Map<string, { readonly table: string; readonly key: string }>();

  constructor(file: string, source: Source) {
    this.#file = file;
    this.#source = source;
  }

  async write(): Promise<readonly Written[]> {
    const written: Written[] = [];
    for (const [constant, value] of this.#source.constants) {
      const values = this.#wordOf(value) === 'pgEnum' ? this.#enum(constant, value) : null;
      if (values !== null) written.push(values);
    }
    for (const [constant, value] of this.#source.constants) this.#declare(constant, value);
    for (const value of this.#source.constants.values()) if (this.#wordOf(value) === 'relations') this.#relate(value);
    for (const [constant, table] of this.#tables) written.push(...(await this.#table(constant, table)));
    return this.#tables.size === 0 ? [] : written;
  }

  #leave(node: Node, what: string): void {
    this.leftOut.push({ place: `${this.#file}:${this.#source.lineOf(node)}`, what });
  }

  /** The function of Drizzle that a call calls, by its own name; a table of a schema or of a creator is a `pgTable`. */
  #wordOf(node: Node | null): string | null {
    const call = callOf(node);
    if (call === null) return null;
    const member = memberOf(call.callee);
    if (member !== null) {
      if (this.#source.imports.get(nameOf(member.of))?.name === '*') return member.name;
      const word = this.#wordOf(this.#source.constants.get(nameOf(member.of)) ?? member.of);
      // A chain, `pgTable(…).enableRLS()`, makes what its beginning makes.
      return word === 'pgSchema'
        ? (OF_SCHEMAS[member.name] ?? null)
        : member.of.type === 'CallExpression'
          ? word
          : null;
    }
    const name = nameOf(call.callee);
    const creator = this.#source.constants.get(name) ?? null;
    return creator !== null && this.#wordOf(creator) === 'pgTableCreator' ? 'pgTable' : this.#importedAs(name);
  }

  #importedAs(name: string): string | null {
    const found = this.#source.imports.get(name);
    return found === undefined || !/^drizzle-orm(?:\/|$)/.test(found.module) ? null : found.name;
  }

  #enum(constant: string, node: Node): Written | null {
    const [name, values] = callOf(node)?.args ?? [];
    const stated = literalOf(this.#source, name ?? null);
    const texts = textsOf(this.#source, values ?? null);
    if (typeof stated !== 'string' || texts === null) {
      this.#leave(node, `${constant}: choices that only running the schema would tell`);
      return null;
    }
    this.#enums.set(constant, stated);
    return {
      sql: `create type ${quoted(stated)} as enum (${texts.map(sqlText).join(', ')});`,
      line: this.#source.lineOf(node),
    };
  }

  #declare(constant: string, node: Node): void {
    const word = this.#wordOf(node);
    if (word === null || !word.startsWith('pg')) return;
    if (OTHERS.test(word)) this.#leave(node, `${constant}: ${word}`);
    if (word !== 'pgTable') return;
    const call = this.#beginOf(node);
    const [name, columns, extra] = call?.args ?? [];
    const stated = literalOf(this.#source, name ?? null);
    if (typeof stated !== 'string' || columns === undefined) {
      this.#leave(node, `${constant}: a table whose name only running the schema would tell`);
      return;
    }
    // pgTable('a', (t) => ({ id: t.integer() }))
    const body = resultOf(columns) ?? columns;
    const found = valueOf(this.#source, body);
    if (found?.type !== 'ObjectExpression')
      this.#leave(columns, `${stated}: columns that only running the schema would tell`);
    else this.#leaveSpreads(stated, found);
    const read = entriesOf(this.#source, body).flatMap(
      (entry) => columnOf(this.#source, entry, this.#enums, (at, what) => this.#leave(at, `${stated}.${what}`)) ?? [],
    );
    this.#tables.set(constant, {
      name: this.#created(nameOf(call?.callee), stated),
      line: this.#source.lineOf(node),
      columns: read,
      extra: extra ?? null,
    });
  }

  /** The call that a chain begins with: `pgTable(…)` of `pgTable(…).enableRLS()`. */
  #beginOf(node: Node): ReturnType<typeof callOf> {
    const call = callOf(node);
    const before = memberOf(call?.callee ?? null)?.of ?? null;
    const isChain = callOf(before) !== null && this.#wordOf(before) !== 'pgSchema';
    return isChain && before !== null ? this.#beginOf(before) : call;
  }

  /** Columns of other files are not here. */
  #leaveSpreads(table: string, columns: Node): void {
    for (const each of nodesOf(columns['properties'])) {
      if (each.type !== 'SpreadElement') continue;
      if (valueOf(this.#source, nodeOf(each['argument']))?.type !== 'ObjectExpression')
        this.#leave(each, `${table}: columns that are not in this file`);
    }
  }

  /** The name that `pgTableCreator((name) => …)` makes of a table's. */
  #created(callee: string, name: string): string {
    const creator = callOf(this.#source.constants.get(callee) ?? null);
    const template = resultOf(creator?.args[0] ?? null);
    if (template?.type !== 'TemplateLiteral' || nodesOf(template['expressions']).length !== 1) return name;
    return quasisOf(template).join(name);
  }

  /** `relations(posts, ({ one }) => ({ author: one(users, { fields: [posts.authorId], references: [users.id] }) }))` */
  #relate(node: Node): void {
    const [, made] = callOf(node)?.args ?? [];
    for (const { value } of entriesOf(this.#source, resultOf(made ?? null))) {
      const call = callOf(value);
      const settings = entriesOf(this.#source, call?.args[1] ?? null);
      const membersOf = (key: string) =>
        nodesOf(settings.find((entry) => entry.key === key)?.value['elements']).map(memberOf);
      const [[from, ...more], [to]] = [membersOf('fields'), membersOf('references')];
      if (nameOf(call?.callee) !== 'one' || !from || !to || more.length > 0) continue;
      this.#related.set(`${nameOf(from.of)} ${from.name}`, { table: nameOf(to.of), key: to.name });
    }
  }

  async #table(constant: string, { name, line, columns, extra }: DrizzleTable): Promise<readonly Written[]> {
    const parts: Written[] = [];
    for (const column of columns) parts.push({ sql: await this.#column(constant, name, column), line: column.line });
    const { constraints, indexes } = await this.#extra(constant, name, extra);
    parts.push(...constraints);
    return [
      { sql: `create table ${quoted(name)} (`, line },
      ...parts.map((part, place) => ({ ...part, sql: `${part.sql}${place < parts.length - 1 ? ',' : ''}` })),
      { sql: ');', line },
      ...indexes,
    ];
  }

  async #column(constant: string, table: string, column: DrizzleColumn): Promise<string> {
    const { key, name, sql, standard, line } = column;
    const leave = (what: string) =>
      this.leftOut.push({ place: `${this.#file}:${line}`, what: `${table}.${name}: ${what}` });
    const reference = column.reference ?? this.#related.get(`${constant} ${key}`) ?? null;
    const target = reference === null ? undefined : this.#tables.get(reference.table);
    const other = target?.columns.find((each) => each.key === reference?.key);
    if (column.reference !== null && other === undefined)
      leave(`refers to ${column.reference.table}.${column.reference.key}, which is not here`);
    const refers =
      target === undefined || other === undefined
        ? ''
        : ` references ${quoted(target.name)} (${quoted(other.name)})${column.reference?.deletes ?? ''}`;
    const isDefault = standard !== null && (await isExpression(standard));
    if (standard !== null && !isDefault) leave(`the default ${standard} is no SQL that is understood`);
    return `${quoted(name)} ${sql}${isDefault ? ` default ${standard}` : ''}${refers}`;
  }

  /** The parts behind the columns: keys, indexes and checks. */
  async #extra(
    constant: string,
    table: string,
    extra: Node | null,
  ): Promise<{ readonly constraints: readonly Written[]; readonly indexes: readonly Written[] }> {
    const [constraints, indexes]: [Written[], Written[]] = [[], []];
    const made = valueOf(this.#source, resultOf(extra) ?? extra);
    const parts =
      made?.type === 'ArrayExpression'
        ? nodesOf(made['elements'])
        : entriesOf(this.#source, made).map(({ value }) => value);
    const parameter = nameOf(nodesOf(extra?.['params'])[0]);
    const keyed = new Map(this.#tables.get(constant)?.columns.map((column) => [column.key, column.name]));
    const columnIn = (of: string, key: string) =>
      of === parameter || of === constant
        ? (keyed.get(key) ?? null)
        : (this.#tables.get(of)?.columns.find((each) => each.key === key)?.name ?? null);
    const listed = (nodes: readonly Node[]) =>
      nodes.map((node) => {
        const [begin] = chainOf(node);
        const member = memberOf(
          begin === undefined
            ? node
            : memberOf(memberOf(begin.callee)?.of ?? null) === null
              ? node
              : nodeOf(memberOf(begin.callee)?.of),
        );
        const column = member === null ? null : columnIn(nameOf(member.of), member.name);
        return column === null ? fragmentOf(this.#source, node, columnIn) : quoted(column);
      });
    for (const part of parts) {
      const line = this.#source.lineOf(part);
      const chain = chainOf(part);
      const [first] = chain;
      const word = first === undefined ? null : (this.#importedAs(first.name) ?? first.name);
      const on = chain.find(({ name }) => /^on(?:Only)?$|^using$/.test(name));
      const where = chain.find(({ name }) => name === 'where');
      const condition = where === undefined ? null : fragmentOf(this.#source, where.args[0] ?? null, columnIn);
      const names = listed(on?.name === 'using' ? on.args.slice(1) : (on?.args ?? []));
      const isKnown =
        names.length > 0 && names.every((name) => name !== null) && (where === undefined || condition !== null);
      const settings = entriesOf(this.#source, first?.args[0] ?? null);
      const columnsOf = (key: string) =>
        listed(nodesOf(settings.find((entry) => entry.key === key)?.value['elements']));
      if (word === 'unique' && isKnown) constraints.push({ sql: `unique (${names.join(', ')})`, line });
      else if ((word === 'uniqueIndex' || word === 'index') && isKnown && (await isExpression(condition ?? 'true')))
        indexes.push({ sql: indexOf(table, word === 'uniqueIndex', names, condition), line });
      else if (word === 'primaryKey' && columnsOf('columns').length > 0 && !columnsOf('columns').includes(null))
        constraints.push({ sql: `primary key (${columnsOf('columns').join(', ')})`, line });
      else if (word === 'check') {
        const check = fragmentOf(this.#source, first?.args[1] ?? null, columnIn);
        if (check !== null && (await isExpression(check))) constraints.push({ sql: `check (${check})`, line });
        else this.#leave(part, `a check of ${table} that has no counterpart`);
      } else if (word === 'foreignKey' && this.#foreignKey(settings, columnsOf('columns'), chain, columnIn) !== null)
        constraints.push({ sql: this.#foreignKey(settings, columnsOf('columns'), chain, columnIn) ?? '', line });
      else this.#leave(part, `${table}: ${word ?? 'a part'} that is not taken`);
    }
    return { constraints, indexes };
  }

  #foreignKey(
    settings: ReturnType<typeof entriesOf>,
    columns: readonly (string | null)[],
    chain: ReturnType<typeof chainOf>,
    columnIn: (of: string, key: string) => string | null,
  ): string | null {
    const others = nodesOf(settings.find(({ key }) => key === 'foreignColumns')?.value['elements']).map(memberOf);
    const [target] = others;
    const table = target ? this.#tables.get(nameOf(target.of)) : undefined;
    const names = others.map((each) => (each === null ? null : columnIn(nameOf(each.of), each.name)));
    if (table === undefined || columns.length === 0 || columns.includes(null) || names.includes(null)) return null;
    const action = literalOf(this.#source, chain.find(({ name }) => name === 'onDelete')?.args[0] ?? null);
    return `foreign key (${columns.join(', ')}) references ${quoted(table.name)} (${names.map((name) => quoted(name ?? '')).join(', ')})${deletesOf(action)}`;
  }
}

/** Whether a fragment is one expression of SQL, so that it can stand within a statement. */
async function isExpression(fragment: string): Promise<boolean> {
  try {
    return (await readStatements(`select (${fragment})`)).length === 1;
  } catch (error) {
    if (error instanceof NotReadable) return false;
    throw error;
  }
}

function indexOf(
  table: string,
  isUnique: boolean,
  names: readonly (string | null)[],
  condition: string | null,
): string {
  // An index of an expression has it in brackets.
  const columns = names.map((name) => (name?.startsWith('"') ? name : `(${name})`)).join(', ');
  const where = condition === null ? '' : ` where ${condition}`;
  return `create ${isUnique ? 'unique ' : ''}index on ${quoted(table)} (${columns})${where};`;
}
