import { type Transaction, change, storedAt, touch, viewAt } from './transaction.ts';
import { requireUnique } from './checks.ts';
import { insert } from './insert.ts';
import { judgeResult, refuseAction } from './judge.ts';
import type { View } from './evaluate.ts';
import { mayDo, mayReadField } from './permissions.ts';
import { refuse } from './refusal.ts';
import { takeAway } from './take-away.ts';
import { assigned } from './assigned.ts';
import type { Body } from './body.ts';

export function isSameValue(former: unknown, value: unknown): boolean {
  return former === value || JSON.stringify(former) === JSON.stringify(value);
}

/**
 * Whether the actor may not read a field of the record before the write. A value for it counts as a change even if it
 * is the stored one: otherwise `updated_at` would tell what is stored (6).
 */
export function isUnread({ system, actor }: Transaction, record: View, field: string): boolean {
  return !system && !mayReadField(actor, record, field);
}

/** The values of a body as they are kept: without lists of children. */
export function ownValues(transaction: Transaction, name: string, body: Body): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const field = transaction.lookup.field(name, key);
      if (key === 'id' || field === null || field.type.kind === 'children') return [];
      return [[key, assigned(value, transaction.lookup, field.type)]];
    }),
  );
}

/** The lists of owned children that a body names. */
export function listsIn(transaction: Transaction, name: string, body: Body): readonly string[] {
  return transaction.lookup
    .lists(name)
    .map(({ field }) => field.name)
    .filter((list) => body[list] !== undefined);
}

/**
 * Replaces the children of a list: an item with a known id updates that child, an item without an id creates one, and
 * a child that is absent is deleted. Answers whether anything changed. `judging` takes the checks of point 6, which
 * may have to wait until the owner is in its first state.
 */
export function saveChildren(
  transaction: Transaction,
  name: string,
  id: string,
  body: Body,
  clause: string,
  judging: (judge: () => void) => void = (judge) => judge(),
): boolean {
  let changed = false;
  for (const { field, entity } of transaction.lookup.lists(name)) {
    // `null` is the empty list.
    const given = body[field.name] === null ? [] : (body[field.name] as readonly Body[] | undefined);
    if (given === undefined) continue;
    const kept = new Set(given.map((child) => child.id));
    for (const child of transaction.world.children(id, entity)) {
      if (kept.has(child.id)) continue;
      changed = true;
      if (isJudged(transaction, entity)) requireDeletable(transaction, child.id);
      takeAway(transaction, entity, child.id, clause);
    }
    for (const [position, child] of given.entries()) {
      const values = ownValues(transaction, entity, child);
      // A child may get the value that one behind it still has, and gives up.
      const except = writtenAgain(transaction, entity, given.slice(position + 1));
      if (typeof child.id !== 'string') {
        const created = insert(transaction, entity, values, { id, position }, except);
        touch(transaction, created, entity, 'create', 'create', clause);
        saveChildren(transaction, entity, created, child, clause, judging);
        if (isJudged(transaction, entity))
          judging(() =>
            judgeResult(
              transaction,
              entity,
              created,
              'create',
              [...Object.keys(values), ...listsIn(transaction, entity, child)],
              true,
            ),
          );
        changed = true;
        continue;
      }
      const stored = storedAt(transaction, child.id);
      const before = viewAt(transaction, child.id);
      const differs = Object.entries(values).some(
        ([key, value]) => !isSameValue(stored.values[key] ?? null, value) || isUnread(transaction, before, key),
      );
      const moved = stored.position !== position;
      if (moved) transaction.world.put({ ...stored, position });
      if (differs) change(transaction, child.id, values);
      requireUnique(transaction, child.id, entity, except);
      const known = child.id;
      const inner = saveChildren(transaction, entity, known, child, clause, judging);
      changed ||= moved;
      // Another place in the list is the list's change.
      if (!differs && !inner) continue;
      if (!differs) change(transaction, known, {});
      if (isJudged(transaction, entity))
        judging(() =>
          judgeResult(
            transaction,
            entity,
            known,
            'update',
            [...Object.keys(values), ...listsIn(transaction, entity, child)],
            true,
          ),
        );
      touch(transaction, child.id, entity, 'update', 'update', clause);
      changed = true;
    }
  }
  return changed;
}

/** The children that a list writes again in what must be unique. */
function writtenAgain(transaction: Transaction, entity: string, children: readonly Body[]): ReadonlySet<string> {
  const { fields, unique } = transaction.lookup.entity(entity);
  const names = new Set([...fields.filter((field) => field.unique !== null).map(({ name }) => name), ...unique.flat()]);
  return new Set(
    children.flatMap((child) =>
      typeof child.id === 'string' && Object.keys(child).some((key) => names.has(key)) ? [child.id] : [],
    ),
  );
}

/** Rows of an owned child's own restrict what may be written with its owner (6). */
function isJudged(transaction: Transaction, entity: string): boolean {
  return (
    !transaction.system &&
    transaction.lookup.permissions(entity)?.actions !== null &&
    transaction.lookup.permissions(entity) !== null
  );
}

function requireDeletable(transaction: Transaction, id: string): void {
  const child = viewAt(transaction, id);
  if (!mayDo(transaction.actor, 'read', child)) throw refuse(transaction.lookup, 'NOT_FOUND');
  if (!mayDo(transaction.actor, 'delete', child)) throw refuseAction(transaction, 'delete', child);
}
