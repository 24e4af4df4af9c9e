import { Failure } from '../failure.ts';
import type { LeftOut } from './foreign.ts';
import {
  columnIn,
  contentOf,
  literalIn,
  nameIn,
  nodesOf,
  type SqlNode,
  textOf,
  textsOf,
  stringIn,
} from './sql-node.ts';
import { type SqlStatement, tableIn } from './sql-statements.ts';
import type { SqlType } from './sql-types.ts';

export interface SqlColumn {
  readonly name: string;
  readonly line: number;
  readonly type: SqlType;
  isRequired: boolean;
  /** The expression of its default; null: it has none. */
  standard: SqlNode | null;
  /** Whether PostgreSQL counts it up. */
  isCounted: boolean;
  isComputed: boolean;
  isIndexed: boolean;
  isUnique: boolean;
  isUniqueIgnoringCase: boolean;
  comment: string | null;
}

export interface SqlReference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly deletes: 'cascade' | 'clear' | null;
  readonly line: number;
}

export interface SqlTable {
  readonly name: string;
  readonly line: number;
  readonly columns: Map<string, SqlColumn>;
  key: readonly string[];
  readonly unique: (readonly string[])[];
  readonly references: SqlReference[];
  readonly checks: { readonly node: SqlNode; readonly line: number }[];
  comment: string | null;
}

export interface SqlSchema {
  readonly tables: Map<string, SqlTable>;
  readonly enums: Map<string, readonly string[]>;
  readonly domains: Map<
    string,
    { readonly type: SqlType; readonly checks: readonly SqlNode[]; readonly isRequired: boolean }
  >;
  readonly leftOut: LeftOut[];
}

/** Statements that say nothing about what is stored, or only about its data. */
const SILENT = new Set(
  'VariableSetStmt SelectStmt CreateSeqStmt AlterSeqStmt AlterOwnerStmt GrantStmt GrantRoleStmt CreateExtensionStmt CreateSchemaStmt CopyStmt TransactionStmt InsertStmt DropStmt CreatedbStmt AlterDefaultPrivilegesStmt CreateRoleStmt AlterDatabaseSetStmt AlterEnumStmt DropdbStmt UpdateStmt'.split(
    ' ',
  ),
);
/** Words for other statements, by their kind. */
const KINDS: Readonly<Record<string, string>> = {
  ViewStmt: 'a view',
  CreateFunctionStmt: 'a function',
  CreateTrigStmt: 'a trigger',
  CreatePolicyStmt: 'a policy: point 6 says who may do what',
  RuleStmt: 'a rule of PostgreSQL',
  CreateTableAsStmt: 'a table or materialized view that is made from a query',
  CompositeTypeStmt: 'a composite type',
  DefineStmt: 'an aggregate, an operator or a collation',
};

/** The tables that statements make. @throws Failure where one is of a table that is not there. */
export function tablesOf(file: string, statements: readonly SqlStatement[]): SqlSchema {
  const schema: SqlSchema = { tables: new Map(), enums: new Map(), domains: new Map(), leftOut: [] };
  for (const each of statements) {
    const { node, line } = each;
    const [kind = ''] = Object.keys(node);
    const statement = contentOf(node, kind) ?? {};
    const place = `${file}:${line}`;
    const table = () => {
      const name = tableIn(statement['relation']);
      const found = schema.tables.get(name);
      if (found === undefined)
        schema.leftOut.push({ place, what: `it is about ${name}, which no statement creates as a table` });
      return found ?? null;
    };
    if (kind === 'CreateStmt') createTable({ schema, file, ...each }, statement);
    else if (kind === 'CreateEnumStmt') schema.enums.set(nameIn(statement['typeName']), textsOf(statement['vals']));
    else if (kind === 'CreateDomainStmt') createDomain(schema, statement);
    else if (kind === 'AlterTableStmt') {
      if (statement['objtype'] !== 'OBJECT_TABLE') continue;
      const altered = table();
      if (altered !== null)
        for (const command of nodesOf(statement['cmds'])) alter({ schema, file, ...each }, altered, command);
    } else if (kind === 'IndexStmt') {
      const indexed = table();
      if (indexed !== null) addIndex(schema, indexed, statement, place);
    } else if (kind === 'CommentStmt') comment(schema, statement);
    else if (!SILENT.has(kind)) schema.leftOut.push({ place, what: KINDS[kind] ?? `a statement of the kind ${kind}` });
  }
  if (schema.tables.size === 0)
    throw new Failure(`${file} has no CREATE TABLE: there is nothing to begin a document from.`);
  return schema;
}

