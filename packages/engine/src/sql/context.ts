import type { Action, Expression, FieldRead, GivenCall, Role } from '@nonet/language';
import type { Actor } from '../engine.ts';
import type { PlanIndex, RowArgument } from '../plan-index.ts';
import type { TablesBefore } from './before.ts';
import { quote } from './identifiers.ts';
import type { Parameters } from './parameters.ts';

/** By field, the only value (of an enum, or a state) that a row can have because of a statement's other conditions. */
export type FixedValues = Readonly<Record<string, string>>;

/** A record (or named values) that an expression knows by a variable's name. */
export type SqlVariable =
  /**
   * A row in reach under an alias, with all columns of the entity's table. `readable`: under the actor's rights, the
   * statement admits this row only if the reader may read it, so that it need not be judged again. `before`: it and
   * all that it leads to are read as they were before the write (5: `old`). `fixed`: the statement admits only rows
   * with these values, so that conditions on them are decided beforehand. `lacking`: nobody has judged yet whether it
   * has the values that it needs, so that each of them may be null.
   */
  | {
      readonly kind: 'row';
      readonly entity: string;
      readonly alias: string;
      readonly readable?: boolean;
      readonly before?: boolean;
      readonly fixed?: FixedValues;
      readonly lacking?: boolean;
    }
  /** A record of which only the id is available (it may be null): its fields are subselects. `before`: as of a row. */
  | { readonly kind: 'id'; readonly entity: string; readonly sql: string; readonly before?: boolean }
  /** Named values: `input`, `response`, `path`; by property, the SQL of each. */
  | { readonly kind: 'values'; readonly properties: Readonly<Record<string, string>> }
  /** One value that is no record: `count` of an answer. */
  | { readonly kind: 'value'; readonly sql: string; readonly mayBeNull?: boolean }
  /** The values of a request, each a slot by its name and the type that it meets (7). */
  | { readonly kind: 'request'; readonly name: string }
  | { readonly kind: 'null' };

/** A record whose row is in reach. */
export type Row = Extract<SqlVariable, { kind: 'row' }>;

/** A record on which a permission is judged. */
export type RecordVariable = Extract<SqlVariable, { kind: 'row' | 'id' }>;

/** The context in which the text of an expression is made. */
export interface SqlContext {
  readonly index: PlanIndex;
  readonly parameters: Parameters;
  /** `this`, `user`, `old`, `path`, … as far as they are in reach. */
  readonly variables: ReadonlyMap<string, SqlVariable>;
  /**
   * An actor's rights (columns, tiles, `where`, messages), or null for the product's own (rules, guards, effects,
   * cells).
   */
  readonly authority: Authority | null;
  /** The tables with the records of `before`; needed if a variable is one. */
  readonly tablesBefore?: TablesBefore;
  /**
   * The SQL of a text around secrets that are read: each stands with its field and its record's id between two of these,
   * so that what sends them opens them (7). Without it, secrets are only compared with null.
   */
  readonly secretMark?: string;
  /** The SQL of the values of given functions, which were called before; needed where an expression has one. */
  readonly givenCall?: (call: GivenCall) => string;
  /** Whether queries over all records of an entity read the records that existed before the write. */
  readonly allBefore?: boolean;
}

/** The text behind `from` for the records of an entity. `before`: as they were before the write. */
export function relation(
  entity: string,
  before: boolean | undefined,
  { parameters, tablesBefore }: SqlContext,
): string {
  if (before !== true) return parameters.table(entity);
  if (tablesBefore === undefined) throw new Error(`Nothing is known here of ${entity} as it was before the write.`);
  return tablesBefore.relation(entity);
}

/**
 * The text behind `from` for the records of an entity that the context's reader may read, where the statement asks for no others.
 * With row security it is a function of the database, so that the statement finds none of the others even where it forgets to ask.
 */
export function readableRows(entity: string, before: boolean | undefined, context: SqlContext): string {
  const { authority, parameters } = context;
  const asked = context.index.rowSecurity?.parameters.get(entity);
  if (authority === null || before === true || asked === undefined) return relation(entity, before, context);
  const values = asked.map((parameter) => ROW_VALUES[parameter](parameters, authority.actor));
  return `${quote(context.index.rowSecurity?.schema ?? '')}.${parameters.table(entity)}(${values.join(', ')})`;
}

/** The identity of the reader, for each parameter of a function of row security. */
const ROW_VALUES: Record<RowArgument, (parameters: Parameters, actor: Actor) => string> = {
  user: (parameters, { userId }) => (userId === null ? 'null::uuid' : parameters.slot('user', 'uuid')),
  held: (parameters) => parameters.slot('held', 'bigint'),
  now: (parameters) => parameters.slot('now', 'timestamptz'),
};

/** Whether a record that is reached from another is read as it was before the write, because that one is. */
export function beforeOf(record: SqlVariable): { readonly before?: boolean } {
  return 'before' in record && record.before ? { before: true } : {};
}

/** One actor, as the permissions see them; made by `authorityOf`. All conditions are two-valued. */
export interface Authority {
  readonly actor: Actor;
  /** The roles that this actor holds on any record: anyone, signed in, and the assigned ones. */
  readonly held: ReadonlySet<string>;
  /**
   * Of an actor who is known only when the statement runs: the SQL of whether they have signed in, and of whether they hold a
   * role on every record; null where the record decides.
   */
  readonly asked?: {
    readonly isSignedIn: string;
    holds(role: Role): string | null;
  };
  mayDo(context: SqlContext, action: Action, record: RecordVariable): string;
  mayUseField(context: SqlContext, field: string, action: 'read' | 'update', record: RecordVariable): string;
  /** Whether records of an entity, and these fields, might be read by the actor's roles, whichever records there are. */
  mightRead(context: SqlContext, entity: string, fields: readonly FieldRead[]): string;
  /** Whether an owned child may be read, for a row whose owner may be read. */
  mayReadListed(context: SqlContext, owner: RecordVariable, listField: string, child: RecordVariable): string;
}

/** The parts of the compiler, for those of its files that need the whole. */
export interface Compile {
  value(expression: Expression, context: SqlContext): string;
  condition(expression: Expression, context: SqlContext): string;
  filter(expression: Expression, context: SqlContext): string;
  record(expression: Expression, context: SqlContext): SqlVariable;
}

/** The context with some variables more (or others in their place). */
export function withVariables(context: SqlContext, variables: Readonly<Record<string, SqlVariable>>): SqlContext {
  return { ...context, variables: new Map([...context.variables, ...Object.entries(variables)]) };
}

/** The same names, with the product's own authority: "expressions in points 3 to 6 see everything" (6). */
export function seeingEverything(context: SqlContext): SqlContext {
  return context.authority === null ? context : { ...context, authority: null };
}

/** The variable `user`: null if the actor is not signed in. */
export function userVariable(parameters: Parameters, userId: string | null): SqlVariable {
  return userId === null ? { kind: 'null' } : { kind: 'id', entity: 'User', sql: parameters.slot('user', 'uuid') };
}

/** The SQL of a record's id. */
export function idOf(variable: SqlVariable): string {
  switch (variable.kind) {
    case 'row':
      return `${variable.alias}."id"`;
    case 'id':
    case 'value':
      return variable.sql;
    case 'null':
      return 'null::uuid';
    case 'values':
    case 'request':
      throw new Error('Named values are no record: they have no id.');
  }
}

/**
 * The authority of a reader.
 * @throws where the product's own authority compiles: the caller must make sure.
 */
export function authorityOf({ authority }: SqlContext): Authority {
  if (authority === null) throw new Error('There is no reader here.');
  return authority;
}
