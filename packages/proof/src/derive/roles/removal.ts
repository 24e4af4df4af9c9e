import type { Entity } from '@nonet/language';
import { perform, type Request } from '../../reference/perform.ts';
import { couldEver, couldEverDo } from '../../reference/could.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { Stored } from '../../reference/stored.ts';
import { cellsFor, unlikeActors } from './cells.ts';
import { nameOf } from '../name.ts';
import { samples } from './samples.ts';
import { collection, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Point 6: who may take records away and bring them back, and who may not. */
export function* deriveRemoval(context: DerivationContext): Cases {
  // People who are refused come first: the roles of some depend on what is removed afterwards.
  for (const entity of context.plan.entities.filter(({ owner }) => owner === null))
    for (const actor of unlikeActors(context, entity.name)) yield* keeping(context, entity, actor);
  for (const action of ['delete', 'restore'] as const)
    for (const entity of referringFirst(context))
      for (const actor of thoseWhoMayLast(context, entity.name, action))
        yield* removing(context, entity, actor, action);
}

/**
 * Referring entities before the ones they refer to: otherwise their records might be deleted as well, or prevent a
 * deletion.
 */
function referringFirst(context: DerivationContext): Entity[] {
  const left = context.plan.entities.filter(({ owner }) => owner === null);
  const sorted: Entity[] = [];
  const refersTo = (one: Entity, other: Entity) =>
    one.fields.some(
      ({ type, derived }) =>
        !derived && (type.kind === 'reference' || type.kind === 'many') && type.entity === other.name,
    );
  while (left.length > 0) {
    const place = left.findIndex((entity) => !left.some((other) => other !== entity && refersTo(other, entity)));
    sorted.push(...left.splice(Math.max(0, place), 1));
  }
  return sorted;
}

/** A record that one actor restores or deletes is not available for the next one. */
function thoseWhoMayLast(context: DerivationContext, entity: string, action: 'delete' | 'restore'): Actor[] {
  const could = (actor: Actor) => Number(couldEverDo(context.world, actor, entity, action));
  const actors = new Set(unlikeActors(context, entity));
  if (action === 'restore')
    for (const actor of unlikeActors(context, entity, context.world.rows(entity).filter(isDeleted))) actors.add(actor);
  return [...actors].toSorted((one, other) => could(one) - could(other));
}

function isDeleted({ deleted }: Stored): boolean {
  return deleted;
}

/** Records of each kind that an actor may neither delete nor restore. */
function* keeping(context: DerivationContext, entity: Entity, actor: Actor): Cases {
  const builder = new CaseBuilder(context);
  const clauses: string[] = [];
  for (const record of samples(context, entity.name, actor))
    for (const action of ['delete', 'restore'] as const) {
      const request: Request = { kind: action, entity: entity.name, id: record.id };
      if (perform(builder.world, actor, request).refused === null) continue;
      const cells = cellsFor(context, context.world, actor, entity.name, action, record);
      clauses.push(...cells);
      builder.act(actor, request, cells);
    }
  if (builder.steps.length > 0) yield builder.done(`Keeping ${entity.name} from ${nameOf(context, actor)}`, clauses);
}

/** Refused actions come first, so that a record is left for the allowed ones. */
function* removing(context: DerivationContext, entity: Entity, actor: Actor, action: 'delete' | 'restore'): Cases {
  const builder = new CaseBuilder(context);
  const clauses: string[] = [];
  const deleted = context.world.rows(entity.name).filter(isDeleted);
  const records =
    action === 'delete'
      ? samples(context, entity.name, actor, context.world.living(entity.name), true)
      : [
          ...samples(context, entity.name, actor, deleted.toReversed(), true),
          ...samples(context, entity.name, actor).slice(0, 1),
        ];
  // The test's actors must remain able to act.
  const acting = new Set<string>(context.accounts.map(({ id }) => id));
  const others = records.filter((record) => !acting.has(record.id) || !mayDo(actor, action, record));
  const tried = others.map((record) => ({
    record,
    cells: cellsFor(context, context.world, actor, entity.name, action, record),
  }));
  for (const { record, cells } of tried.toSorted(
    (a, b) => Number(mayDo(actor, action, a.record)) - Number(mayDo(actor, action, b.record)),
  )) {
    const request: Request = { kind: action, entity: entity.name, id: record.id };
    clauses.push(...cells);
    builder.act(actor, request, cells);
  }
  if (actor !== null) refusedTogether(builder, entity, actor, action, clauses);
  if (actor !== null && action === 'delete') listDeleted(builder, entity, actor);
  const word = action === 'delete' ? 'Deleting' : 'Restoring';
  if (builder.steps.length > 0) yield builder.done(`${word} ${entity.name} as ${nameOf(context, actor)}`, clauses);
}

/** Records that were softly deleted, except by a cascade, are listed for actors who may restore them (3, 6). */
function listDeleted(builder: CaseBuilder, { name, delete: deletion }: Entity, actor: Actor): void {
  const { context, world } = builder;
  const { read = [], restore = [] } = context.lookup.permissions(name)?.actions ?? {};
  if (deletion !== 'soft' || !couldEver(world, actor, name, read) || !couldEver(world, actor, name, restore)) return;
  const ids = world.rows(name).flatMap(({ id, deleted, hiddenWith }) => {
    const view = world.view(id);
    const isTheirs = view !== null && mayDo(actor, 'read', view) && mayDo(actor, 'restore', view);
    return deleted && hiddenWith === undefined && isTheirs ? [id] : [];
  });
  if (ids.length >= context.mostListed) return;
  builder.look(actor, `${context.listOf(name)}&deleted=only`, { kind: 'page', entity: name, ids }, [
    `6.${name}.restore`,
  ]);
}

/** The maximum number of records in one request that deletes or restores several. */
const MOST_TOGETHER = 4;

/** Sends refused requests for several records as one bulk: each is answered as if it came alone. */
function refusedTogether(
  builder: CaseBuilder,
  entity: Entity,
  actor: Actor,
  action: 'delete' | 'restore',
  clauses: readonly string[],
): void {
  const { context, world } = builder;
  const refusals = world.rows(entity.name).flatMap(({ id }) => {
    if (context.unidentified.has(id)) return [];
    const { refused } = perform(world, actor, { kind: action, entity: entity.name, id });
    return refused === null ? [] : [{ id, expected: { status: refused.status, problem: { code: refused.code } } }];
  });
  if (refusals.length === 0) return;
  const asked = refusals.slice(0, MOST_TOGETHER);
  builder.ask({
    as: actor,
    method: 'POST',
    path: `${collection(context, entity.name)}/bulk`,
    body: { action, items: asked.map(({ id }) => ({ id, if_match: '*' })) },
    clauses,
    expect: {
      status: 200,
      answer: { kind: 'parts', parts: { results: { ...asked.map(({ expected }) => expected) } } },
    },
  });
}
