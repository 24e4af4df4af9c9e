import { type Action, type Entity, isWithinClause, type Paper } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { type View, viewIn } from '../../reference/evaluate.ts';
import { perform, type Request } from '../../reference/perform.ts';
import { deciding, mayDo, type Actor } from '../../reference/permissions.ts';
import { paperFor } from '../../reference/papers.ts';
import { hidden, refuse } from '../../reference/refusal.ts';
import { storedOf } from '../../reference/record-view.ts';
import { candidates, settable } from '../../search/draft.ts';
import { cellsFor, fieldCellsFor, unlikeActors } from './cells.ts';
import { deriveRecordVariants } from '../records/record-variants.ts';
import { historyOf } from './history.ts';
import { deriveLists } from '../api/lists.ts';
import { nameOf } from '../name.ts';
import { plainFixture } from '../records/plain-fixtures.ts';
import { possibilities } from './possibilities.ts';
import { deriveRemoval } from './removal.ts';
import { samples } from './samples.ts';
import { recordPath, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Point 6: each cell allowed or refused as stated, through every endpoint. */
export function* deriveRoles(context: DerivationContext): Cases {
  yield* deriveRecordVariants(context);
  for (const entity of context.plan.entities) {
    yield* deriveLists(context, entity);
    if (entity.owner !== null) continue;
    for (const actor of unlikeActors(context, entity.name)) yield* requesting(context, entity, actor, false);
  }
  for (const entity of context.plan.entities.filter(({ owner }) => owner === null))
    for (const actor of unlikeActors(context, entity.name)) yield* requesting(context, entity, actor, true);
  yield* deriveRemoval(context);
}

type Derive = (context: DerivationContext, entity: Entity, actor: Actor) => Cases;

/** The cases of each verb's cells, for one entity and one actor: those that change no record come before those that do. */
const CASES: Readonly<Record<Action, { readonly changes: boolean; readonly derive: readonly Derive[] }>> = {
  read: { changes: false, derive: [reading] },
  create: { changes: false, derive: [creating] },
  update: { changes: true, derive: [changing, updatingFields] },
  // Derived for all entities together, at the end: `deriveRemoval`.
  delete: { changes: true, derive: [] },
  restore: { changes: true, derive: [] },
  // Each list is exported too: `deriveLists`.
  export: { changes: false, derive: [] },
  // Files have a derivation of their own: `deriveImports`.
  import: { changes: false, derive: [] },
  // Asked for where a record is read: `reading`.
  history: { changes: false, derive: [] },
  // Derived at the end: `deriveErasure`.
  erase: { changes: true, derive: [] },
  // Derived by itself, from records of the first day: `deriveMerges`.
  merge: { changes: true, derive: [] },
};

function* requesting(context: DerivationContext, entity: Entity, actor: Actor, changes: boolean): Cases {
  for (const cases of Object.values(CASES))
    if (cases.changes === changes) for (const derive of cases.derive) yield* derive(context, entity, actor);
}

/** Reads a record by id, its history and its possible actions. */
function* reading(context: DerivationContext, entity: Entity, actor: Actor): Cases {
  const builder = new CaseBuilder(context);
  const all = new Set<string>();
  for (const record of samples(context, entity.name, actor)) {
    const cells = (action: Action) => cellsFor(context, context.world, actor, entity.name, action, record);
    const fields = fieldCellsFor(context, context.world, actor, entity.name, 'read', record);
    builder.see(actor, record.id, [...cells('read'), ...fields]);
    const path = recordPath(context, record.id);
    const reads = builder.reads(actor, record.id);
    for (const paper of papersOf(context, entity)) {
      const clauses = paperClauses(context, paper);
      const found = paperFor(context.world, actor, paper, record);
      const answer = found instanceof Error ? found : ({ kind: 'parts', parts: found } as const);
      builder.look(actor, `${path}/papers/${paper.name}`, answer, clauses, { accept: 'application/json' });
      // Whoever may not even read the record shows nothing of the paper.
      if (reads) for (const clause of clauses) all.add(clause);
    }
    if (!reads) {
      // An actor who may not read a record may not read its history either, even if the history's cell allows it.
      const shown = [...cells('read'), ...cells('history')];
      for (const part of ['/history', '/can'])
        builder.look(actor, `${path}${part}`, hidden(context.lookup, actor, entity.name), shown);
      for (const clause of [...shown, ...fields]) all.add(clause);
      continue;
    }
    const verdicts = possibilities(context, actor, record);
    builder.look(actor, `${path}/can`, { kind: 'parts', parts: verdicts }, cells('update'));
    builder.look(actor, `${path}/history`, historyFor(context, entity, actor, record), [
      ...cells('history'),
      ...fields,
    ]);
    for (const clause of [...cells('read'), ...cells('history'), ...fields]) all.add(clause);
  }
  const clauses = [...all, entity.clause];
  if (builder.steps.length > 0) yield builder.done(`${entity.name} as ${nameOf(context, actor)} reads it`, clauses);
}

/** The papers that are made of an entity's records. */
function papersOf({ plan }: DerivationContext, { name }: Entity): readonly Paper[] {
  return plan.papers.filter(({ entity }) => entity === name);
}

function paperClauses({ plan }: DerivationContext, { clause }: Paper): readonly string[] {
  return Object.keys(plan.clauses).filter((each) => isWithinClause(each, clause));
}

function historyFor(context: DerivationContext, entity: Entity, actor: Actor, record: View) {
  if (entity.history === 'none') return refuse(context.lookup, 'NOT_FOUND');
  if (mayDo(actor, 'history', record)) return historyOf(actor, record);
  const gap = deciding(actor, 'history', record);
  return gap === null
    ? refuse(context.lookup, 'FORBIDDEN', { clause: `6.${entity.name}.history` })
    : refuse(context.lookup, 'NOT_SPECIFIED', { clause: gap });
}

function* creating(context: DerivationContext, entity: Entity, actor: Actor): Cases {
  const { draft } = plainFixture(context, entity.name, [], actor);
  const builder = new CaseBuilder(context);
  const clauses = cellsFor(context, context.world, actor, entity.name, 'create', null);
  builder.act(actor, { kind: 'create', entity: entity.name, body: draft }, clauses);
  for (const named of namingUnreadable(context, entity, actor))
    builder.act(actor, { kind: 'create', entity: entity.name, body: { ...draft, ...named } }, clauses);
  yield builder.done(`Creating ${entity.name} as ${nameOf(context, actor)}`, clauses);
}

/**
 * For each reference of a new record and of its owned children: a body that names a record which the actor may not
 * read.
 */
function namingUnreadable(context: DerivationContext, entity: Entity, actor: Actor): Body[] {
  const drafting = context.drafting(actor);
  return settable(drafting, entity.name).flatMap(({ name, type }): Body[] => {
    if (type.kind === 'children')
      return namingUnreadable(context, context.lookup.entity(type.entity), actor).map((named) => ({
        [name]: [{ ...plainFixture(context, type.entity, [], actor).draft, ...named }],
      }));
    if (type.kind !== 'reference' && type.kind !== 'many') return [];
    const unseen = context.world.living(type.entity).find(({ id }) => !mayDo(actor, 'read', viewIn(context.world, id)));
    return unseen === undefined ? [] : [{ [name]: type.kind === 'many' ? [unseen.id] : unseen.id }];
  });
}

/** A change of one of each kind of record: a value is set to what it is. */
function* changing(context: DerivationContext, entity: Entity, actor: Actor): Cases {
  const builder = new CaseBuilder(context);
  const clauses: string[] = [];
  for (const record of samples(context, entity.name, actor)) {
    const own = context.lookup.permissions(entity.name)?.fields ?? {};
    const field = settable(context.drafting(actor), entity.name, false).find(
      ({ name, type }) => own[name]?.update === undefined && type.kind !== 'children' && type.kind !== 'file',
    );
    const former = field === undefined ? undefined : storedOf(record).values[field.name];
    const value =
      field === undefined ? undefined : candidates(context.drafting(actor), field).find((one) => one !== former);
    const body = field === undefined || value === undefined ? {} : { [field.name]: value };
    const cells = cellsFor(context, builder.world, actor, entity.name, 'update', record);
    clauses.push(...cells);
    const { refused } = builder.act(actor, { kind: 'update', entity: entity.name, id: record.id, body }, cells);
    const changed = builder.world.view(record.id);
    if (refused === null && changed !== null && builder.reads(actor, record.id))
      builder.look(
        actor,
        `${recordPath(context, record.id)}/history`,
        historyFor(context, entity, actor, changed),
        cells,
      );
  }
  if (builder.steps.length > 0) yield builder.done(`Changing ${entity.name} as ${nameOf(context, actor)}`, clauses);
}

/** Fields with an `update` row of their own. */
function* updatingFields(context: DerivationContext, entity: Entity, actor: Actor): Cases {
  const own = Object.entries(context.lookup.permissions(entity.name)?.fields ?? {}).filter(
    ([, { update }]) => update !== undefined,
  );
  if (own.length === 0) return;
  const builder = new CaseBuilder(context);
  const clauses: string[] = [];
  // The test's actors must keep their roles.
  const acting = new Set(context.accounts.map(({ id }) => id));
  const known = context.world.living(entity.name).filter(({ id }) => !context.unidentified.has(id));
  const living = known.filter(({ id }) => !acting.has(id));
  const others = living.length > 0 ? living : known;
  const mine = known.filter(({ id, createdBy }) => id === actor || createdBy === actor);
  for (const id of new Set([others.at(-1)?.id, mine.at(-1)?.id])) {
    const record = context.world.view(id ?? null);
    if (record === null) continue;
    for (const [name] of own) {
      const field = context.lookup.field(entity.name, name);
      const former = storedOf(record).values[name] ?? null;
      const values = field === null ? [] : candidates(context.drafting(actor), field);
      const current = values.find((value) => value !== former) ?? former;
      const cells = fieldCellsFor(context, builder.world, actor, entity.name, 'update', record);
      clauses.push(...cells);
      const request: Request = { kind: 'update', entity: entity.name, id: record.id, body: { [name]: current } };
      const decides = acting.has(record.id) && (name === 'roles' || name === 'disabled');
      if (decides && perform(builder.world, actor, request).refused === null) continue;
      builder.act(actor, request, cells);
    }
  }
  yield builder.done(
    `Setting ${own.map(([name]) => name).join(', ')} of ${entity.name} as ${nameOf(context, actor)}`,
    clauses,
  );
}
