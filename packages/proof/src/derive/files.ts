import type { Entity, Field } from '@nonet/language';
import type { View } from '../reference/evaluate.ts';
import { isFileField } from '../reference/files.ts';
import { perform, type Request } from '../reference/perform.ts';
import { mayDo, mayReadField, type Actor } from '../reference/permissions.ts';
import { refuse } from '../reference/refusal.ts';
import { candidates, settable, withFiles } from '../search/draft.ts';
import { cellsFor, fieldCellsFor, kindOf, unlikeActors } from './cells.ts';
import { deriveGallery } from './gallery.ts';
import { nameOf } from './name.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { mayUpload } from './possible.ts';
import { refusedWith, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Points 3 and 6: who may send files, where they may be used, and who is served the file that a record holds. */
export function* deriveFiles(stage: Stage): Cases {
  const fields = stage.plan.entities.flatMap((entity) =>
    entity.fields.filter(isFileField).map((field) => ({ entity, field })),
  );
  if (fields.length === 0) return;
  const clauses = fields.map(({ field }) => field.clause);
  for (const actor of allUnlike(stage)) yield sending(stage, actor, clauses);
  stage.fillsFiles = true;
  yield* deriveGallery(stage);
  for (const { entity, field } of fields) {
    for (const actor of unlikeActors(stage, rootOf(stage, entity).name)) yield* served(stage, entity, field, actor);
    yield* usedTwice(stage, entity, field);
    if (entity.owner !== null) continue;
    yield* replaced(stage, entity, field);
    yield* deleted(stage, entity, field);
  }
  stage.fillsFiles = false;
}

function allUnlike(stage: Stage): Set<Actor> {
  return new Set(stage.plan.entities.flatMap(({ name }) => unlikeActors(stage, name)));
}

function rootOf(stage: Stage, entity: Entity): Entity {
  return entity.owner === null ? entity : rootOf(stage, stage.lookup.entity(entity.owner.entity));
}

/** What nobody holds yet is for who sent it; what a browser would run is only saved, and is no picture. */
function sending(stage: Stage, actor: Actor, clauses: readonly string[]) {
  const scene = new Scene(stage);
  const type = 'html';
  const id = scene.world.addFile({ type, by: actor });
  const step = { kind: 'upload', at: scene.world.now, as: actor, type, id, clauses } as const;
  if (mayUpload(stage, actor)) {
    scene.steps.push(step);
    for (const other of new Set([...allUnlike(stage), actor])) scene.download(other, id, clauses);
  } else {
    const refused = refuse(stage.lookup, actor === null ? 'UNAUTHENTICATED' : 'FORBIDDEN');
    scene.steps.push({ ...step, refused: refusedWith(refused) });
  }
  return scene.done(`A file that ${nameOf(stage, actor)} sends`, clauses);
}

/** The records that hold a file in a field. */
function holding(stage: Stage, entity: Entity, { name }: Field): { record: View; file: string }[] {
  return stage.world.living(entity.name).flatMap(({ id, values }) => {
    const [record, file] = [stage.world.view(id), values[name]];
    return record === null || typeof file !== 'string' ? [] : [{ record, file }];
  });
}

/** One file of each kind of record that this reader can tell apart. */
function* served(stage: Stage, entity: Entity, field: Field, actor: Actor): Cases {
  const scene = new Scene(stage);
  const seen = new Set<string>();
  const all = new Set([field.clause, entity.clause]);
  for (const { record, file } of holding(stage, entity, field)) {
    const root = rootRecord(stage, entity, record);
    const state = root[stage.lookup.workflow(rootOf(stage, entity).name)?.field ?? ''];
    const reads = [mayDo(actor, 'read', root), mayDo(actor, 'read', record), mayReadField(actor, record, field.name)];
    const kind = [String(state), kindOf(stage, stage.world, actor, root), ...reads].join(' ');
    if (seen.has(kind)) continue;
    seen.add(kind);
    const clauses = [
      field.clause,
      ...cellsFor(stage, stage.world, actor, entity.name, 'read', record),
      ...fieldCellsFor(stage, stage.world, actor, entity.name, 'read', record, [field.name]),
    ];
    for (const clause of clauses) all.add(clause);
    scene.download(actor, file, clauses);
  }
  if (scene.steps.length > 0)
    yield scene.done(`The ${field.label} of ${entity.name} as ${nameOf(stage, actor)} gets it`, [...all]);
}

function rootRecord(stage: Stage, entity: Entity, record: View): View {
  if (entity.owner === null) return record;
  const owner = stage.world.view(stage.world.get(record.id)?.parent ?? null);
  return owner === null ? record : rootRecord(stage, stage.lookup.entity(entity.owner.entity), owner);
}

/** A file is on one record alone, and is put there by who sent it. */
function* usedTwice(stage: Stage, entity: Entity, field: Field): Cases {
  const [held] = holding(stage, entity, field);
  const root = rootOf(stage, entity).name;
  const sender = held === undefined ? null : (stage.world.upload(held.file)?.by ?? null);
  if (held === undefined) return;
  const creators = creatorsOf(stage, root);
  const other = creators.find((creator) => creator !== sender);
  const scene = new Scene(stage);
  for (const creator of [...creators.filter((one) => one === sender), ...(other === undefined ? [] : [other])]) {
    const { draft } = plainPlot(stage, root, [], creator);
    const body = withFiles(draft, () => held.file);
    scene.act(creator, { kind: 'create', entity: root, body }, [field.clause]);
  }
  if (scene.steps.length > 0)
    yield scene.done(`The ${field.label} of a ${entity.name}, for another one too`, [field.clause]);
}

/** Another file takes the place of one: each is served as where it is now has it. */
function* replaced(stage: Stage, entity: Entity, field: Field): Cases {
  for (const { record, file } of holding(stage, entity, field)) {
    const updater = stage.actors.find((actor) => {
      const [value] = settable(stage.drafting(actor), entity.name, false).includes(field)
        ? candidates(stage.drafting(actor), field)
        : [];
      if (value === undefined) return false;
      const copy = stage.world.fork();
      const body = withFiles({ [field.name]: value }, (type) => copy.addFile({ type, by: actor }));
      return perform(copy, actor, { kind: 'update', entity: entity.name, id: record.id, body }).refused === null;
    });
    if (updater === undefined) continue;
    const scene = new Scene(stage);
    const [value] = candidates(stage.drafting(updater), field);
    const request: Request = { kind: 'update', entity: entity.name, id: record.id, body: { [field.name]: value } };
    scene.act(updater, request, [field.clause]);
    const now = scene.world.get(record.id)?.values[field.name];
    for (const actor of unlikeActors(stage, entity.name))
      for (const id of [file, now]) if (typeof id === 'string') scene.download(actor, id, [field.clause]);
    yield scene.done(`Another ${field.label} of a ${entity.name}`, [field.clause]);
    return;
  }
}

/** With its record, a file is gone. */
function* deleted(stage: Stage, entity: Entity, field: Field): Cases {
  for (const { record, file } of holding(stage, entity, field)) {
    const request: Request = { kind: 'delete', entity: entity.name, id: record.id };
    const deleter = stage.actors.find((actor) => perform(stage.world, actor, request).refused === null);
    if (deleter === undefined) continue;
    const scene = new Scene(stage);
    scene.act(deleter, request, [field.clause]);
    for (const actor of stage.actors) scene.download(actor, file, [field.clause]);
    yield scene.done(`The ${field.label} of a ${entity.name} that is deleted`, [field.clause]);
    return;
  }
}
