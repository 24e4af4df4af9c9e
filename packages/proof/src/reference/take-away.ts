import { type Act, change, storedAt, touch } from './act.ts';
import { storedFields } from './lookup.ts';
import { refuse } from './refusal.ts';
import type { TakenAlong } from './world.ts';

/**
 * Takes a record away, with what goes with it; refuses where something restricts (3). What goes with a softly deleted one
 * (`hiddenWith`) is hidden like it, whatever its own `delete` says.
 */
export function takeAway(act: Act, name: string, id: string, clause: string, hiddenWith: string | null = null): void {
  const touched = touch(act, id, name, 'delete', 'delete', clause);
  if (touched.deleted) return;
  touched.deleted = true;
  const root = hiddenWith ?? (act.lookup.entity(name).delete === 'soft' ? id : null);
  for (const { entity } of root !== null ? [] : act.lookup.lists(name))
    for (const child of act.world.children(id, entity)) takeAway(act, entity, child.id, clause);
  for (const entity of act.lookup.plan.entities) {
    for (const field of storedFields(entity)) {
      if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== name) continue;
      for (const other of act.world.rows(entity.name)) {
        const held = other.values[field.name];
        const refers = Array.isArray(held) ? held.includes(id) : held === id;
        if (other.deleted || !refers || act.touched.get(other.id)?.deleted) continue;
        if (field.onDelete === 'restrict') throw refuse(act.lookup, 'IN_USE', { clause: field.clause });
        if (field.onDelete === 'cascade') takeAway(act, entity.name, other.id, clause, root);
        else {
          touch(act, other.id, entity.name, 'update', 'update', clause);
          change(act, other.id, { [field.name]: Array.isArray(held) ? held.filter((each) => each !== id) : null });
          if (root !== null) takeAlong(act, root, { id: other.id, cleared: { field: field.name, target: id } });
        }
      }
    }
  }
  if (root === null) {
    removeForGood(act, name, id);
    return;
  }
  if (root !== id) takeAlong(act, root, { id, cleared: null });
  const withOther = root === id ? {} : { hiddenWith: root };
  act.world.put({
    ...storedAt(act, id),
    ...withOther,
    deleted: true,
    updatedAt: act.world.now,
    updatedBy: act.actor,
  });
}

/** What is softly deleted keeps no name of what is gone for good: it goes too, lets it go, or keeps it (3). */
function removeForGood(act: Act, name: string, id: string): void {
  for (const entity of act.lookup.plan.entities) {
    for (const field of storedFields(entity)) {
      if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== name) continue;
      for (const other of act.world.rows(entity.name).filter(({ deleted }) => deleted)) {
        const held = other.values[field.name];
        const put = (value: unknown) => act.world.put({ ...other, values: { ...other.values, [field.name]: value } });
        if (Array.isArray(held)) put(held.filter((each) => each !== id));
        else if (held !== id) continue;
        else if (field.onDelete === 'restrict') throw refuse(act.lookup, 'IN_USE');
        else if (field.onDelete === 'clear') put(null);
        else removeForGood(act, entity.name, other.id);
      }
    }
  }
  for (const { entity } of act.lookup.lists(name))
    for (const child of act.world.children(id, entity)) act.world.remove(child.id);
  act.world.remove(id);
}

function takeAlong(act: Act, root: string, taken: TakenAlong): void {
  const record = storedAt(act, root);
  act.world.put({ ...record, tookAlong: [...(record.tookAlong ?? []), taken] });
}

/** Brings back what was hidden, with what went with it; what stands elsewhere by now is left so (3). */
export function bringBack(act: Act, name: string, id: string, clause: string): void {
  touch(act, id, name, 'update', 'restore', clause).causes.add('create');
  const { hiddenWith: _with, tookAlong = [], ...record } = storedAt(act, id);
  act.world.put({ ...record, deleted: false, updatedAt: act.world.now, updatedBy: act.actor });
  for (const { id: other, cleared } of tookAlong) {
    const stored = act.world.get(other);
    if (stored === null) continue;
    if (cleared === null) {
      if (stored.deleted) bringBack(act, stored.entity, other, clause);
      continue;
    }
    if (stored.deleted) continue;
    touch(act, other, stored.entity, 'update', 'update', clause);
    const now = stored.values[cleared.field];
    const again = Array.isArray(now) ? [...new Set([...now, cleared.target])] : (now ?? cleared.target);
    change(act, other, { [cleared.field]: again });
  }
}
