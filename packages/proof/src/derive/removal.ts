import type { Entity } from '@nonet/language';
import { perform, type Request } from '../reference/perform.ts';
import { couldEver, couldEverDo, mayDo, type Actor } from '../reference/permissions.ts';
import type { Stored } from '../reference/world.ts';
import { cellsFor, unlikeActors } from './cells.ts';
import { nameOf } from './name.ts';
import { samples } from './samples.ts';
import { collection, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 6: who may take records away and bring them back, and who may not. */
export function* deriveRemoval(stage: Stage): Cases {
  // Whose roles hang on what is taken away afterwards are refused before.
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null))
    for (const actor of unlikeActors(stage, entity.name)) yield* keeping(stage, entity, actor);
  for (const action of ['delete', 'restore'] as const)
    for (const entity of referringFirst(stage))
      for (const actor of thoseWhoMayLast(stage, entity.name, action)) yield* removing(stage, entity, actor, action);
}

/** What refers to others before what it refers to: with the others it might go, or keep them. */
function referringFirst(stage: Stage): Entity[] {
  const left = stage.plan.entities.filter(({ owner }) => owner === null);
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

/** What somebody brings back or takes away is not there for who comes after. */
function thoseWhoMayLast(stage: Stage, entity: string, action: 'delete' | 'restore'): Actor[] {
  const could = (actor: Actor) => Number(couldEverDo(stage.world, actor, entity, action));
  const actors = new Set(unlikeActors(stage, entity));
  if (action === 'restore')
    for (const actor of unlikeActors(stage, entity, stage.world.rows(entity).filter(isDeleted))) actors.add(actor);
  return [...actors].toSorted((one, other) => could(one) - could(other));
}

function isDeleted({ deleted }: Stored): boolean {
  return deleted;
}

/** What somebody may neither take away nor bring back, of each kind of record that is there. */
function* keeping(stage: Stage, entity: Entity, actor: Actor): Cases {
  const scene = new Scene(stage);
  const clauses: string[] = [];
  for (const record of samples(stage, entity.name, actor))
    for (const action of ['delete', 'restore'] as const) {
      const request: Request = { kind: action, entity: entity.name, id: record.id };
      if (perform(scene.world, actor, request).refused === null) continue;
      const cells = cellsFor(stage, stage.world, actor, entity.name, action, record);
      clauses.push(...cells);
      scene.act(actor, request, cells);
    }
  if (scene.steps.length > 0) yield scene.done(`Keeping ${entity.name} from ${nameOf(stage, actor)}`, clauses);
}

/** Those that are refused first, so that something is left for those that may. */
function* removing(stage: Stage, entity: Entity, actor: Actor, action: 'delete' | 'restore'): Cases {
  const scene = new Scene(stage);
  const clauses: string[] = [];
  const deleted = stage.world.rows(entity.name).filter(isDeleted);
  const records =
    action === 'delete'
      ? samples(stage, entity.name, actor, stage.world.living(entity.name), true)
      : [
          ...samples(stage, entity.name, actor, deleted.toReversed(), true),
          ...samples(stage, entity.name, actor).slice(0, 1),
        ];
  // Whoever acts in the tests goes on acting.
  const acting = new Set<string>(stage.accounts.map(({ id }) => id));
  const others = records.filter((record) => !acting.has(record.id) || !mayDo(actor, action, record));
  const tried = others.map((record) => ({
    record,
    cells: cellsFor(stage, stage.world, actor, entity.name, action, record),
  }));
  for (const { record, cells } of tried.toSorted(
    (a, b) => Number(mayDo(actor, action, a.record)) - Number(mayDo(actor, action, b.record)),
  )) {
    const request: Request = { kind: action, entity: entity.name, id: record.id };
    clauses.push(...cells);
    scene.act(actor, request, cells);
  }
  if (actor !== null) refusedTogether(scene, entity, actor, action, clauses);
  if (actor !== null && action === 'delete') listDeleted(scene, entity, actor);
  const word = action === 'delete' ? 'Deleting' : 'Restoring';
  if (scene.steps.length > 0) yield scene.done(`${word} ${entity.name} as ${nameOf(stage, actor)}`, clauses);
}

/** What was softly deleted by itself is listed for who may take it back, record by record (3, 6). */
function listDeleted(scene: Scene, { name, delete: deletion }: Entity, actor: Actor): void {
  const { stage, world } = scene;
  const { read = [], restore = [] } = stage.lookup.permissions(name)?.actions ?? {};
  if (deletion !== 'soft' || !couldEver(world, actor, read) || !couldEver(world, actor, restore)) return;
  const ids = world.rows(name).flatMap(({ id, deleted, hiddenWith }) => {
    const view = world.view(id);
    const isTheirs = view !== null && mayDo(actor, 'read', view) && mayDo(actor, 'restore', view);
    return deleted && hiddenWith === undefined && isTheirs ? [id] : [];
  });
  if (ids.length >= stage.mostListed) return;
  scene.look(actor, `${stage.listOf(name)}&deleted=only`, { kind: 'page', entity: name, ids }, [`6.${name}.restore`]);
}

/** As many records are asked for in one row of writes. */
const MOST_TOGETHER = 4;

/** Asks in one row of writes for what is refused of each record: each is told as if it had been asked for alone. */
function refusedTogether(
  scene: Scene,
  entity: Entity,
  actor: Actor,
  action: 'delete' | 'restore',
  clauses: readonly string[],
): void {
  const { stage, world } = scene;
  const refusals = world.rows(entity.name).flatMap(({ id }) => {
    const { refused } = perform(world, actor, { kind: action, entity: entity.name, id });
    return refused === null ? [] : [{ id, told: { status: refused.status, problem: { code: refused.code } } }];
  });
  if (refusals.length === 0) return;
  const asked = refusals.slice(0, MOST_TOGETHER);
  scene.ask({
    as: actor,
    method: 'POST',
    path: `${collection(stage, entity.name)}/bulk`,
    body: { action, items: asked.map(({ id }) => ({ id, if_match: '*' })) },
    clauses,
    expect: { status: 200, answer: { kind: 'parts', parts: { results: { ...asked.map(({ told }) => told) } } } },
  });
}
