import type { Entity, Field } from '@nonet/language';
import type { View } from '../reference/evaluate.ts';
import { storedFields } from '../reference/lookup.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { deriveGround } from './ground.ts';
import { reach } from './reach.ts';
import type { Cases, Stage } from './stage.ts';

/**
 * Point 3: what is softly deleted keeps no name of what is deleted for good after it: it goes too, lets it go, or keeps it
 * (`cascade`, `clear`, `restrict`), as it is then found where somebody takes it back.
 */
export function* deriveOutlived(stage: Stage): Cases {
  const places = stage.plan.entities.flatMap((entity) =>
    entity.owner !== null || entity.delete !== 'soft'
      ? []
      : storedFields(entity).flatMap((field) => {
          if (field.type.kind !== 'reference' && field.type.kind !== 'many') return [];
          const target = stage.lookup.entity(field.type.entity);
          return target.owner === null && target.delete === 'hard' ? [{ entity, field, target }] : [];
        }),
  );
  if (places.length > 0) yield* deriveGround(stage);
  for (const { entity, field, target } of places) yield* outlived(stage, entity, field, target);
}

function* outlived(stage: Stage, entity: Entity, field: Field, target: Entity): Cases {
  const whoDeletes = (world: World, id: string): Actor | undefined => {
    const view = world.view(id) as View;
    return stage.actors.find((actor) => mayDo(actor, 'read', view) && mayDo(actor, 'delete', view));
  };
  const isDeletable = (world: World, id: string) => (whoDeletes(world, id) === undefined ? 0.5 : 0);
  const goal = { entity: target.name, state: null, budget: 25, want: isDeletable };
  const referred = reach(stage, goal);
  if (referred === null) return;
  yield referred.scene.prepared(`A ${target.name} that ${field.clause} is to refer to`, []);
  const value = field.type.kind === 'many' ? [referred.id] : referred.id;
  const refers = (world: World, id: string) =>
    [world.get(id)?.values[field.name]].flat().includes(referred.id) ? isDeletable(world, id) : 0.9;
  const found = reach(stage, {
    entity: entity.name,
    state: null,
    given: { [field.name]: value },
    budget: 40,
    want: refers,
  });
  if (found === null) return;
  const { scene, id } = found;
  const clauses = [field.clause, entity.clause];
  const remove = (name: string, record: string) =>
    scene.act(whoDeletes(scene.world, record) ?? null, { kind: 'delete', entity: name, id: record }, clauses);
  if (remove(entity.name, id).refused !== null) return;
  remove(target.name, referred.id);
  const hidden = scene.world.view(id);
  const restorer = stage.actors.find(
    (actor) => hidden !== null && mayDo(actor, 'read', hidden) && mayDo(actor, 'restore', hidden),
  );
  // Who may take nothing back is told so; what went too is not there for anybody.
  const as = restorer ?? found.plot.creator;
  scene.act(as, { kind: 'restore', entity: entity.name, id }, clauses);
  if (scene.world.get(id) !== null) scene.see(as, id, clauses);
  yield scene.done(`A deleted ${entity.name} whose ${field.label} is deleted for good`, clauses);
}
