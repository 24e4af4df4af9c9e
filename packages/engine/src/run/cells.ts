import { type Action, type Field, message } from '@nonet/language';
import type { SqlContext } from '../sql/context.ts';
import { type Authority, fieldPredicate, type RecordVariable, recordPredicate } from '../sql/permissions.ts';
import { fieldError, refuse } from './refuse.ts';
import { THIS, type Write } from './write.ts';

/** The cells of point 6 that decide about a write: the entity's own of that verb, and the `update` rows of these fields. */
export interface JudgedCells {
  readonly action: 'create' | 'update' | 'import';
  readonly entityCell: boolean;
  readonly fields: readonly Field[];
}

/** The cells for a write that sets these fields. A field's own `update` row replaces the entity's for that field (6). */
export function cellsFor(
  write: Pick<Write, 'index'>,
  entity: string,
  action: JudgedCells['action'],
  named: readonly string[],
): JudgedCells {
  const fields = ownUpdateRows(write, entity).filter(({ name }) => named.includes(name));
  const own = new Set(fields.map(({ name }) => name));
  return { action, entityCell: action !== 'update' || named.some((name) => !own.has(name)), fields };
}

/** Conditions that hold where these cells allow the write, on the record as it is or would be. */
export function compileCells(
  context: SqlContext,
  authority: Authority,
  { action, entityCell, fields }: JudgedCells,
  record: RecordVariable,
): string[] {
  return [
    ...(entityCell ? [recordPredicate(context, authority, action, record)] : []),
    ...fields.map(({ name }) => fieldPredicate(context, authority, name, 'update', record)),
  ];
}

/** The fields of an entity that have an `update` row of their own. */
export function ownUpdateRows(write: Pick<Write, 'index'>, entity: string): readonly Field[] {
  const rows = write.index.permissions(entity)?.fields ?? {};
  return write.index.entity(entity).fields.filter((field) => rows[field.name]?.update !== undefined);
}

/** The record that a statement is about, for what decides by it. */
export function thisRecord(entity: string, row: { readonly lacking?: boolean } = {}): RecordVariable {
  return { kind: 'row', entity, alias: THIS, ...row };
}

/** The refusal of a cell, or of the gap that would decide in its place. */
export function refuseCell(write: Write, entity: string, action: Action, gap: unknown) {
  return typeof gap === 'string'
    ? refuse(write.index, 'NOT_SPECIFIED', { clause: gap })
    : refuse(write.index, 'FORBIDDEN', { clause: `6.${entity}.${action}` });
}

/** Refuses by the cells of a field's own row, or by the entity's, whose clause is named. */
export function refuseField(write: Write, entity: string, field: Field, gap: unknown) {
  if (typeof gap === 'string') return refuse(write.index, 'NOT_SPECIFIED', { clause: gap });
  const own = write.index.permissions(entity)?.fields[field.name]?.update;
  const row = own === undefined ? `6.${entity}.update` : `6.${entity}.${field.name}.update`;
  const clause = row in write.index.plan.clauses ? row : (own?.[0]?.clause ?? field.clause);
  const words = message('mayNotSet', { label: field.label });
  return refuse(write.index, 'FORBIDDEN', {
    clause,
    words,
    errors: [{ ...fieldError(write.index, 'FORBIDDEN', field, field.name, words), clause }],
  });
}
