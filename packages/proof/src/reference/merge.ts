import type { Entity, Field } from '@nonet/language';
import { holds } from './evaluate.ts';
import { refuseAction } from './judge.ts';
import { storedFields } from './lookup.ts';
import { mayDo, mayReadField } from './permissions.ts';
import { type ExpectedError, refuse } from './refusal.ts';
import type { Stored } from './stored.ts';
import { change, storedAt, touch, type Transaction } from './transaction.ts';
import { requireReadable, requireSignedInFor, settabilityOf, update } from './write.ts';

/**
 * Merges two records (6, `merge`): what refers to `from` refers to `id`, which takes its values in the fields of `take`, and
 * `from` is gone.
 */
export function merge(transaction: Transaction, name: string, id: string, from: string, take: readonly string[]): void {
  const { lookup, world } = transaction;
  const entity = lookup.entity(name);
  if (entity.owner !== null || name === 'User') throw refuse(lookup, 'NOT_FOUND');
  requireSignedInFor(transaction, name, 'merge');
  const stays = requireReadable(transaction, id);
  if (!mayDo(transaction.actor, 'merge', stays)) throw refuseAction(transaction, 'merge', stays);
  if (from === id) throw refuse(lookup, 'INVALID', { errors: [{ code: 'INVALID', clause: entity.clause }] });
  const goes = requireReadable(transaction, from);
  if (!mayDo(transaction.actor, 'merge', goes)) throw refuseAction(transaction, 'merge', goes);
  const errors = take.flatMap((key): ExpectedError[] => {
    const field = lookup.field(name, key);
    if (field === null || settabilityOf(transaction, name, key, false) !== 'settable') return [{ code: 'INVALID' }];
    return mayReadField(transaction.actor, goes, key) ? [] : [{ code: 'FORBIDDEN', clause: field.clause }];
  });
  if (errors.length > 0) throw refuse(lookup, 'INVALID', { errors });
  const hold = entity.keptWhile ?? null;
  if (hold !== null && (hold.condition === null || holds(world, hold.condition, { this: goes, user: null })))
    throw refuse(lookup, hold.condition === null ? 'NOT_SPECIFIED' : 'IN_USE', { clause: hold.clause });

  const clause = `6.${name}.merge`;
  const former = storedAt(transaction, from);
  touch(transaction, from, name, 'delete', 'merge', clause).deleted = true;
  touch(transaction, id, name, 'update', 'merge', clause);
  moveChildren(transaction, name, id, from, clause);
  for (const other of lookup.plan.entities)
    for (const field of storedFields(other)) moveReferences(transaction, other, field, { name, id, former, clause });
  world.remove(from);
  world.noteMerged(from, id);
  if (take.length > 0)
    update(transaction, name, id, Object.fromEntries(take.map((key) => [key, former.values[key] ?? null])));
  change(transaction, id, {});
}

function moveChildren(transaction: Transaction, name: string, id: string, from: string, clause: string): void {
  const { world, lookup } = transaction;
  for (const { entity } of lookup.lists(name)) {
    let position = Math.max(-1, ...world.children(id, entity).map((child) => child.position)) + 1;
    for (const child of world.children(from, entity)) {
      touch(transaction, child.id, entity, 'update', 'update', clause);
      change(transaction, child.id, {});
      world.put({ ...storedAt(transaction, child.id), parent: id, position });
      position += 1;
    }
  }
}

interface Moved {
  readonly name: string;
  readonly id: string;
  /** The record that goes, as it was. */
  readonly former: Stored;
  readonly clause: string;
}

function moveReferences(transaction: Transaction, entity: Entity, field: Field, moved: Moved): void {
  const { name, former, clause } = moved;
  if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== name) return;
  for (const other of transaction.world.rows(entity.name)) {
    const held = other.values[field.name];
    const refers = Array.isArray(held) ? held.includes(former.id) : held === former.id;
    if (!refers || other.id === former.id) continue;
    if (!other.deleted) touch(transaction, other.id, entity.name, 'update', 'update', clause);
    change(transaction, other.id, { [field.name]: movedValue(held, other.id, field.name, moved) });
  }
}

function movedValue(held: unknown, holder: string, field: string, { id, former }: Moved): unknown {
  const isOwn = holder === id;
  if (Array.isArray(held)) {
    const others = held.filter((each) => each !== former.id);
    return isOwn || others.includes(id) ? others : held.map((each: unknown) => (each === former.id ? id : each));
  }
  if (!isOwn) return id;
  const further = former.values[field] ?? null;
  return further === id ? null : further;
}
