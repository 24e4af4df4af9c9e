import { erasedRecords } from '@nonet/language';
import { perform, type Request } from '../../reference/perform.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { viewIn } from '../../reference/evaluate.ts';
import { erases } from '../../reference/erase.ts';
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
  for (const actor of actors) yield* erasingOneself(context, actor);
}

/** Whoever may erase themselves does so at the end: they can act no more. */
function* erasingOneself(context: DerivationContext, actor: Actor): Cases {
  if (actor === null || context.world.get(actor) === null) return;
  const request: Request = { kind: 'erase', entity: 'User', id: actor };
  if (perform(context.world, actor, request).refused !== null) return;
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
    for (const reader of context.actors) {
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
  if (context.lookup.entity('User').history !== 'kept' || record === null || !builder.reads(reader, id)) return;
  if (!mayDo(reader, 'history', record)) return;
  builder.look(reader, `${recordPath(context, id)}/history`, historyOf(reader, record), clauses);
}
