import { type Act, change, storedAt, touch } from './act.ts';
import { storedFields } from './lookup.ts';
import { refuse } from './refusal.ts';

/** Takes a record away, with what goes with it; refuses where something restricts (3). */
export function takeAway(act: Act, name: string, id: string, clause: string): void {
  const touched = touch(act, id, name, 'delete', 'delete', clause);
  if (touched.deleted) return;
  touched.deleted = true;
  const soft = act.lookup.entity(name).delete === 'soft';
  for (const { entity } of soft ? [] : act.lookup.lists(name))
    for (const child of act.world.children(id, entity)) takeAway(act, entity, child.id, clause);
  for (const entity of act.lookup.plan.entities) {
    for (const field of storedFields(entity)) {
      if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== name) continue;
      for (const other of act.world.rows(entity.name)) {
        const held = other.values[field.name];
        const refers = Array.isArray(held) ? held.includes(id) : held === id;
        if (other.deleted || !refers || act.touched.get(other.id)?.deleted) continue;
        if (field.onDelete === 'restrict') throw refuse(act.lookup, 'IN_USE', { clause: field.clause });
        if (field.onDelete === 'cascade') takeAway(act, entity.name, other.id, clause);
        else {
          touch(act, other.id, entity.name, 'update', 'update', clause);
          change(act, other.id, { [field.name]: Array.isArray(held) ? held.filter((each) => each !== id) : null });
        }
      }
    }
  }
  if (soft) act.world.put({ ...storedAt(act, id), deleted: true, updatedAt: act.world.now, updatedBy: act.reader });
  else act.world.remove(id);
}
