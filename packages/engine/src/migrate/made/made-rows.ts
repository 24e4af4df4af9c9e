import type { Expression, Field } from '@nonet/language';
import type { SqlContext } from '../../sql/context.ts';
import { compileCondition, compileExpression } from '../../sql/expression.ts';
import { assigned, compileConversion } from '../../sql/kept.ts';
import { quote, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import type { Parameters } from '../../sql/parameters.ts';
import type { NextColumn } from '../change.ts';
import { conversionColumns } from '../convert.ts';
import { valueOrOpen } from '../open-values.ts';
import type { PlannedChange } from '../planned-change.ts';
import type { PlannedConversion } from '../planned-conversions.ts';
import type { MadeEntity, MadeOrigin } from './made-entities.ts';

/** The column of a record that is made which says what it is made from: the record, and its table. */
export const MADE_FROM = { record: '_source', table: '_origin' } as const;

/** How values are computed from former records. */
export interface Making {
  readonly change: PlannedChange;
  readonly parameters: Parameters;
  /** The value that all records have in a column, as text of its type; null if there is none. */
  readonly sharedValue: (next: NextColumn) => string | null;
  /** The condition that a record (its id as SQL) is among those that are made. */
  readonly isMade: (made: MadeEntity, id: string) => string;
}

/**
 * The records that are made from an origin, one for each of its records, with their values and whether a value is
 * beyond its field (`conversionColumns`).
 * @param source The text after `from`, with the columns of the storage in use; its alias is `t`.
 */
export function madeRows(made: MadeEntity, origin: MadeOrigin, making: Making, source?: string): string {
  const { change, parameters } = making;
  const context = contextOf(change, origin.entity, parameters);
  const given = new Map<string, string>(
    [SYSTEM_COLUMNS.createdAt, SYSTEM_COLUMNS.createdBy, SYSTEM_COLUMNS.updatedAt, SYSTEM_COLUMNS.updatedBy].map(
      (name) => [name, `t.${quote(name)}`],
    ),
  );
  given.set(SYSTEM_COLUMNS.id, madeId(made, origin, context));
  given.set(SYSTEM_COLUMNS.version, '1::bigint');
  if (!made.isKeyed && made.entity.delete === 'soft')
    given.set(SYSTEM_COLUMNS.deletedAt, `t.${quote(SYSTEM_COLUMNS.deletedAt)}`);
  const beyond: string[] = [];
  for (const next of made.columns) {
    const { name, field, type, isNotNull } = next.column;
    const planned = origin.conversions.get(name);
    if (planned !== undefined && field !== null) {
      const worth = compileWorth(planned, field, making, context);
      const columns = conversionColumns(name);
      given.set(name, worth.value);
      beyond.push(`${worth.value} as ${quote(columns.value)}`, `${worth.beyond} as ${quote(columns.beyond)}`);
      continue;
    }
    const shared = making.sharedValue(next);
    if (shared !== null) given.set(name, `${parameters.bind(shared, 'text')}::${type}`);
    else if (isNotNull) given.set(name, `'{}'::${type}`);
  }
  const columns = made.description.columns.map(
    ({ name, type }) => `${given.get(name) ?? `null::${type}`} as ${quote(name)}`,
  );
  const conditions = [
    ...(origin.where === null ? [] : [compileCondition(origin.where, context)]),
    ...(origin.key === null ? [] : [`${keyOf(origin.key, context)} is not null`]),
  ];
  const from = [`t."id" as ${quote(MADE_FROM.record)}`, `'${origin.table}'::text as ${quote(MADE_FROM.table)}`];
  return `select ${[...columns, ...beyond, ...from].join(', ')} from ${source ?? `${table(origin.entity)} t`}${
    conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  }`;
}

/** The records that are made, of all origins: one for each value of a key, or `each` record that one is made from. */
export function allMadeRows(made: MadeEntity, making: Making, each: boolean): string {
  const rows = made.origins.map((origin) => madeRows(made, origin, making)).join(' union all ');
  if (each || !made.isKeyed) return rows;
  return `select distinct on (m."id") m.* from (${rows}) m order by m."id", m."created_at", m.${quote(MADE_FROM.record)}`;
}

/**
 * The value of a conversion, and whether it is beyond its field. A reference to a made entity is computed from the
 * former record, or from the key; it is beyond its field if no record is made from that.
 */
export function compileWorth(
  { conversion, expression, entity }: PlannedConversion,
  field: Field,
  making: Making,
  context: SqlContext,
): { readonly value: string; readonly beyond: string } {
  const { change, parameters } = making;
  if (expression === null) return { value: 'null', beyond: 'false' };
  const worth = () => {
    const made = 'entity' in field.type ? change.made.get(field.type.entity) : undefined;
    if (made === undefined) return compileConversion(expression, field, change.after, context);
    if (field.type.kind === 'many') {
      const value = assigned(compileExpression(expression, context), 'uuid[]');
      return { value, beyond: `exists (select from unnest(${value}) u(id) where not ${making.isMade(made, 'u.id')})` };
    }
    const value = made.isKeyed
      ? keyId(made, keyOf(expression, context))
      : `(${compileExpression(expression, context)})::uuid`;
    const own = made.origins.find((origin) => origin.entity === entity && isOwn(origin, made, expression));
    const isThere = own === undefined ? making.isMade(made, value) : ownCondition(own, context);
    return { value, beyond: `(${value} is not null and (${isThere}) is not true)` };
  };
  const { value, beyond } = worth();
  if (conversion.elseOpen !== true) return { value, beyond };
  const open = beyond === 'false' ? value : `(case when ${beyond} then null else ${value} end)`;
  return { value: valueOrOpen(open, field, parameters), beyond: 'false' };
}

/** Whether a reference leads to the record that is made from the record itself. */
function isOwn({ key }: MadeOrigin, made: MadeEntity, expression: Expression): boolean {
  if (!made.isKeyed) return expression.kind === 'variable' && expression.name === 'this';
  return key !== null && withoutTypes(key) === withoutTypes(expression);
}

/** An expression as text, without what its place makes of it (whether it may be empty). */
function withoutTypes(expression: Expression): string {
  return JSON.stringify(expression, (name, value: unknown) =>
    name === 'type' || name === 'range' ? undefined : value,
  );
}

function ownCondition({ where }: MadeOrigin, context: SqlContext): string {
  return where === null ? 'true' : compileCondition(where, context);
}

function madeId(made: MadeEntity, { key }: MadeOrigin, context: SqlContext): string {
  return key === null ? 't."id"' : keyId(made, keyOf(key, context));
}

/** The value of a key as a field would keep it, as text. */
function keyOf(key: Expression, context: SqlContext): string {
  const value = compileExpression(key, context);
  return key.type.kind === 'text' ? assigned(value, 'text') : `(${value})::text`;
}

/** An id that depends only on the entity and the key, so that every process computes the same one. */
function keyId({ entity }: MadeEntity, key: string): string {
  const hash = `md5('${entity.name} ' || ${key})`;
  return `overlay(overlay(${hash} placing '8' from 13) placing '8' from 17)::uuid`;
}

/** The context of expressions over `this`, a former record as `t`. */
export function contextOf({ before }: PlannedChange, entity: string, parameters: Parameters): SqlContext {
  return {
    index: before,
    parameters,
    authority: null,
    variables: new Map([['this', { kind: 'row', entity, alias: 't' }]] as const),
  };
}

/** The condition that another record is made from a former one (`t`); null if none is made from its entity. */
export function sourceCondition({ made }: PlannedChange, entity: string, making: Making): string | null {
  const own = [...made.values()].flatMap(({ origins }) => origins.filter((origin) => origin.entity === entity));
  if (own.length === 0) return null;
  const context = contextOf(making.change, entity, making.parameters);
  return `(${own.map((origin) => `(${ownCondition(origin, context)}) is true`).join(' or ')})`;
}
