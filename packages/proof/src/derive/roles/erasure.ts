import { type ErasedField, type ErasedRecords, erasedRecords } from '@nonet/language';
import { perform, type Request } from '../../reference/perform.ts';
import { type Actor, mayAct } from '../../reference/actor.ts';
import { mayDo } from '../../reference/permissions.ts';
import { entityOf, holds, viewIn } from '../../reference/evaluate.ts';
import { erases } from '../../reference/erase.ts';
import type { World } from '../../reference/world.ts';
import { reach } from '../records/reach.ts';
import { historyOf } from './history.ts';
import { cellsFor, unlikeActors } from './cells.ts';
import { nameOf } from '../name.ts';
import { samples } from './samples.ts';
import { CaseBuilder, recordPath } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Points 3 and 6: who may erase a person, and what is left of them: in records, in their history, for every reader. */
export function* deriveErasure(context: DerivationContext): Cases {
  if (!erases(context.lookup, 'User')) return;
  const actors = unlikeActors(context, 'User');
  for (const isAllowed of [false, true]) for (const actor of actors) yield* erasing(context, actor, isAllowed);
  // The others are still needed: they read what is left, and made what is erased.
  const oneself = actors.findLast((actor) => mayEraseThemselves(context, actor));
  if (oneself !== undefined) yield* erasingOneself(context, oneself);
  for (const records of erasedRecords(context.plan.entities)) {
    yield* held(context, records);
    yield* whole(context, records);
  }
}

function mayEraseThemselves({ world }: DerivationContext, actor: Actor): boolean {
  if (actor === null || !mayAct(world, actor)) return false;
  return perform(world, actor, { kind: 'erase', entity: 'User', id: actor }).refused === null;
}

/** Somebody erases themselves, and can act no more. */
function* erasingOneself(context: DerivationContext, actor: Actor): Cases {
  if (actor === null) return;
  const request: Request = { kind: 'erase', entity: 'User', id: actor };
  const builder = new CaseBuilder(context);
  const cells = cellsFor(context, context.world, actor, 'User', 'erase', viewIn(context.world, actor));
  const name = nameOf(context, actor);
  builder.act(actor, request, cells);
  yield builder.done(`${name} erases themselves`, cells);
}

function* erasing(context: DerivationContext, actor: Actor, isAllowed: boolean): Cases {
  const builder = new CaseBuilder(context);
  const clauses: string[] = [];
  // Whoever acts in the tests must still be able to.
  const acting = new Set<string>(context.accounts.map(({ id }) => id));
  for (const record of samples(context, 'User', actor, context.world.living('User'), true)) {
    const request: Request = { kind: 'erase', entity: 'User', id: record.id };
    const isDone = perform(builder.world, actor, request).refused === null;
    if (isDone !== isAllowed || (isDone && acting.has(record.id))) continue;
    const cells = cellsFor(context, builder.world, actor, 'User', 'erase', record);
    const erased = erasedRecords(context.plan.entities).flatMap(({ fields }) => fields.map(({ clause }) => clause));
    const about = isDone ? [...cells, ...erased] : cells;
    clauses.push(...about);
    builder.act(actor, request, about);
    if (!isDone) continue;
    for (const reader of context.actors.filter((one) => mayAct(builder.world, one))) {
      builder.see(reader, record.id, about);
      lookAtHistory(builder, reader, record.id, about);
    }
  }
  const word = isAllowed ? 'Erasing a person' : 'Keeping people from being erased';
  if (builder.steps.length > 0) yield builder.done(`${word} as ${nameOf(context, actor)}`, clauses);
}

function lookAtHistory(builder: CaseBuilder, reader: Actor, id: string, clauses: readonly string[]): void {
  const { context, world } = builder;
  const record = world.view(id);
  if (context.lookup.entity(entityOf(id)).history !== 'kept' || record === null || !builder.reads(reader, id)) return;
  if (!mayDo(reader, 'history', record)) return;
  builder.look(reader, `${recordPath(context, id)}/history`, historyOf(reader, record), clauses);
}

