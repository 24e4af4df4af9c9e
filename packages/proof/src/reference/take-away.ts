import { type Transaction, change, storedAt, touch } from './transaction.ts';
import { storedFields } from './lookup.ts';
import { refuse } from './refusal.ts';
import type { TakenAlong } from './stored.ts';

/**
 * Deletes a record with everything that it cascades to; refuses if something restricts it (3). Records that a soft
 * delete cascades to (`hiddenWith`) are hidden as well, regardless of their own `delete`. `forGood`: nothing is hidden.
 */
export function takeAway(
  transaction: Transaction,
  name: string,
  id: string,
  clause: string,
  hiddenWith: string | null = null,
  forGood = false,
): void {
  const touched = touch(transaction, id, name, 'delete', 'delete', clause);
  if (touched.deleted) return;
  touched.deleted = true;
  const isHidden = !forGood && transaction.lookup.entity(name).delete === 'soft';
  const root = hiddenWith ?? (isHidden ? id : null);
  for (const { entity } of root !== null ? [] : transaction.lookup.lists(name))
    for (const child of transaction.world.children(id, entity))
      takeAway(transaction, entity, child.id, clause, null, forGood);
  for (const entity of transaction.lookup.plan.entities) {
    for (const field of storedFields(entity)) {
      if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== name) continue;
      for (const other of transaction.world.rows(entity.name)) {
        const held = other.values[field.name];
        const refers = Array.isArray(held) ? held.includes(id) : held === id;
        if (other.deleted || !refers || transaction.touched.get(other.id)?.deleted) continue;
        if (field.onDelete === 'restrict') throw refuse(transaction.lookup, 'IN_USE', { clause: field.clause });
        if (field.onDelete === 'cascade') takeAway(transaction, entity.name, other.id, clause, root, forGood);
        else {
          touch(transaction, other.id, entity.name, 'update', 'update', clause);
          change(transaction, other.id, {
            [field.name]: Array.isArray(held) ? held.filter((each) => each !== id) : null,
          });
          if (root !== null) takeAlong(transaction, root, { id: other.id, cleared: { field: field.name, target: id } });
        }
      }
    }
  }
  if (root === null) {
    removeForGood(transaction, name, id);
    return;
  }
  if (root !== id) takeAlong(transaction, root, { id, cleared: null });
  const withOther = root === id ? {} : { hiddenWith: root };
  transaction.world.put({
    ...storedAt(transaction, id),
    ...withOther,
    deleted: true,
    updatedAt: transaction.world.now,
    updatedBy: transaction.actor,
  });
}

/**
 * A softly deleted record keeps no reference to a permanently deleted one: it is deleted, loses the reference, or
 * prevents the deletion (3).
 */
function removeForGood(transaction: Transaction, name: string, id: string): void {
  for (const entity of transaction.lookup.plan.entities) {
    for (const field of storedFields(entity)) {
      if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== name) continue;
      for (const other of transaction.world.rows(entity.name).filter(({ deleted }) => deleted)) {
        const held = other.values[field.name];
        const put = (value: unknown) =>
          transaction.world.put({ ...other, values: { ...other.values, [field.name]: value } });
        if (Array.isArray(held)) put(held.filter((each) => each !== id));
        else if (held !== id) continue;
        else if (field.onDelete === 'restrict') throw refuse(transaction.lookup, 'IN_USE');
        else if (field.onDelete === 'clear') put(null);
        else removeForGood(transaction, entity.name, other.id);
      }
    }
  }
  for (const { entity } of transaction.lookup.lists(name))
    for (const child of transaction.world.children(id, entity)) transaction.world.remove(child.id);
  transaction.world.remove(id);
}

function takeAlong(transaction: Transaction, root: string, taken: TakenAlong): void {
  const record = storedAt(transaction, root);
  transaction.world.put({ ...record, tookAlong: [...(record.tookAlong ?? []), taken] });
}

/**
 * Restores a hidden record with the records that were hidden with it; references that have another value by now stay so
 * (3).
 */
export function bringBack(transaction: Transaction, name: string, id: string, clause: string): void {
  touch(transaction, id, name, 'update', 'restore', clause).causes.add('create');
  const { hiddenWith: _with, tookAlong = [], ...record } = storedAt(transaction, id);
  transaction.world.put({ ...record, deleted: false, updatedAt: transaction.world.now, updatedBy: transaction.actor });
  for (const { id: other, cleared } of tookAlong) {
    const stored = transaction.world.get(other);
    if (stored === null) continue;
    if (cleared === null) {
      if (stored.deleted) bringBack(transaction, stored.entity, other, clause);
      continue;
    }
    if (stored.deleted) continue;
    touch(transaction, other, stored.entity, 'update', 'update', clause);
    const now = stored.values[cleared.field];
    const again = Array.isArray(now) ? [...new Set([...now, cleared.target])] : (now ?? cleared.target);
    change(transaction, other, { [cleared.field]: again });
  }
}
