import type { Action, Entity } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import type { View } from '../reference/evaluate.ts';
import { perform, type Request } from '../reference/perform.ts';
import { deciding, mayDo, type Actor } from '../reference/permissions.ts';
import { hidden, refuse } from '../reference/refusal.ts';
import { storedOf } from '../reference/world.ts';
import { candidates, settable } from '../search/draft.ts';
import { cellsFor, fieldCellsFor, unlikeActors } from './cells.ts';
import { deriveGallery } from './gallery.ts';
import { historyOf } from './history.ts';
import { deriveLists } from './lists.ts';
import { nameOf } from './name.ts';
import { plainPlot } from './plots.ts';
import { possibilities } from './possibilities.ts';
import { deriveRemoval } from './removal.ts';
import { samples } from './samples.ts';
import { recordPath, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 6: each cell allowed or refused as stated, through every door. */
export function* deriveRoles(stage: Stage): Cases {
  yield* deriveGallery(stage);
  for (const entity of stage.plan.entities) {
    yield* deriveLists(stage, entity);
    if (entity.owner !== null) continue;
    for (const actor of unlikeActors(stage, entity.name)) {
      yield* reading(stage, entity, actor);
      yield* creating(stage, entity, actor);
    }
  }
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null))
    for (const actor of unlikeActors(stage, entity.name)) {
      yield* changing(stage, entity, actor);
      yield* updatingFields(stage, entity, actor);
    }
  yield* deriveRemoval(stage);
}

/** By id, with its history and its possibilities. */
function* reading(stage: Stage, entity: Entity, actor: Actor): Cases {
  const scene = new Scene(stage);
  const all = new Set<string>();
  for (const record of samples(stage, entity.name, actor)) {
    const cells = (action: Action) => cellsFor(stage, stage.world, actor, entity.name, action, record);
    const fields = fieldCellsFor(stage, stage.world, actor, entity.name, 'read', record);
    scene.see(actor, record.id, [...cells('read'), ...fields]);
    const path = recordPath(stage, record.id);
    const reads = scene.reads(actor, record.id);
    if (!reads) {
      // Whoever may not read it may not read its history either, whatever its cell says.
      const shown = [...cells('read'), ...cells('history')];
      for (const door of ['/history', '/can'])
        scene.look(actor, `${path}${door}`, hidden(stage.lookup, actor, entity.name), shown);
      for (const clause of [...shown, ...fields]) all.add(clause);
      continue;
    }
    const verdicts = possibilities(stage, actor, record);
    scene.look(actor, `${path}/can`, { kind: 'parts', parts: verdicts }, cells('update'));
    scene.look(actor, `${path}/history`, historyFor(stage, entity, actor, record), [...cells('history'), ...fields]);
    for (const clause of [...cells('read'), ...cells('history'), ...fields]) all.add(clause);
  }
  const clauses = [...all, entity.clause];
  if (scene.steps.length > 0) yield scene.done(`${entity.name} as ${nameOf(stage, actor)} reads it`, clauses);
}

function historyFor(stage: Stage, entity: Entity, actor: Actor, record: View) {
  if (entity.history === 'none') return refuse(stage.lookup, 'NOT_FOUND');
  if (mayDo(actor, 'history', record)) return historyOf(actor, record);
  const gap = deciding(actor, 'history', record);
  return gap === null
    ? refuse(stage.lookup, 'FORBIDDEN', { clause: `6.${entity.name}.history` })
    : refuse(stage.lookup, 'NOT_SPECIFIED', { clause: gap });
}

function* creating(stage: Stage, entity: Entity, actor: Actor): Cases {
  const { draft } = plainPlot(stage, entity.name, [], actor);
  const scene = new Scene(stage);
  const clauses = cellsFor(stage, stage.world, actor, entity.name, 'create', null);
  scene.act(actor, { kind: 'create', entity: entity.name, body: draft }, clauses);
  for (const named of namingUnseen(stage, entity, actor))
    scene.act(actor, { kind: 'create', entity: entity.name, body: { ...draft, ...named } }, clauses);
  yield scene.done(`Creating ${entity.name} as ${nameOf(stage, actor)}`, clauses);
}

