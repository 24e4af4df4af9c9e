import type { Action, Entity } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { isHeld, type View } from '../reference/evaluate.ts';
import { perform, type Request } from '../reference/perform.ts';
import { couldEver, couldEverDo, deciding, mayDo, type Reader } from '../reference/permissions.ts';
import { hidden, refuse } from '../reference/refusal.ts';
import { type Stored, storedOf } from '../reference/world.ts';
import { candidates, settable } from '../search/draft.ts';
import { cellsFor, fieldCellsFor, kindOf, unlikeReaders } from './cells.ts';
import { deriveGallery } from './gallery.ts';
import { historyOf } from './history.ts';
import { deriveLists } from './lists.ts';
import { plainPlot } from './plots.ts';
import { possibilities } from './possibilities.ts';
import { collection, recordPath, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 6: each cell allowed or refused as stated, through every door. */
export function* deriveRoles(stage: Stage): Cases {
  yield* deriveGallery(stage);
  for (const entity of stage.plan.entities) {
    yield* deriveLists(stage, entity);
    if (entity.owner !== null) continue;
    for (const reader of unlikeReaders(stage, entity.name)) {
      yield* reading(stage, entity, reader);
      yield* creating(stage, entity, reader);
    }
  }
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null))
    for (const reader of unlikeReaders(stage, entity.name)) {
      yield* changing(stage, entity, reader);
      yield* updatingFields(stage, entity, reader);
    }
  // Whose roles hang on what is taken away afterwards are refused before.
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null))
    for (const reader of unlikeReaders(stage, entity.name)) yield* keeping(stage, entity, reader);
  for (const action of ['delete', 'restore'] as const)
    for (const entity of referringFirst(stage))
      for (const reader of thoseWhoMayLast(stage, entity.name, action)) yield* removing(stage, entity, reader, action);
}

const nameOf = (stage: Stage, reader: Reader): string =>
  stage.accounts.find(({ id }) => id === reader)?.name ?? 'nobody signed in';

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
function thoseWhoMayLast(stage: Stage, entity: string, action: 'delete' | 'restore'): Reader[] {
  const could = (reader: Reader) => Number(couldEverDo(stage.world, reader, entity, action));
  const readers = new Set(unlikeReaders(stage, entity));
  if (action === 'restore')
    for (const reader of unlikeReaders(stage, entity, stage.world.rows(entity).filter(isDeleted))) readers.add(reader);
  return [...readers].toSorted((one, other) => could(one) - could(other));
}

function isDeleted({ deleted }: Stored): boolean {
  return deleted;
}

/** The relationships to a record that somebody has. */
function relatedTo(stage: Stage, record: View): string {
  const roles = stage.plan.roles.filter(
    (role) =>
      role.given.kind === 'relationship' &&
      stage.accounts.some(({ id }) => isHeld(stage.world, stage.world.view(id), role, record)),
  );
  return roles.map(({ name }) => name).join();
}

/** One record of each kind that this reader can tell apart; with `aside`, that others stand differently to as well. */
function samples(
  stage: Stage,
  entity: string,
  reader: Reader,
  records: readonly Stored[] = stage.world.living(entity),
  aside = false,
): View[] {
  const seen = new Set<string>();
  const field = stage.lookup.workflow(entity)?.field ?? null;
  return records.flatMap(({ id }) => {
    const record = stage.world.view(id) as View;
    const kind = [
      field === null ? '' : String(record[field]),
      kindOf(stage, stage.world, reader, record),
      ...(['read', 'update', 'delete', 'restore', 'history'] as const).map((action) => mayDo(reader, action, record)),
      aside ? relatedTo(stage, record) : '',
    ].join(' ');
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [record];
  });
}

/** By id, with its history and its possibilities. */
function* reading(stage: Stage, entity: Entity, reader: Reader): Cases {
  const scene = new Scene(stage);
  const all = new Set<string>();
  for (const record of samples(stage, entity.name, reader)) {
    const cells = (action: Action) => cellsFor(stage, stage.world, reader, entity.name, action, record);
    const fields = fieldCellsFor(stage, stage.world, reader, entity.name, 'read', record);
    scene.see(reader, record.id, [...cells('read'), ...fields]);
    const path = recordPath(stage, record.id);
    const reads = scene.reads(reader, record.id);
    if (!reads) {
      // Whoever may not read it may not read its history either, whatever its cell says.
      const shown = [...cells('read'), ...cells('history')];
      for (const door of ['/history', '/can'])
        scene.look(reader, `${path}${door}`, hidden(stage.lookup, reader, entity.name), shown);
      for (const clause of [...shown, ...fields]) all.add(clause);
      continue;
    }
    const verdicts = possibilities(stage, reader, record);
    scene.look(reader, `${path}/can`, { kind: 'parts', parts: verdicts }, cells('update'));
    scene.look(reader, `${path}/history`, historyFor(stage, entity, reader, record), [...cells('history'), ...fields]);
    for (const clause of [...cells('read'), ...cells('history'), ...fields]) all.add(clause);
  }
  const clauses = [...all, entity.clause];
  if (scene.steps.length > 0) yield scene.done(`${entity.name} as ${nameOf(stage, reader)} reads it`, clauses);
}