/** A statement and what it is part of. */
interface Within extends SqlStatement {
  readonly schema: SqlSchema;
  readonly file: string;
}

function createTable(within: Within, statement: SqlNode): void {
  const { schema, file, line } = within;
  const place = `${file}:${line}`;
  const name = tableIn(statement['relation']);
  if (statement['partbound'] !== undefined) {
    schema.leftOut.push({ place, what: `the partition ${name}: its rows are those of its table` });
    return;
  }
  const table: SqlTable = {
    name,
    line,
    columns: new Map(),
    key: [],
    unique: [],
    references: [],
    checks: [],
    comment: null,
  };
  schema.tables.set(name, table);
  for (const parent of nodesOf(statement['inhRelations']))
    schema.leftOut.push({ place, what: `${name} inherits from ${tableIn(contentOf(parent, 'RangeVar'))}` });
  for (const element of nodesOf(statement['tableElts'])) {
    const column = contentOf(element, 'ColumnDef');
    const constraint = contentOf(element, 'Constraint');
    if (column !== null) addColumn(within, table, column);
    else if (constraint !== null) constrain(within, table, constraint, []);
    else schema.leftOut.push({ place, what: `${name} has the columns of another table (LIKE)` });
  }
}

function addColumn(within: Within, table: SqlTable, stated: SqlNode): void {
  const name = stringIn(stated, 'colname');
  const column: SqlColumn = {
    name,
    line: within.lineOf(stated),
    type: readType(stated['typeName']),
    isRequired: false,
    standard: null,
    isCounted: false,
    isComputed: false,
    isIndexed: false,
    isUnique: false,
    isUniqueIgnoringCase: false,
    comment: null,
  };
  table.columns.set(name, column);
  for (const each of nodesOf(stated['constraints'])) {
    const constraint = contentOf(each, 'Constraint');
    if (constraint !== null) constrain(within, table, constraint, [name]);
  }
}

export function readType(stated: unknown): SqlType {
  const type = contentOf({ TypeName: stated }, 'TypeName') ?? {};
  const sizes = nodesOf(type['typmods']).map(literalIn);
  return {
    name: nameIn(type['names']),
    sizes: sizes.filter((size) => typeof size === 'number'),
    isArray: nodesOf(type['arrayBounds']).length > 0,
  };
}

/** `own`: the column that states it; none, where the table does. */
function constrain(within: Within, table: SqlTable, constraint: SqlNode, own: readonly string[]): void {
  const line = within.lineOf(constraint);
  const column = table.columns.get(own[0] ?? '');
  const keys = textsOf(constraint['keys']);
  const columns = keys.length > 0 ? keys : own;
  const contype = String(constraint['contype']);
  switch (contype) {
    case 'CONSTR_PRIMARY':
      table.key = columns;
      break;
    case 'CONSTR_UNIQUE':
      addUnique(table, columns);
      break;
    case 'CONSTR_NOTNULL':
      for (const name of columns) setRequired(table, name);
      break;
    case 'CONSTR_CHECK': {
      const [node] = nodesOf([constraint['raw_expr']]);
      if (node !== undefined) table.checks.push({ node, line });
      break;
    }
    case 'CONSTR_FOREIGN': {
      const keyColumns = textsOf(constraint['fk_attrs']);
      const deletes = { c: 'cascade', n: 'clear' } as const;
      table.references.push({
        columns: keyColumns.length > 0 ? keyColumns : own,
        table: tableIn(constraint['pktable']),
        deletes: deletes[constraint['fk_del_action'] as 'c' | 'n'] ?? null,
        line,
      });
      break;
    }
    case 'CONSTR_DEFAULT':
      if (column !== undefined) column.standard = nodesOf([constraint['raw_expr']])[0] ?? null;
      break;
    case 'CONSTR_IDENTITY':
      if (column !== undefined) column.isCounted = true;
      break;
    case 'CONSTR_GENERATED':
      if (column !== undefined) column.isComputed = true;
      break;
    default:
      if (/EXCLUSION/.test(contype))
        within.schema.leftOut.push({
          place: `${within.file}:${line}`,
          what: `an exclusion constraint of ${table.name}`,
        });
  }
}

