import { type Entity, type Field, hasValue } from '@nonet/language';
import { type View, viewIn } from '../../reference/evaluate.ts';
import { perform, type Request } from '../../reference/perform.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { hidden } from '../../reference/refusal.ts';
import { settable } from '../../search/draft.ts';
import { CaseBuilder, recordPath } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { nameOf } from '../name.ts';
import { deriveRecordVariants } from '../records/record-variants.ts';

import { cellsFor, unlikeActors } from './cells.ts';
import { historyOf } from './history.ts';
import { samples } from './samples.ts';

/**
 * Points 3 and 6: who may merge two records, and what is left of them for every reader: what referred to the one that
 * went, its values that were taken, its history and its address.
 */
export function* deriveMerges(context: DerivationContext): Cases {
  const merged = context.plan.entities.filter(({ name }) => mergeCells(context, name) > 0);
  if (merged.length === 0) return;
  yield* deriveRecordVariants(context);
  for (const isAllowed of [false, true])
    for (const entity of merged)
      for (const actor of unlikeActors(context, entity.name)) yield* merging(context, entity, actor, isAllowed);
}

function mergeCells({ lookup }: DerivationContext, entity: string): number {
  return lookup.permissions(entity)?.actions?.merge.length ?? 0;
}

/** An actor's requests for one record of each kind that is to go: the refused ones, or the first that is done. */
function* merging(context: DerivationContext, entity: Entity, actor: Actor, isAllowed: boolean): Cases {
  const builder = new CaseBuilder(context);
  const clauses: string[] = [];
  for (const goes of samples(context, entity.name, actor, context.world.living(entity.name), true)) {
    const request = requestFor(builder, entity, actor, goes, isAllowed);
    if (request === null) continue;
    const cells = [
      ...cellsFor(context, builder.world, actor, entity.name, 'merge', goes),
      ...cellsFor(context, builder.world, actor, entity.name, 'merge', viewIn(builder.world, request.id)),
    ];
    clauses.push(...cells);
    builder.act(actor, request, cells);
    if (!isAllowed) continue;
    for (const reader of context.actors) lookAfter(builder, reader, request, cells);
    break;
  }
  const word = isAllowed ? 'Merging' : 'Keeping from merging';
  if (builder.steps.length > 0) yield builder.done(`${word} ${entity.name} as ${nameOf(context, actor)}`, clauses);
}

type MergeRequest = Extract<Request, { kind: 'merge' }>;

/** A request that lets the record go, with as many values taken as are allowed; null: there is none that is answered so. */
function requestFor(
  builder: CaseBuilder,
  entity: Entity,
  actor: Actor,
  goes: View,
  isAllowed: boolean,
): MergeRequest | null {
  const { context, world } = builder;
  if (world.get(goes.id) === null) return null;
  const fields = settable(context.drafting(actor), entity.name, false).filter(isPlain);
  for (const { id } of world.living(entity.name)) {
    if (id === goes.id || context.unidentified.has(id)) continue;
    const request = (take: readonly string[]): MergeRequest => ({
      kind: 'merge',
      entity: entity.name,
      id,
      from: goes.id,
      take,
    });
    const isDone = (made: MergeRequest) => perform(world, actor, made).refused === null;
    if (!isAllowed) return isDone(request([])) ? null : request([]);
    const taken = fields.map(({ name }) => name).filter((name) => isDone(request([name])));
    const whole = [request(taken), request(taken.slice(0, 1)), request([])].find(isDone);
    if (whole !== undefined) return whole;
  }
  return null;
}

/** Values that a request takes as they are, whoever asks. */
function isPlain({ type }: Field): boolean {
  return hasValue(type, 'text', 'number', 'boolean', 'date') || type.kind === 'enum';
}

function lookAfter(builder: CaseBuilder, reader: Actor, { entity, id, from }: MergeRequest, clauses: string[]): void {
  const { context, world } = builder;
  builder.see(reader, id, clauses);
  const path = recordPath(context, from);
  // The address of the one that went leads to the one that stays, for whoever may read that.
  if (builder.reads(reader, id))
    builder.ask({ as: reader, method: 'GET', path, headers: {}, clauses, expect: { status: 301 } });
  else builder.look(reader, path, hidden(context.lookup, reader, entity), clauses);
  const record = world.view(id);
  if (context.lookup.entity(entity).history !== 'kept' || record === null || !builder.reads(reader, id)) return;
  if (mayDo(reader, 'history', record))
    builder.look(reader, `${recordPath(context, id)}/history`, historyOf(reader, record), clauses);
}