function historyFor(stage: Stage, entity: Entity, reader: Reader, record: View) {
  if (entity.history === 'none') return refuse(stage.lookup, 'NOT_FOUND');
  if (mayDo(reader, 'history', record)) return historyOf(reader, record);
  const gap = deciding(reader, 'history', record);
  return gap === null
    ? refuse(stage.lookup, 'FORBIDDEN', { clause: `6.${entity.name}.history` })
    : refuse(stage.lookup, 'NOT_SPECIFIED', { clause: gap });
}

function* creating(stage: Stage, entity: Entity, reader: Reader): Cases {
  const { draft } = plainPlot(stage, entity.name, [], reader);
  const scene = new Scene(stage);
  const clauses = cellsFor(stage, stage.world, reader, entity.name, 'create', null);
  scene.act(reader, { kind: 'create', entity: entity.name, body: draft }, clauses);
  for (const named of namingUnseen(stage, entity, reader))
    scene.act(reader, { kind: 'create', entity: entity.name, body: { ...draft, ...named } }, clauses);
  yield scene.done(`Creating ${entity.name} as ${nameOf(stage, reader)}`, clauses);
}

/** For each reference that a new record may have, also of an owned child: a record that is there, and that they may not read. */
function namingUnseen(stage: Stage, entity: Entity, reader: Reader): Body[] {
  const drafting = stage.drafting(reader);
  return settable(drafting, entity.name).flatMap(({ name, type }): Body[] => {
    if (type.kind === 'children')
      return namingUnseen(stage, stage.lookup.entity(type.entity), reader).map((named) => ({
        [name]: [{ ...plainPlot(stage, type.entity, [], reader).draft, ...named }],
      }));
    if (type.kind !== 'reference' && type.kind !== 'many') return [];
    const unseen = stage.world
      .living(type.entity)
      .find(({ id }) => !mayDo(reader, 'read', stage.world.view(id) as View));
    return unseen === undefined ? [] : [{ [name]: type.kind === 'many' ? [unseen.id] : unseen.id }];
  });
}

/** A change of one of each kind of record: a value is set to what it is. */
function* changing(stage: Stage, entity: Entity, reader: Reader): Cases {
  const scene = new Scene(stage);
  const clauses: string[] = [];
  for (const record of samples(stage, entity.name, reader)) {
    const own = stage.lookup.permissions(entity.name)?.fields ?? {};
    const field = settable(stage.drafting(reader), entity.name, false).find(
      ({ name, type }) => own[name]?.update === undefined && type.kind !== 'children' && type.kind !== 'file',
    );
    const former = field === undefined ? undefined : storedOf(record).values[field.name];
    const value =
      field === undefined ? undefined : candidates(stage.drafting(reader), field).find((one) => one !== former);
    const body = field === undefined || value === undefined ? {} : { [field.name]: value };
    const cells = cellsFor(stage, scene.world, reader, entity.name, 'update', record);
    clauses.push(...cells);
    const { refused } = scene.act(reader, { kind: 'update', entity: entity.name, id: record.id, body }, cells);
    const changed = scene.world.view(record.id);
    if (refused === null && changed !== null && scene.reads(reader, record.id))
      scene.look(reader, `${recordPath(stage, record.id)}/history`, historyFor(stage, entity, reader, changed), cells);
  }
  if (scene.steps.length > 0) yield scene.done(`Changing ${entity.name} as ${nameOf(stage, reader)}`, clauses);
}

/** Fields with an `update` row of their own. */
function* updatingFields(stage: Stage, entity: Entity, reader: Reader): Cases {
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
  const mine = stage.world.living(entity.name).filter(({ id, createdBy }) => id === reader || createdBy === reader);
  for (const id of new Set([others.at(-1)?.id, mine.at(-1)?.id])) {
    const record = stage.world.view(id ?? null);
    if (record === null) continue;
    for (const [name] of own) {
      const field = stage.lookup.field(entity.name, name);
      const former = storedOf(record).values[name] ?? null;
      const values = field === null ? [] : candidates(stage.drafting(reader), field);
      const current = values.find((value) => value !== former) ?? former;
      const cells = fieldCellsFor(stage, scene.world, reader, entity.name, 'update', record);
      clauses.push(...cells);
      const request: Request = { kind: 'update', entity: entity.name, id: record.id, body: { [name]: current } };
      const decides = acting.has(record.id) && (name === 'roles' || name === 'disabled');
      if (decides && perform(scene.world, reader, request).refused === null) continue;
      scene.act(reader, request, cells);
    }
  }
  yield scene.done(
    `Setting ${own.map(([name]) => name).join(', ')} of ${entity.name} as ${nameOf(stage, reader)}`,
    clauses,
  );
}