function setRequired(table: SqlTable, name: string): void {
  const column = table.columns.get(name);
  if (column !== undefined) column.isRequired = true;
}

function addUnique(table: SqlTable, columns: readonly string[]): void {
  const single = columns.length === 1 ? table.columns.get(columns[0] ?? '') : undefined;
  if (single === undefined) table.unique.push(columns);
  else single.isUnique = true;
}

function alter(within: Within, table: SqlTable, node: SqlNode): void {
  const { schema } = within;
  const place = `${within.file}:${within.line}`;
  const command = contentOf(node, 'AlterTableCmd') ?? {};
  const column = table.columns.get(stringIn(command, 'name'));
  const [stated] = nodesOf([command['def']]);
  switch (command['subtype']) {
    case 'AT_AddConstraint': {
      const constraint = contentOf(stated, 'Constraint');
      if (constraint !== null) constrain(within, table, constraint, []);
      break;
    }
    case 'AT_AddColumn': {
      const added = contentOf(stated, 'ColumnDef');
      if (added !== null) addColumn(within, table, added);
      break;
    }
    case 'AT_ColumnDefault':
      if (column !== undefined) column.standard = stated ?? null;
      break;
    case 'AT_AddIdentity':
      if (column !== undefined) column.isCounted = true;
      break;
    case 'AT_SetNotNull':
      if (column !== undefined) column.isRequired = true;
      break;
    case 'AT_AttachPartition': {
      const partition = tableIn(contentOf(stated, 'PartitionCmd')?.['name']);
      schema.tables.delete(partition);
      schema.leftOut.push({ place, what: `the partition ${partition}: its rows are those of its table` });
      break;
    }
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
      schema.leftOut.push({ place, what: `row security of ${table.name}: point 6 says who may do what` });
      break;
    case 'AT_DropColumn':
    case 'AT_AlterColumnType':
    case 'AT_DropConstraint':
    case 'AT_DropNotNull':
      schema.leftOut.push({
        place,
        what: `a later change of ${table.name}: import the schema as it is now (pg_dump --schema-only)`,
      });
      break;
    default:
  }
}

function addIndex(schema: SqlSchema, table: SqlTable, statement: SqlNode, place: string): void {
  const elements = nodesOf(statement['indexParams']).map((each) => contentOf(each, 'IndexElem') ?? {});
  const names = elements.map((each) => (typeof each['name'] === 'string' ? each['name'] : null));
  const isPartial = statement['whereClause'] !== undefined;
  const lower = contentOf(elements[0]?.['expr'], 'FuncCall');
  const folded =
    elements.length === 1 && lower !== null && nameIn(lower['funcname']) === 'lower'
      ? columnIn(nodesOf(lower['args'])[0])
      : null;
  if (statement['unique'] === true) {
    const column = table.columns.get(folded ?? '');
    if (isPartial) schema.leftOut.push({ place, what: `a unique index of some rows of ${table.name}` });
    else if (column !== undefined) column.isUniqueIgnoringCase = true;
    else if (names.every((name) => name !== null)) addUnique(table, names);
    else schema.leftOut.push({ place, what: `a unique index of ${table.name} by an expression` });
  } else if (!isPartial && names.length === 1) {
    const column = table.columns.get(names[0] ?? '');
    if (column !== undefined) column.isIndexed = true;
  }
}

function createDomain(schema: SqlSchema, statement: SqlNode): void {
  const constraints = nodesOf(statement['constraints']).map((each) => contentOf(each, 'Constraint') ?? {});
  schema.domains.set(nameIn(statement['domainname']), {
    type: readType(statement['typeName']),
    checks: constraints.flatMap((each) => nodesOf([each['raw_expr']])),
    isRequired: constraints.some((each) => each['contype'] === 'CONSTR_NOTNULL'),
  });
}

function comment(schema: SqlSchema, statement: SqlNode): void {
  const names = textsOf(contentOf(statement['object'], 'List')?.['items']);
  const words = typeof statement['comment'] === 'string' ? statement['comment'] : null;
  if (statement['objtype'] === 'OBJECT_TABLE') {
    const table = schema.tables.get(names.at(-1) ?? textOf(statement['object']) ?? '');
    if (table !== undefined) table.comment = words;
  } else if (statement['objtype'] === 'OBJECT_COLUMN') {
    const column = schema.tables.get(names.at(-2) ?? '')?.columns.get(names.at(-1) ?? '');
    if (column !== undefined) column.comment = words;
  }
}
