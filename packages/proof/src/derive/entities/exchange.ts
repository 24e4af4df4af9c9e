import { type Entity, type Field, clauseSubject } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { isParentName } from '../../reference/lookup.ts';
import { mayUpdateField, type Actor } from '../../reference/permissions.ts';
import type { Stored } from '../../reference/stored.ts';
import type { World } from '../../reference/world.ts';
import { candidates, settable } from '../../search/draft.ts';
import { childDraft } from './boundaries.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { ChildIds } from '../records/child-ids.ts';
import { reach } from '../records/reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/**
 * Point 3: a save judges values that are unique among owned children after it has written the whole list. So two
 * children may exchange their values, or one child may take the value that another one gives up.
 */
export function* deriveExchanges(context: DerivationContext): Cases {
  const places = context.plan.entities.flatMap((child) => {
    const { owner } = child;
    if (owner === null || context.lookup.entity(owner.entity).owner !== null) return [];
    const list = context.lookup.field(owner.entity, owner.field);
    const alone = child.fields
      .filter(({ unique }) => unique !== null)
      .map((field) => ({ field, clause: field.clause }));
    const together = child.unique.flatMap((names) => {
      // In a set of fields that is unique together, one field changes and the others stay equal.
      const field = child.fields.find(({ name }) => names.includes(name) && !isParentName(child, name));
      return field === undefined ? [] : [{ field, clause: child.clause }];
    });
    return list === null ? [] : [...alone, ...together].map((unique) => ({ list, child, ...unique }));
  });
  if (places.length > 0) yield* derivePrerequisites(context);
  for (const { list, child, field, clause } of places) yield* exchanged(context, list, child, field, clause);
}

/** Two children change values; a new one takes what another gives up; and two have the same after all. */
function* exchanged(context: DerivationContext, list: Field, child: Entity, field: Field, clause: string): Cases {
  const entity = clauseSubject(list.clause);
  const able = (actor: Actor) => settable(context.drafting(actor), child.name, false).includes(field);
  const found = reach(context, {
    entity,
    state: null,
    budget: 80,
    want: (world, id) => fromTwo(world, id, child, field),
  });
  if (found === null) return;
  const { builder, id } = found;
  const view = builder.world.view(id);
  const as = context.actors.find((actor) => view !== null && able(actor) && mayUpdateField(actor, view, list.name));
  if (as === undefined) return;
  const clauses = [clause, list.clause];
  const present = () => builder.world.children(id, child.name);
  const save = (children: readonly Body[]) =>
    builder.act(as, { kind: 'update', entity, id, body: { [list.name]: children } }, clauses);
  const valueOf = (one: Stored | undefined) => one?.values[field.name] ?? null;
  const [first, second, ...rest] = present();
  const ids = new ChildIds(builder, id, list, child);
  if (first === undefined || second === undefined || !ids.learn(as)) return;
  const kept = rest.map((one): Body => ({ id: one.id }));
  const set = (one: Stored, value: unknown): Body => ({ id: one.id, [field.name]: value });
  save([set(first, valueOf(second)), set(second, valueOf(first)), ...kept]);
  const fresh = candidates(context.drafting(as, builder.world), field).find((value) => value !== null) ?? null;
  const added = { ...childDraft(context, as, child.name), [field.name]: valueOf(present()[1]) };
  save([{ id: first.id }, added, set(second, fresh), ...kept]);
  if (ids.learn(as)) {
    // Two children with an equal value are refused, in either order.
    save(present().map((one, place) => set(one, place === 0 ? valueOf(present()[1]) : valueOf(one))));
    save([{ ...added, [field.name]: valueOf(present()[0]) }, ...present().map((one): Body => ({ id: one.id }))]);
  }
  if (builder.reads(as, id)) builder.see(as, id, clauses);
  yield builder.done(`${child.name}: ${field.name} changes places among the ${list.label}`, clauses);
}

/** How far a record is from having two children with different values, from 0 to 1. */
function fromTwo(world: World, id: string, child: Entity, field: Field): number {
  const children = world.children(id, child.name);
  const values = new Set(children.map(({ values: own }) => own[field.name] ?? null).filter((value) => value !== null));
  return values.size >= 2 ? 0 : children.length >= 2 ? 0.4 : 0.9 - children.length / 4;
}
