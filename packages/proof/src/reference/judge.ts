import { type Field, neededByCell } from '@nonet/language';
import { type Transaction, storedAt, viewAt } from './transaction.ts';
import type { View } from './evaluate.ts';
import { concerns, deciding, decidingField, mayDo, mayUpdateField } from './permissions.ts';
import { Refused, refuse, refuseAll } from './refusal.ts';
import { isSettable } from './settable.ts';

/** Point 6 on the record as a write leaves it: its own cell, and the rows of the fields that were named. */
export function judgeResult(
  transaction: Transaction,
  name: string,
  id: string,
  action: 'create' | 'update' | 'import',
  keys: readonly string[],
  entityCell: boolean,
): void {
  const record = viewAt(transaction, id);
  const own = ownRows(transaction, name).filter((candidate) => keys.includes(candidate.name));
  const isAllowed = !entityCell || mayDo(transaction.actor, action, record);
  if (!isAllowed || own.some((field) => !mayUpdateField(transaction.actor, record, field.name)))
    requireNeeded(transaction, name, record, action, entityCell, own);
  if (!isAllowed) throw refuseAction(transaction, action, record);
  for (const field of own) {
    if (mayUpdateField(transaction.actor, record, field.name)) continue;
    const gap = decidingField(transaction.actor, record, field.name);
    throw gap === null
      ? new Refused(transaction.lookup, 'FORBIDDEN', { errors: [{ code: 'FORBIDDEN' }] })
      : refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
  }
}

/**
 * A cell that reads a missing required field can't be judged. The refusal then names the missing fields, if the actor
 * may enter them (6).
 */
function requireNeeded(
  transaction: Transaction,
  name: string,
  record: View,
  action: 'create' | 'update' | 'import',
  entityCell: boolean,
  own: readonly Field[],
): void {
  const entity = transaction.lookup.entity(name);
  if (entity.owner !== null) return;
  const table = transaction.lookup.permissions(name);
  const grants = [
    ...(entityCell ? (table?.actions?.[action] ?? []) : []),
    ...own.flatMap((field) => table?.fields[field.name]?.update ?? []),
  ].filter((grant) => concerns(transaction.actor, grant, record));
  const missing = entity.fields.filter(
    (field) =>
      (storedAt(transaction, record.id).values[field.name] ?? null) === null &&
      grants.some(({ cell }) => neededByCell(entity, cell).has(field.name)) &&
      isSettable(transaction, name, field, action !== 'update'),
  );
  if (missing.length > 0)
    throw refuseAll(
      transaction.lookup,
      missing.map(({ clause }) => ({ code: 'REQUIRED', clause })),
      name,
    );
}

export function refuseAction(
  transaction: Transaction,
  action: 'create' | 'update' | 'import' | 'delete' | 'restore' | 'erase' | 'merge',
  record: View,
): Refused {
  const gap = deciding(transaction.actor, action, record);
  return gap === null
    ? refuse(transaction.lookup, 'FORBIDDEN', { clause: `6.${storedAt(transaction, record.id).entity}.${action}` })
    : refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
}

/** The fields with an `update` row of their own. */
export function ownRows(transaction: Transaction, entity: string): readonly Field[] {
  const rows = transaction.lookup.permissions(entity)?.fields ?? {};
  return transaction.lookup.entity(entity).fields.filter((field) => rows[field.name]?.update !== undefined);
}