/** A record that something holds: nobody erases its person (3, `kept while`). */
function* held(context: DerivationContext, records: ErasedRecords): Cases {
  const { entity } = records;
  const { clause, condition = null } = entity.keptWhile ?? { clause: '' };
  if (condition === null) return;
  const found = reach(context, {
    entity: entity.name,
    state: null,
    about: [condition],
    want: (world, id) => {
      const person = personOf(world, records, id);
      if (person === null) return 1;
      return (
        (holds(world, condition, { this: world.view(id), user: null }) ? 0 : 0.5) +
        (eraserOf(context, world, person) === undefined ? 0.4 : 0)
      );
    },
  });
  const person = found === null ? null : personOf(found.builder.world, records, found.id);
  const actor = found === null || person === null ? undefined : eraserOf(context, found.builder.world, person);
  if (found === null || person === null || actor === undefined) {
    context.cannot('not found', clause);
    return;
  }
  const { builder } = found;
  builder.act(actor, { kind: 'erase', entity: 'User', id: person }, [clause]);
  builder.see(actor, person, [clause]);
  yield builder.done(`Erasing the person of a ${entity.label} that is held`, [clause]);
}

/** A record with values in all that is erased: none is left in it, nor in its history. */
function* whole(context: DerivationContext, records: ErasedRecords): Cases {
  const { entity, fields } = records;
  const clauses = fields.map(({ clause }) => clause);
  if (clauses.length === 0) return;
  const request = (id: string): Request => ({ kind: 'erase', entity: 'User', id });
  const isErased = (world: World, person: string): boolean => {
    const actor = eraserOf(context, world, person);
    return actor !== undefined && perform(world, actor, request(person)).refused === null;
  };
  const found = reach(context, {
    entity: entity.name,
    state: null,
    want: (world, id) => {
      const person = personOf(world, records, id);
      if (person === null) return 1;
      const empty = fields.filter((field) => isEmpty(world, id, field)).length / fields.length;
      return empty / 2 + (isErased(world, person) ? 0 : 0.4);
    },
  });
  const person = found === null ? null : personOf(found.builder.world, records, found.id);
  const actor = found === null || person === null ? undefined : eraserOf(context, found.builder.world, person);
  if (found === null || person === null || actor === undefined) {
    context.cannot('not found', ...clauses);
    return;
  }
  const { builder, id } = found;
  builder.act(actor, request(person), clauses);
  for (const reader of context.actors.filter((one) => mayAct(builder.world, one))) {
    builder.see(reader, id, clauses);
    lookAtHistory(builder, reader, id, clauses);
  }
  yield builder.done(`Erasing the person of a ${entity.label}`, clauses);
}

/** The person that a record is about; null if there is none, or it is gone. */
function personOf(world: World, { by }: ErasedRecords, id: string): string | null {
  const stored = world.get(id);
  const person = by === null ? id : by === 'created_by' ? stored?.createdBy : stored?.values[by];
  const account = typeof person === 'string' ? world.get(person) : null;
  return account !== null && world.isLiving(account) ? account.id : null;
}

/** Somebody else whom point 6 lets erase the person. */
function eraserOf(context: DerivationContext, world: World, person: string): Actor | undefined {
  const view = viewIn(world, person);
  return context.actors.find(
    (actor) =>
      actor !== null &&
      actor !== person &&
      mayAct(world, actor) &&
      mayDo(actor, 'read', view) &&
      mayDo(actor, 'erase', view),
  );
}

function isEmpty(world: World, id: string, { name, type }: ErasedField): boolean {
  if (type.kind === 'children') return world.children(id, type.entity).length === 0;
  const value = world.get(id)?.values[name] ?? null;
  return value === null || (Array.isArray(value) && value.length === 0);
}
