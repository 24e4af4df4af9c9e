import { type Field, isFromPeople } from '@nonet/language';
import type { Transaction } from './transaction.ts';
import { isParentName } from './lookup.ts';
import { couldOneDay } from './could.ts';

/** Whether the language lets anybody set the field (3, 4). The permissions of point 6 are checked in addition. */
export function isWritable(
  transaction: Pick<Transaction, 'lookup'>,
  entity: string,
  field: Field,
  creates: boolean,
): boolean {
  if (field.derived || field.computed !== null || field.bySystem || (field.once && !creates)) return false;
  if (!isFromPeople(field.type)) return false;
  if (isParentName(transaction.lookup.entity(entity), field.name)) return false;
  const closed = field.closed || (entity === 'User' && ['email', 'roles', 'disabled'].includes(field.name));
  return !closed || transaction.lookup.permissions(entity)?.fields[field.name]?.update !== undefined;
}

/**
 * Whether this actor may ever set the field of any record: the actor might hold a role about the user alone one day.
 */
export function isSettable(transaction: Transaction, entity: string, field: Field, creates: boolean): boolean {
  if (!isWritable(transaction, entity, field, creates)) return false;
  const own = transaction.lookup.permissions(entity)?.fields[field.name]?.update;
  return transaction.system || own === undefined || couldOneDay(transaction.world, transaction.actor, entity, own);
}
