import type { Entity, Field } from '@nonet/language';
import type { View } from '../../reference/evaluate.ts';
import { isFileField } from '../../reference/files.ts';
import { perform, type Request } from '../../reference/perform.ts';
import { mayDo, mayReadField, type Actor } from '../../reference/permissions.ts';
import { refuse } from '../../reference/refusal.ts';
import { candidates, settable, withFiles } from '../../search/draft.ts';
import { cellsFor, fieldCellsFor, kindOf, unlikeActors } from '../roles/cells.ts';
import { deriveRecordVariants } from '../records/record-variants.ts';
import { nameOf } from '../name.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { mayUpload } from '../roles/possible.ts';
import { refusedWith, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Points 3 and 6: who may send files, where they may be used, and who may download the file of a record. */
export function* deriveFiles(context: DerivationContext): Cases {
  const fields = context.plan.entities.flatMap((entity) =>
    entity.fields.filter(isFileField).map((field) => ({ entity, field })),
  );
  if (fields.length === 0) return;
  const clauses = fields.map(({ field }) => field.clause);
  for (const actor of allUnlike(context)) yield sending(context, actor, clauses);
  context.fillsFiles = true;
  yield* deriveRecordVariants(context);
  for (const { entity, field } of fields) {
    for (const actor of unlikeActors(context, rootOf(context, entity).name))
      yield* served(context, entity, field, actor);
    yield* usedTwice(context, entity, field);
    if (entity.owner !== null) continue;
    yield* replaced(context, entity, field);
    yield* deleted(context, entity, field);
  }
  context.fillsFiles = false;
}

function allUnlike(context: DerivationContext): Set<Actor> {
  return new Set(context.plan.entities.flatMap(({ name }) => unlikeActors(context, name)));
}

function rootOf(context: DerivationContext, entity: Entity): Entity {
  return entity.owner === null ? entity : rootOf(context, context.lookup.entity(entity.owner.entity));
}

/**
 * An unattached upload is for its sender. A file that a browser would execute is only offered for download, and is no
 * picture.
 */
function sending(context: DerivationContext, actor: Actor, clauses: readonly string[]) {
  const builder = new CaseBuilder(context);
  const type = 'html';
  const id = builder.world.addFile({ type, by: actor });
  const step = { kind: 'upload', at: builder.world.now, as: actor, type, id, clauses } as const;
  if (mayUpload(context, actor)) {
    builder.steps.push(step);
    for (const other of new Set([...allUnlike(context), actor])) builder.download(other, id, clauses);
  } else {
    const refused = refuse(context.lookup, actor === null ? 'UNAUTHENTICATED' : 'FORBIDDEN');
    builder.steps.push({ ...step, refused: refusedWith(refused) });
  }
  return builder.done(`A file that ${nameOf(context, actor)} sends`, clauses);
}

/** The records that hold a file in a field. */
function holding(context: DerivationContext, entity: Entity, { name }: Field): { record: View; file: string }[] {
  return context.world.living(entity.name).flatMap(({ id, values }) => {
    const [record, file] = [context.world.view(id), values[name]];
    return record === null || typeof file !== 'string' ? [] : [{ record, file }];
  });
}

/** One file of each kind of record that this reader can distinguish. */
function* served(context: DerivationContext, entity: Entity, field: Field, actor: Actor): Cases {
  const builder = new CaseBuilder(context);
  const seen = new Set<string>();
  const all = new Set([field.clause, entity.clause]);
  for (const { record, file } of holding(context, entity, field)) {
    const root = rootRecord(context, entity, record);
    const state = root[context.lookup.workflow(rootOf(context, entity).name)?.field ?? ''];
    const reads = [mayDo(actor, 'read', root), mayDo(actor, 'read', record), mayReadField(actor, record, field.name)];
    const kind = [String(state), kindOf(context, context.world, actor, root), ...reads].join(' ');
    if (seen.has(kind)) continue;
    seen.add(kind);
    const clauses = [
      field.clause,
      ...cellsFor(context, context.world, actor, entity.name, 'read', record),
      ...fieldCellsFor(context, context.world, actor, entity.name, 'read', record, [field.name]),
    ];
    for (const clause of clauses) all.add(clause);
    lookForPaper(builder, entity, field, record, root.id);
    builder.download(actor, file, clauses);
  }
  if (builder.steps.length > 0)
    yield builder.done(`The ${field.label} of ${entity.name} as ${nameOf(context, actor)} gets it`, [...all]);
}

/** A paper that an event has kept has an id that nobody knows before a reader of its field has seen the record. */
function lookForPaper(builder: CaseBuilder, entity: Entity, field: Field, record: View, root: string): void {
  const file = record[field.name];
  if (typeof file !== 'string' || builder.world.upload(file)?.paper === undefined) return;
  const reader = builder.context.actors.find(
    (actor) => builder.reads(actor, root) && builder.reads(actor, record.id) && mayReadField(actor, record, field.name),
  );
  if (reader !== undefined) builder.see(reader, entity.owner === null ? record.id : root, [field.clause]);
}

function rootRecord(context: DerivationContext, entity: Entity, record: View): View {
  if (entity.owner === null) return record;
  const owner = context.world.view(context.world.get(record.id)?.parent ?? null);
  return owner === null ? record : rootRecord(context, context.lookup.entity(entity.owner.entity), owner);
}

/** A file is on one record alone, and is put there by who sent it. */
function* usedTwice(context: DerivationContext, entity: Entity, field: Field): Cases {
  const [held] = holding(context, entity, field);
  const root = rootOf(context, entity).name;
  const sender = held === undefined ? null : (context.world.upload(held.file)?.by ?? null);
  if (held === undefined) return;
  const creators = creatorsOf(context, root);
  const other = creators.find((creator) => creator !== sender);
  const builder = new CaseBuilder(context);
  for (const creator of [...creators.filter((one) => one === sender), ...(other === undefined ? [] : [other])]) {
    const { draft } = plainFixture(context, root, [], creator);
    const body = withFiles(draft, () => held.file);
    builder.act(creator, { kind: 'create', entity: root, body }, [field.clause]);
  }
  if (builder.steps.length > 0)
    yield builder.done(`The ${field.label} of a ${entity.name}, for another one too`, [field.clause]);
}

/** Another file takes the place of one: each is served as where it is now has it. */
function* replaced(context: DerivationContext, entity: Entity, field: Field): Cases {
  for (const { record, file } of holding(context, entity, field)) {
    const updater = context.actors.find((actor) => {
      const [value] = settable(context.drafting(actor), entity.name, false).includes(field)
        ? candidates(context.drafting(actor), field)
        : [];
      if (value === undefined) return false;
      const copy = context.world.fork();
      const body = withFiles({ [field.name]: value }, (type) => copy.addFile({ type, by: actor }));
      return perform(copy, actor, { kind: 'update', entity: entity.name, id: record.id, body }).refused === null;
    });
    if (updater === undefined) continue;
    const builder = new CaseBuilder(context);
    const [value] = candidates(context.drafting(updater), field);
    const request: Request = { kind: 'update', entity: entity.name, id: record.id, body: { [field.name]: value } };
    builder.act(updater, request, [field.clause]);
    const now = builder.world.get(record.id)?.values[field.name];
    for (const actor of unlikeActors(context, entity.name))
      for (const id of [file, now]) if (typeof id === 'string') builder.download(actor, id, [field.clause]);
    yield builder.done(`Another ${field.label} of a ${entity.name}`, [field.clause]);
    return;
  }
}

/** A file is deleted with its record. */
function* deleted(context: DerivationContext, entity: Entity, field: Field): Cases {
  for (const { record, file } of holding(context, entity, field)) {
    const request: Request = { kind: 'delete', entity: entity.name, id: record.id };
    const deleter = context.actors.find((actor) => perform(context.world, actor, request).refused === null);
    if (deleter === undefined) continue;
    const builder = new CaseBuilder(context);
    builder.act(deleter, request, [field.clause]);
    for (const actor of context.actors) builder.download(actor, file, [field.clause]);
    yield builder.done(`The ${field.label} of a ${entity.name} that is deleted`, [field.clause]);
    return;
  }
}
