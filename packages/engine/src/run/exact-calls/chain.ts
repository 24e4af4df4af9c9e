import { type Expression, type Finder, itemAt, type Target } from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { living } from '../../sql/admits.ts';
import { type Authority, type SqlContext, withVariables, readableRows } from '../../sql/context.ts';
import { compileFilter } from '../../sql/expression.ts';
import { column, columnType } from '../../sql/identifiers.ts';
import { listed } from '../../sql/lists.ts';
import { and, FALSE } from '../../sql/logic.ts';
import type { Slots } from '../../sql/parameters.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { typeOfField } from '../../sql/wire.ts';
import { refuseInvalid } from '../refuse.ts';
import { given, readGiven } from './request.ts';
import type { Row } from './shape-json.ts';

/**
 * The records that lead to a target, the first one first. Each is joined to the one before it, and is null if it does
 * not exist.
 */
export interface Chain {
  readonly joins: string;
  readonly rows: readonly Row[];
  readonly last: Row;
}

/** Finds a target in one statement, parents first, as far as its reader may read (6); null: the product itself. */
export function compileChain(context: SqlContext, authority: Authority | null, target: Target): Chain {
  const levels = levelsOf(target);
  const rows: Row[] = [];
  const joins = levels.map(({ entity, by, list }, place) => {
    const inner: Row = { kind: 'row', entity, alias: context.parameters.alias(), readable: true };
    const before = rows.at(-1);
    const found = by === null ? isUser(context, inner) : isFound(context, inner, by, place);
    const belongs = before && list !== null ? listed(before, list, inner, context) : 'true';
    const may = authority === null ? 'true' : recordPredicate(context, authority, 'read', inner);
    const alias = context.parameters.alias('r');
    rows.push({ ...inner, alias });
    return `left join lateral (select ${inner.alias}.* from ${readableRows(entity, false, context)} ${inner.alias} where ${and(found, belongs, living(inner, context), may)}) ${alias} on true`;
  });
  return { joins: joins.join(' '), rows, last: itemAt(rows, -1) };
}

/** The values that the records are found by, each as its field's type: what it can't be is not found. */
export function chainSlots(index: PlanIndex, request: ExactCallRequest, target: Target): Slots {
  const slots: Record<string, unknown> = {};
  for (const [place, { entity, by }] of levelsOf(target).entries()) {
    if (by === null) continue;
    const read = readGiven(index, given(request, by.value), by.value.name, index.field(entity, by.field).type);
    // A value that is not a number names no record.
    if (!read.ok && index.field(entity, by.field).type.kind === 'serial')
      throw refuseInvalid(index, [{ field: by.value.name, code: 'INVALID', message: read.problem, clause: null }]);
    slots[`found_${place}`] = read.ok ? read.value : null;
  }
  return slots;
}

interface Level {
  readonly entity: string;
  readonly list: string | null;
  /** Null: the caller. */
  readonly by: Finder | null;
}

export function levelsOf({ start, steps }: Target): readonly Level[] {
  const first = start === 'user' ? { entity: 'User', list: null, by: null } : { ...start, list: null };
  return [first, ...steps];
}

function isUser(context: SqlContext, row: Row): string {
  const user = context.variables.get('user');
  return user?.kind === 'id' ? `${column(row.alias, 'id')} = ${user.sql}` : FALSE;
}

function isFound(context: SqlContext, row: Row, { field }: Finder, place: number): string {
  const { index, parameters } = context;
  const { type } = index.field(row.entity, field);
  const slot = parameters.slot(`found_${place}`, columnType(type, index.plan.settings));
  if (field === 'id') return `${column(row.alias, 'id')} = ${slot}`;
  const stated = index.field(row.entity, field);
  const valueType = { ...typeOfField(stated), nullable: false };
  const record = { kind: 'record', entity: row.entity, nullable: false } as const;
  const left: Expression = {
    kind: 'field',
    of: { kind: 'variable', name: 'this', type: record },
    field,
    type: valueType,
  };
  const right: Expression = { kind: 'variable', name: 'found', type: valueType };
  const equal: Expression = { kind: 'binary', operator: '==', left, right, type: { kind: 'boolean', nullable: false } };
  const variables = { this: row, found: { kind: 'value', sql: slot } } as const;
  return compileFilter(equal, withVariables(context, variables));
}
