import type { Foreign, ForeignEntity, ForeignField, ForeignFile, ForeignRule, LeftOut } from './foreign.ts';
import { choiceLiteral, EntityNames, enumOf, FieldNames, literalOf } from './names.ts';
import { choicesIn, conditionOf, partsOf } from './sql-condition.ts';
import { contentOf, literalIn, nameIn, type SqlNode } from './sql-node.ts';
import { readStatements } from './sql-statements.ts';
import { type SqlColumn, type SqlSchema, type SqlTable, tablesOf } from './sql-tables.ts';
import { isSerial, typeOf, wordsOfType } from './sql-types.ts';

/** A schema of PostgreSQL, as `pg_dump --schema-only` writes it. */
export async function readPostgresql({ name, content }: ForeignFile): Promise<Foreign> {
  const schema = tablesOf(name, await readStatements(content.toString()));
  const names = new EntityNames();
  const entities = new Map([...schema.tables.keys()].map((table) => [table, names.give(table, true)]));
  const found = [...schema.tables.values()].map((table) => new Table(name, schema, entities, table));
  const read = found.map((table) => table.read());
  return {
    entities: read.map(({ entity }) => entity),
    rules: read.flatMap(({ rules }) => rules),
    leftOut: [...schema.leftOut, ...read.flatMap(({ leftOut }) => leftOut)],
  };
}

class Table {
  readonly #file: string;
  readonly #schema: SqlSchema;
  readonly #entities: ReadonlyMap<string, string>;
  readonly #table: SqlTable;
  readonly #leftOut: LeftOut[] = [];
  /** The names of fields, by their columns. A key that is counted has none: it is the `id`. */
  readonly #fields = new Map<string, string>();
  readonly #isOptional = new Map<string, boolean>();

  constructor(file: string, schema: SqlSchema, entities: ReadonlyMap<string, string>, table: SqlTable) {
    this.#file = file;
    this.#schema = schema;
    this.#entities = entities;
    this.#table = table;
  }

