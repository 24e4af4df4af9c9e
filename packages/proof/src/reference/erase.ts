import { erasedAddress, type ErasedRecords, erasedRecords } from '@nonet/language';
import { holds } from './evaluate.ts';
import { kept } from './kept.ts';
import type { Lookup } from './lookup.ts';
import { mayDo } from './permissions.ts';
import { refuseAction } from './judge.ts';
import { refuse } from './refusal.ts';
import type { Stored } from './stored.ts';
import { takeAway } from './take-away.ts';
import { change, touch, type Transaction } from './transaction.ts';
import type { World } from './world.ts';
import { requireReadable, requireSignedInFor } from './write.ts';

/** Whether records of an entity are people whom the document erases (3). */
export function erases({ plan }: Lookup, entity: string): boolean {
  return entity === 'User' && erasedRecords(plan.entities).length > 0;
}

/** The hold by which a person can't be erased now: theirs, or that of a record about them (3, `kept while`); null: none. */
export function holdOn(world: World, person: string): { readonly clause: string; readonly isOpen: boolean } | null {
  for (const erased of erasedRecords(world.lookup.plan.entities)) {
    const { keptWhile } = erased.entity;
    if (keptWhile === null) continue;
    const { clause, condition } = keptWhile;
    const isHeld = (id: string) => condition === null || holds(world, condition, { this: world.view(id), user: null });
    if (recordsAbout(world, erased, person).some(({ id }) => isHeld(id))) return { clause, isOpen: condition === null };
  }
  return null;
}

/** Erases a person: ends their account, and empties or replaces what is stated, in their record and in those about them. */
export function erase(transaction: Transaction, name: string, id: string): void {
  const { lookup } = transaction;
  if (!erases(lookup, name)) throw refuse(lookup, 'NOT_FOUND');
  requireSignedInFor(transaction, name, 'erase');
  const record = requireReadable(transaction, id);
  if (!mayDo(transaction.actor, 'erase', record)) throw refuseAction(transaction, 'erase', record);
  const hold = holdOn(transaction.world, id);
  if (hold !== null) throw refuse(lookup, hold.isOpen ? 'NOT_SPECIFIED' : 'IN_USE', { clause: hold.clause });
  const clause = `6.${name}.erase`;
  for (const erased of erasedRecords(lookup.plan.entities))
    for (const about of recordsAbout(transaction.world, erased, id)) {
      const account = erased.by === null ? { email: erasedAddress(id), roles: [], disabled: true } : {};
      eraseFields(transaction, erased, about, account, clause);
    }
}

function eraseFields(
  transaction: Transaction,
  { entity, by, fields }: ErasedRecords,
  { id }: Stored,
  account: Readonly<Record<string, unknown>>,
  clause: string,
): void {
  const { world, lookup } = transaction;
  const replaced: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.type.kind === 'children') continue;
    const { to } = field.erased;
    const empty = field.type.kind === 'many' ? [] : null;
    replaced[field.name] = to === null ? empty : kept(transaction, to, entity.name, field, {});
  }
  touch(transaction, id, entity.name, 'update', 'erase', clause);
  change(transaction, id, { ...account, ...replaced });
  const lists = lookup.lists(entity.name).filter(({ field }) => field.erased !== undefined);
  for (const list of lists)
    for (const child of world.children(id, list.entity)) takeAway(transaction, list.entity, child.id, clause);
  const { email } = account;
  world.erase(id, {
    values: { ...(by === null ? { email } : {}), ...replaced },
    lists: lists.map((list) => list.entity),
  });
}

function recordsAbout(world: World, { entity, by }: ErasedRecords, person: string): readonly Stored[] {
  if (by === null) return [world.get(person)].filter((record) => record !== null);
  return world
    .rows(entity.name)
    .filter(({ values, createdBy }) => (by === 'created_by' ? createdBy : values[by]) === person);
}
