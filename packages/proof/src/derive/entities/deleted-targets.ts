import type { Entity, Field } from '@nonet/language';
import { viewIn } from '../../reference/evaluate.ts';
import { storedFields } from '../../reference/lookup.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { reach } from '../records/reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/**
 * Point 3: a softly deleted record keeps no reference to a record that is deleted for good later: it is deleted as
 * well, loses the reference, or prevents it (`cascade`, `clear`, `restrict`). The cases restore the record and look at
 * it.
 */
export function* deriveDeletedTargets(context: DerivationContext): Cases {
  const places = context.plan.entities.flatMap((entity) =>
    entity.owner !== null || entity.delete !== 'soft'
      ? []
      : storedFields(entity).flatMap((field) => {
          if (field.type.kind !== 'reference' && field.type.kind !== 'many') return [];
          const target = context.lookup.entity(field.type.entity);
          return target.owner === null && target.delete === 'hard' ? [{ entity, field, target }] : [];
        }),
  );
  if (places.length > 0) yield* derivePrerequisites(context);
  for (const { entity, field, target } of places) yield* deletedTarget(context, entity, field, target);
}

function* deletedTarget(context: DerivationContext, entity: Entity, field: Field, target: Entity): Cases {
  const whoDeletes = (world: World, id: string): Actor | undefined => {
    const view = viewIn(world, id);
    return context.actors.find((actor) => mayDo(actor, 'read', view) && mayDo(actor, 'delete', view));
  };
  const isDeletable = (world: World, id: string) => (whoDeletes(world, id) === undefined ? 0.5 : 0);
  const goal = { entity: target.name, state: null, budget: 25, want: isDeletable };
  const referred = reach(context, goal);
  if (referred === null) return;
  yield referred.builder.prepared(`A ${target.name} that ${field.clause} is to refer to`, []);
  const value = field.type.kind === 'many' ? [referred.id] : referred.id;
  const refers = (world: World, id: string) =>
    [world.get(id)?.values[field.name]].flat().includes(referred.id) ? isDeletable(world, id) : 0.9;
  const found = reach(context, {
    entity: entity.name,
    state: null,
    given: { [field.name]: value },
    budget: 40,
    want: refers,
  });
  if (found === null) return;
  const { builder, id } = found;
  const clauses = [field.clause, entity.clause];
  const remove = (name: string, record: string) =>
    builder.act(whoDeletes(builder.world, record) ?? null, { kind: 'delete', entity: name, id: record }, clauses);
  if (remove(entity.name, id).refused !== null) return;
  remove(target.name, referred.id);
  const hidden = builder.world.view(id);
  const restorer = context.actors.find(
    (actor) => hidden !== null && mayDo(actor, 'read', hidden) && mayDo(actor, 'restore', hidden),
  );
  // Actors who may restore nothing are refused; a record that was deleted as well no longer exists for anybody.
  const as = restorer ?? found.fixture.creator;
  builder.act(as, { kind: 'restore', entity: entity.name, id }, clauses);
  if (builder.world.get(id) !== null) builder.see(as, id, clauses);
  yield builder.done(`A deleted ${entity.name} whose ${field.label} is deleted for good`, clauses);
}