  read(): {
    readonly entity: ForeignEntity;
    readonly rules: readonly ForeignRule[];
    readonly leftOut: readonly LeftOut[];
  } {
    const { name, comment, key, columns } = this.#table;
    const own = key.length === 1 ? (columns.get(key[0] ?? '') ?? null) : null;
    const id = own !== null && this.#referenceOf(own) === null && isKnownBy(own) ? own : null;
    const entity = this.#entities.get(name) ?? name;
    const names = new FieldNames();
    for (const column of columns.values()) {
      if (column === id) continue;
      const withoutId = column.name.replace(/_?id$/i, '');
      const also = this.#referenceOf(column) !== null && withoutId !== '' ? withoutId : null;
      this.#fields.set(column.name, names.give(column.name, also));
      this.#isOptional.set(column.name, !this.#isRequired(column));
    }
    this.#checkReferences();
    const choices = this.#choices();
    const fields = [...columns.values()].flatMap((column) =>
      column === id ? [] : [this.#field(column, choices.get(column.name) ?? null)],
    );
    const unique = [...this.#table.unique, ...(key.length > 1 ? [key] : [])];
    return {
      entity: {
        name: entity,
        prose: comment,
        fields,
        unique: unique.flatMap((each) => {
          const of = each.flatMap((column) => this.#fields.get(column) ?? []);
          return of.length === each.length ? [of] : [];
        }),
        hasIntegerId: id !== null && id.type.name !== 'uuid',
        place: `${this.#file}:${this.#table.line}`,
      },
      rules: this.#rules(entity),
      leftOut: this.#leftOut,
    };
  }

  #leave(line: number, what: string): void {
    this.#leftOut.push({ place: `${this.#file}:${line}`, what });
  }

  #isRequired({ name, isRequired, type }: SqlColumn): boolean {
    return isRequired || this.#table.key.includes(name) || this.#schema.domains.get(type.name)?.isRequired === true;
  }

  #referenceOf({ name }: SqlColumn) {
    return (
      this.#table.references.find(
        ({ columns, table }) => columns.length === 1 && columns[0] === name && this.#schema.tables.has(table),
      ) ?? null
    );
  }

  #checkReferences(): void {
    for (const { columns, table, line } of this.#table.references) {
      if (columns.length > 1)
        this.#leave(line, `${this.#table.name} refers to ${table} by several columns (${columns.join(', ')})`);
      else if (!this.#schema.tables.has(table))
        this.#leave(line, `${this.#table.name} refers to ${table}, which is not there`);
    }
  }

  /** The texts that checks admit, by column. */
  #choices(): ReadonlyMap<string, readonly string[]> {
    const found = this.#table.checks.flatMap(({ node }) => partsOf(node).map(choicesIn));
    return new Map(found.flatMap((each) => (each === null ? [] : [[each.column, each.values] as const])));
  }

  #field(column: SqlColumn, choices: readonly string[] | null): ForeignField {
    const { name, comment } = column;
    const own = this.#fields.get(name) ?? name;
    const reference = this.#referenceOf(column);
    const deletes = reference?.deletes ?? null;
    const { type, rules } = this.#typeOf(column, choices);
    const isOptional = this.#isOptional.get(name) === true;
    const standard =
      reference === null && type !== null && column.standard !== null ? this.#standard(column, type) : null;
    const isText = type === 'text';
    return {
      name: own,
      label: null,
      type,
      rules: [
        ...(isOptional ? ['optional'] : []),
        ...rules,
        ...(column.isUniqueIgnoringCase || (column.isUnique && column.type.name === 'citext' && isText)
          ? ['unique ignoring case']
          : column.isUnique || (this.#table.key.length === 1 && this.#table.key[0] === name)
            ? ['unique']
            : column.isIndexed && reference === null && type !== null && type !== 'json'
              ? ['indexed']
              : []),
        ...(standard === null ? [] : [standard]),
        ...(deletes === null ? [] : [deletes]),
      ],
      meaning: comment,
      note: `${name} ${wordsOfType(column.type)}`,
      place: `${this.#file}:${column.line}`,
    };
  }

  #typeOf(
    column: SqlColumn,
    choices: readonly string[] | null,
  ): { readonly type: string | null; readonly rules: readonly string[] } {
    const place = `${this.#table.name}.${column.name}`;
    const reference = this.#referenceOf(column);
    if (reference !== null) return { type: this.#entities.get(reference.table) ?? null, rules: [] };
    if (column.isComputed) {
      this.#leave(column.line, `${place} is computed by PostgreSQL: its field is not shown`);
      return { type: null, rules: [] };
    }
    const domain = this.#schema.domains.get(column.type.name);
    const values = this.#schema.enums.get(column.type.name) ?? choices;
    const type = domain?.type ?? column.type;
    if (values !== null && !type.isArray) {
      const choice = enumOf(values);
      if (choice !== null) return { type: choice, rules: [] };
      this.#leave(column.line, `${place}: choices that are not taken as such: ${values.join(', ')}`);
    }
    if ((domain?.checks.length ?? 0) > 0)
      this.#leave(column.line, `${place}: what the domain ${column.type.name} checks`);
    const found = typeOf(type);
    if (found !== null) {
      if (type.name === 'timestamp')
        this.#leave(column.line, `${place} is an instant without a time zone: TIME_ZONE of point 9 has to be its zone`);
      if (column.isCounted || isSerial(column.type)) this.#leave(column.line, `${place} is counted up by PostgreSQL`);
      return found;
    }
    this.#leave(
      column.line,
      `${place}: the type ${wordsOfType(column.type)} has no counterpart that is known to be the same`,
    );
    return { type: null, rules: [] };
  }

  #standard({ name, standard, line, isCounted }: SqlColumn, type: string): string | null {
    if (standard === null || contentOf(standard, 'A_Const')?.['isnull'] === true) return null;
    const value = defaultOf(standard, type);
    if (value !== null) return `\`default ${value}\``;
    const call = contentOf(standard, 'FuncCall');
    const isCounter = call !== null && nameIn(call['funcname']) === 'nextval';
    if (!isCounted)
      this.#leave(
        line,
        `${this.#table.name}.${name} ${isCounter ? 'is counted up by PostgreSQL' : 'has a default that is not taken'}`,
      );
    return null;
  }

  #rules(entity: string): readonly ForeignRule[] {
    return this.#table.checks.flatMap(({ node, line }) =>
      partsOf(node).flatMap((part) => {
        if (choicesIn(part) !== null) return [];
        const expression = conditionOf(part, (column) => {
          const name = this.#fields.get(column);
          return name === undefined ? null : { name, isOptional: this.#isOptional.get(column) === true };
        });
        if (expression !== null) return [{ entity, expression, place: `${this.#file}:${line}` }];
        this.#leave(line, `a check of ${this.#table.name} that has no counterpart`);
        return [];
      }),
    );
  }
}

/** Whether the records of an entity can be known by what identifies a row: a whole number or a UUID. */
function isKnownBy({ type }: SqlColumn): boolean {
  return type.name === 'uuid' || typeOf(type)?.type === 'integer';
}

function defaultOf(standard: SqlNode, type: string): string | null {
  const literal = literalIn(standard);
  if (typeof literal === 'number') return String(literal);
  if (typeof literal === 'boolean') return type === 'boolean' ? String(literal) : null;
  if (typeof literal === 'string') {
    if (type.startsWith('enum(')) return choiceLiteral(literal);
    if (type === 'text') return literal === '' ? null : literalOf(literal);
    if (type === 'boolean') return /^t(rue)?$/.test(literal) ? 'true' : /^f(alse)?$/.test(literal) ? 'false' : null;
    return /^-?\d+(\.\d+)?$/.test(literal) ? literal : null;
  }
  const value = nameIn(contentOf(standard, 'FuncCall')?.['funcname']);
  const special = contentOf(standard, 'SQLValueFunction')?.['op'];
  const isNow = value === 'now' || value === 'clock_timestamp' || special === 'SVFOP_CURRENT_TIMESTAMP';
  if (type === 'datetime') return isNow ? 'now()' : null;
  return type === 'date' && (isNow || special === 'SVFOP_CURRENT_DATE') ? 'today()' : null;
}