/** What somebody may neither take away nor bring back, of each kind of record that is there. */
function* keeping(stage: Stage, entity: Entity, reader: Reader): Cases {
  const scene = new Scene(stage);
  const clauses: string[] = [];
  for (const record of samples(stage, entity.name, reader))
    for (const action of ['delete', 'restore'] as const) {
      const request: Request = { kind: action, entity: entity.name, id: record.id };
      if (perform(scene.world, reader, request).refused === null) continue;
      const cells = cellsFor(stage, stage.world, reader, entity.name, action, record);
      clauses.push(...cells);
      scene.act(reader, request, cells);
    }
  if (scene.steps.length > 0) yield scene.done(`Keeping ${entity.name} from ${nameOf(stage, reader)}`, clauses);
}

/** Those that are refused first, so that something is left for those that may. */
function* removing(stage: Stage, entity: Entity, reader: Reader, action: 'delete' | 'restore'): Cases {
  const scene = new Scene(stage);
  const clauses: string[] = [];
  const deleted = stage.world.rows(entity.name).filter(isDeleted);
  const records =
    action === 'delete'
      ? samples(stage, entity.name, reader, stage.world.living(entity.name), true)
      : [
          ...samples(stage, entity.name, reader, deleted.toReversed(), true),
          ...samples(stage, entity.name, reader).slice(0, 1),
        ];
  const tried = records.map((record) => ({
    record,
    cells: cellsFor(stage, stage.world, reader, entity.name, action, record),
  }));
  for (const { record, cells } of tried.toSorted(
    (a, b) => Number(mayDo(reader, action, a.record)) - Number(mayDo(reader, action, b.record)),
  )) {
    const request: Request = { kind: action, entity: entity.name, id: record.id };
    clauses.push(...cells);
    scene.act(reader, request, cells);
  }
  if (reader !== null) refusedTogether(scene, entity, reader, action, clauses);
  if (reader !== null && action === 'delete') listDeleted(scene, entity, reader);
  const word = action === 'delete' ? 'Deleting' : 'Restoring';
  if (scene.steps.length > 0) yield scene.done(`${word} ${entity.name} as ${nameOf(stage, reader)}`, clauses);
}

/** What was softly deleted by itself is listed for who may take it back, record by record (3, 6). */
function listDeleted(scene: Scene, { name, delete: deletion }: Entity, reader: Reader): void {
  const { stage, world } = scene;
  const { read = [], restore = [] } = stage.lookup.permissions(name)?.actions ?? {};
  if (deletion !== 'soft' || !couldEver(world, reader, read) || !couldEver(world, reader, restore)) return;
  const ids = world.rows(name).flatMap(({ id, deleted, hiddenWith }) => {
    const view = world.view(id);
    const isTheirs = view !== null && mayDo(reader, 'read', view) && mayDo(reader, 'restore', view);
    return deleted && hiddenWith === undefined && isTheirs ? [id] : [];
  });
  if (ids.length >= stage.mostListed) return;
  scene.look(reader, `${stage.listOf(name)}&deleted=only`, { kind: 'page', entity: name, ids }, [`6.${name}.restore`]);
}

/** As many records are asked for in one row of writes. */
const MOST_TOGETHER = 4;

/** Asks in one row of writes for what is refused of each record: each is told as if it had been asked for alone. */
function refusedTogether(
  scene: Scene,
  entity: Entity,
  reader: Reader,
  action: 'delete' | 'restore',
  clauses: readonly string[],
): void {
  const { stage, world } = scene;
  const refusals = world.rows(entity.name).flatMap(({ id }) => {
    const { refused } = perform(world, reader, { kind: action, entity: entity.name, id });
    return refused === null ? [] : [{ id, told: { status: refused.status, problem: { code: refused.code } } }];
  });
  if (refusals.length === 0) return;
  const asked = refusals.slice(0, MOST_TOGETHER);
  scene.ask({
    as: reader,
    method: 'POST',
    path: `${collection(stage, entity.name)}/bulk`,
    body: { action, items: asked.map(({ id }) => ({ id, if_match: '*' })) },
    clauses,
    expect: { status: 200, answer: { kind: 'parts', parts: { results: { ...asked.map(({ told }) => told) } } } },
  });
}