/** For each reference that a new record may have, also of an owned child: a record that is there, and that they may not read. */
function namingUnseen(stage: Stage, entity: Entity, actor: Actor): Body[] {
  const drafting = stage.drafting(actor);
  return settable(drafting, entity.name).flatMap(({ name, type }): Body[] => {
    if (type.kind === 'children')
      return namingUnseen(stage, stage.lookup.entity(type.entity), actor).map((named) => ({
        [name]: [{ ...plainPlot(stage, type.entity, [], actor).draft, ...named }],
      }));
    if (type.kind !== 'reference' && type.kind !== 'many') return [];
    const unseen = stage.world
      .living(type.entity)
      .find(({ id }) => !mayDo(actor, 'read', stage.world.view(id) as View));
    return unseen === undefined ? [] : [{ [name]: type.kind === 'many' ? [unseen.id] : unseen.id }];
  });
}

/** A change of one of each kind of record: a value is set to what it is. */
function* changing(stage: Stage, entity: Entity, actor: Actor): Cases {
  const scene = new Scene(stage);
  const clauses: string[] = [];
  for (const record of samples(stage, entity.name, actor)) {
    const own = stage.lookup.permissions(entity.name)?.fields ?? {};
    const field = settable(stage.drafting(actor), entity.name, false).find(
      ({ name, type }) => own[name]?.update === undefined && type.kind !== 'children' && type.kind !== 'file',
    );
    const former = field === undefined ? undefined : storedOf(record).values[field.name];
    const value =
      field === undefined ? undefined : candidates(stage.drafting(actor), field).find((one) => one !== former);
    const body = field === undefined || value === undefined ? {} : { [field.name]: value };
    const cells = cellsFor(stage, scene.world, actor, entity.name, 'update', record);
    clauses.push(...cells);
    const { refused } = scene.act(actor, { kind: 'update', entity: entity.name, id: record.id, body }, cells);
    const changed = scene.world.view(record.id);
    if (refused === null && changed !== null && scene.reads(actor, record.id))
      scene.look(actor, `${recordPath(stage, record.id)}/history`, historyFor(stage, entity, actor, changed), cells);
  }
  if (scene.steps.length > 0) yield scene.done(`Changing ${entity.name} as ${nameOf(stage, actor)}`, clauses);
}

/** Fields with an `update` row of their own. */
function* updatingFields(stage: Stage, entity: Entity, actor: Actor): Cases {
  const own = Object.entries(stage.lookup.permissions(entity.name)?.fields ?? {}).filter(
    ([, { update }]) => update !== undefined,
  );
  if (own.length === 0) return;
  const scene = new Scene(stage);
  const clauses: string[] = [];
  // Whoever acts in the tests stays who they are.
  const acting = new Set(stage.accounts.map(({ id }) => id));
  const living = stage.world.living(entity.name).filter(({ id }) => !acting.has(id));
  const others = living.length > 0 ? living : stage.world.living(entity.name);
  const mine = stage.world.living(entity.name).filter(({ id, createdBy }) => id === actor || createdBy === actor);
  for (const id of new Set([others.at(-1)?.id, mine.at(-1)?.id])) {
    const record = stage.world.view(id ?? null);
    if (record === null) continue;
    for (const [name] of own) {
      const field = stage.lookup.field(entity.name, name);
      const former = storedOf(record).values[name] ?? null;
      const values = field === null ? [] : candidates(stage.drafting(actor), field);
      const current = values.find((value) => value !== former) ?? former;
      const cells = fieldCellsFor(stage, scene.world, actor, entity.name, 'update', record);
      clauses.push(...cells);
      const request: Request = { kind: 'update', entity: entity.name, id: record.id, body: { [name]: current } };
      const decides = acting.has(record.id) && (name === 'roles' || name === 'disabled');
      if (decides && perform(scene.world, actor, request).refused === null) continue;
      scene.act(actor, request, cells);
    }
  }
  yield scene.done(
    `Setting ${own.map(([name]) => name).join(', ')} of ${entity.name} as ${nameOf(stage, actor)}`,
    clauses,
  );
}
