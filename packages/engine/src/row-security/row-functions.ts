import { createHash } from 'node:crypto';
import { definedType, describeTables } from '../migrate/describe.ts';
import { literal } from '../migrate/former/inline.ts';
import { type PlanIndex, ROW_ARGUMENTS, type RowArgument, type RowSecurity } from '../plan-index.ts';
import type { SqlContext } from '../sql/context.ts';
import { quote, table, tableName } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import { authorityOf, recordPredicate } from '../sql/permissions.ts';
import { TRUE } from '../sql/logic.ts';
import { replacePlaceholders } from '../store/placeholders.ts';
import { assignedRoles } from './held-roles.ts';

/** A function that gives the records of an entity which somebody may read (6), whoever asks. */
export interface RowFunction {
  readonly entity: string;
  readonly parameters: readonly RowArgument[];
  /** The condition on a row `r`, in which `$1` and so on are the parameters in their order. */
  readonly condition: string;
}

/** The SQL types of the parameters. */
const TYPES: Record<RowArgument, string> = { user: 'uuid', held: 'bigint', now: 'timestamptz' };

/** Stands for a parameter until all that a condition needs are known. */
const MARKS = new Map<unknown, RowArgument>(ROW_ARGUMENTS.map((name) => [`the parameter ${name}`, name]));
/** Somebody: who it is and which roles they hold is known only when a statement runs. */
const SOMEBODY = { userId: '00000000-0000-0000-0000-000000000000', roles: [] };

/** A function for each entity whose records not everybody may read: the condition of point 6 for any reader. */
export function rowFunctions(index: PlanIndex): RowFunction[] {
  return index.plan.entities.flatMap((entity): RowFunction[] => {
    const parameters = new Parameters();
    const context: SqlContext = { index, parameters, authority: null, variables: new Map() };
    const roles = assignedRoles(index);
    const authority = authorityOf(index, SOMEBODY, {
      isSignedIn: `${parameters.slot('user', 'uuid')} is not null`,
      holds({ name, given }) {
        if (given.kind === 'anyone') return TRUE;
        if (given.kind === 'signed in') return `${parameters.slot('user', 'uuid')} is not null`;
        if (given.kind !== 'assigned') return null;
        return `(${parameters.slot('held', 'bigint')} & ${1n << BigInt(roles.indexOf(name))}) <> 0`;
      },
    });
    const text = recordPredicate(context, authority, 'read', { kind: 'row', entity: entity.name, alias: 'r' });
    if (text === TRUE) return [];
    const values = parameters.values({ user: markOf('user'), held: markOf('held'), now: markOf('now') });
    const used = new Set<RowArgument>();
    replacePlaceholders(text, (place) => {
      const parameter = MARKS.get(values[place]);
      if (parameter !== undefined) used.add(parameter);
      return '';
    });
    const asked = ROW_ARGUMENTS.filter((name) => used.has(name));
    const condition = replacePlaceholders(text, (place) => {
      const parameter = MARKS.get(values[place]);
      return parameter === undefined ? literal(values[place]) : `$${asked.indexOf(parameter) + 1}`;
    });
    return [{ entity: entity.name, parameters: asked, condition }];
  });
}

/** The functions of a document, and the statements that make them. */
export interface RowSecurityTexts extends RowSecurity {
  /** Makes all of them, in a schema that is there already. */
  readonly statements: readonly string[];
}

/**
 * The functions as statements name them. Their schema has a name by what they say: a process finds those of its own document and
 * program, and none of another.
 * @param product The schema of a product that is in one of its own (decision 59); null: in `product` and `nonet`.
 */
export function rowSecurityTexts(index: PlanIndex, product: string | null): RowSecurityTexts {
  const functions = rowFunctions(index);
  const tables = new Map(describeTables(index).map((table) => [table.entity.name, table]));
  const statementsIn = (schema: string) =>
    functions.flatMap((each) => {
      const columns = tables.get(each.entity)?.columns ?? [];
      return statementsOf(each, schema, new Map(columns.map((column) => [column.name, definedType(column)])));
    });
  const hash = createHash('sha256').update(JSON.stringify([product, statementsIn(PREFIX)]));
  const schema = `${PREFIX}${hash.digest('hex').slice(0, 12)}`;
  const parameters = new Map(functions.map((each) => [each.entity, each.parameters]));
  return { schema, parameters, statements: statementsIn(schema) };
}

/** The beginning of the names of schemas with such functions. */
export const PREFIX = 'row_security_';

/**
 * The statements that make a function, and the type of what it gives: the rows of the entity's table, with the collations of their
 * columns. Its body is a text that PostgreSQL reads when it plans a statement, and puts in the place of the function: conditions of the
 * statement find their indexes, and the table is the one of the version that asks.
 */
function statementsOf(
  { entity, parameters, condition }: RowFunction,
  schema: string,
  columns: ReadonlyMap<string, string>,
): string[] {
  const name = `${quote(schema)}.${quote(tableName(entity))}`;
  const given = [...[...columns].map(([column, type]) => `${quote(column)} ${type}`), '"xmin" xid'];
  const selected = [...columns.keys(), 'xmin'].map((column) => `r.${quote(column)}`);
  const body = `select ${selected.join(', ')} from ${table(entity)} r where ${condition}`;
  return [
    `create type ${name} as (${given.join(', ')})`,
    `create function ${name}(${parameters.map((each) => TYPES[each]).join(', ')}) returns setof ${name}
      language sql stable as ${literal(body)}`,
  ];
}

function markOf(name: RowArgument): string {
  return `the parameter ${name}`;
}
