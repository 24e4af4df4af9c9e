import { type Act, change, storedAt, touch, viewAt } from './act.ts';
import { requireUnique } from './checks.ts';
import { insert } from './insert.ts';
import { judgeResult, refuseAction } from './judge.ts';
import { mayDo } from './permissions.ts';
import { refuse } from './refusal.ts';
import { takeAway } from './take-away.ts';
import { assigned } from './world.ts';
import type { Body } from './body.ts';

export function isSameValue(former: unknown, value: unknown): boolean {
  return former === value || JSON.stringify(former) === JSON.stringify(value);
}

/** The values of a body as they are kept: without lists of children. */
export function ownValues(act: Act, name: string, body: Body): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const field = act.lookup.field(name, key);
      if (key === 'id' || field === null || field.type.kind === 'children') return [];
      return [[key, assigned(value, act.lookup, field.type)]];
    }),
  );
}

/** The lists of owned children that a body names. */
export function listsIn(act: Act, name: string, body: Body): readonly string[] {
  return act.lookup
    .lists(name)
    .map(({ field }) => field.name)
    .filter((list) => body[list] !== undefined && body[list] !== null);
}

/**
 * A list replaces: a known id updates, none creates, an absent one deletes. Answers whether anything changed. `judging`
 * takes the judgements of point 6, which may have to wait until the owner is in its first state.
 */
export function saveChildren(
  act: Act,
  name: string,
  id: string,
  body: Body,
  clause: string,
  judging: (judge: () => void) => void = (judge) => judge(),
): boolean {
  let changed = false;
  for (const { field, entity } of act.lookup.lists(name)) {
    const given = body[field.name] as readonly Body[] | undefined;
    if (given === undefined || given === null) continue;
    const kept = new Set(given.map((child) => child.id));
    for (const child of act.world.children(id, entity)) {
      if (kept.has(child.id)) continue;
      changed = true;
      if (isJudged(act, entity)) requireDeletable(act, child.id);
      takeAway(act, entity, child.id, clause);
    }
    for (const [position, child] of given.entries()) {
      const values = ownValues(act, entity, child);
      // A child may get the value that one behind it still has, and gives up.
      const apart = writtenAgain(act, entity, given.slice(position + 1));
      if (typeof child.id !== 'string') {
        const created = insert(act, entity, values, { id, position }, apart);
        touch(act, created, entity, 'create', 'create', clause);
        saveChildren(act, entity, created, child, clause, judging);
        if (isJudged(act, entity))
          judging(() =>
            judgeResult(act, entity, created, 'create', [...Object.keys(values), ...listsIn(act, entity, child)], true),
          );
        changed = true;
        continue;
      }
      const stored = storedAt(act, child.id);
      const differs = Object.entries(values).some(([key, value]) => !isSameValue(stored.values[key] ?? null, value));
      const moved = stored.position !== position;
      if (moved) act.world.put({ ...stored, position });
      if (differs) change(act, child.id, values);
      requireUnique(act, child.id, entity, apart);
      const known = child.id;
      const inner = saveChildren(act, entity, known, child, clause, judging);
      changed ||= moved;
      // Another place in the list is the list's change.
      if (!differs && !inner) continue;
      if (!differs) change(act, known, {});
      if (isJudged(act, entity))
        judging(() =>
          judgeResult(act, entity, known, 'update', [...Object.keys(values), ...listsIn(act, entity, child)], true),
        );
      touch(act, child.id, entity, 'update', 'update', clause);
      changed = true;
    }
  }
  return changed;
}

/** The children that a list writes again in what must be unique. */
function writtenAgain(act: Act, entity: string, children: readonly Body[]): ReadonlySet<string> {
  const { fields, unique } = act.lookup.entity(entity);
  const names = new Set([...fields.filter((field) => field.unique !== null).map(({ name }) => name), ...unique.flat()]);
  return new Set(
    children.flatMap((child) =>
      typeof child.id === 'string' && Object.keys(child).some((key) => names.has(key)) ? [child.id] : [],
    ),
  );
}

/** Rows of its own narrow what is written with an owner (6). */
function isJudged(act: Act, entity: string): boolean {
  return !act.system && act.lookup.permissions(entity)?.actions !== null && act.lookup.permissions(entity) !== null;
}

function requireDeletable(act: Act, id: string): void {
  const child = viewAt(act, id);
  if (!mayDo(act.actor, 'read', child)) throw refuse(act.lookup, 'NOT_FOUND');
  if (!mayDo(act.actor, 'delete', child)) throw refuseAction(act, 'delete', child);
}
