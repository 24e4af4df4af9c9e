import { askedOfNew, type Entity, type Field, ownFields, clauseSubject } from '@nonet/language';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import type { Request } from '../../reference/perform.ts';
import { refuse } from '../../reference/refusal.ts';
import type { Body } from '../../reference/body.ts';
import { candidates, settable } from '../../search/draft.ts';
import { boundaries, childDraft, oddTexts, wrongTypes } from './boundaries.ts';
import { creatorsOf } from '../records/plain-fixtures.ts';
import { findFixture } from '../records/find-fixture.ts';
import { collection, refusal, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The place of a field in a body: in the record itself, or in the first child of a list. */
interface Place {
  readonly root: string;
  readonly list: Field | null;
  readonly entity: Entity;
  readonly as: Actor;
  /** A body that is admitted as it is. */
  readonly draft: Body;
}

/** Point 3: what each field takes at its limits, and what it refuses beyond them. */
export function* deriveFields(context: DerivationContext): Cases {
  for (const root of context.plan.entities.filter(({ owner }) => owner === null)) {
    for (const place of placesOf(context, root.name)) {
      for (const field of place.entity.fields) yield* aboutField(context, place, field);
      for (const names of place.entity.unique) yield* taken(context, place, names, [place.entity.clause]);
      for (const field of place.entity.fields) if (field.tree) yield* circles(context, place, field);
    }
  }
}

function placesOf(context: DerivationContext, root: string): Place[] {
  const fixture = findFixture(context, { entity: root, state: null, route: [], budget: 60 });
  if (fixture === null) return [];
  const own = { root, list: null, entity: context.lookup.entity(root), as: fixture.creator, draft: fixture.draft };
  const settableHere = new Set(settable(context.drafting(fixture.creator), root).map(({ name }) => name));
  const lists = context.lookup
    .lists(root)
    .filter(({ field }) => settableHere.has(field.name))
    .map(({ field, entity }): Place => {
      const child = childDraft(context, fixture.creator, entity);
      const children = (fixture.draft[field.name] as readonly Body[] | undefined) ?? [child];
      const draft = { ...fixture.draft, [field.name]: children };
      return { root, list: field, entity: context.lookup.entity(entity), as: fixture.creator, draft };
    });
  return [own, ...lists];
}

/** The draft with one field's value in its place; undefined leaves it out. */
function withValue(context: DerivationContext, place: Place, field: Field, value: unknown): Body {
  const set = (body: Body): Body => {
    const { [field.name]: _former, ...rest } = body;
    return value === undefined ? rest : { ...rest, [field.name]: value };
  };
  const draft = renewed(context, place);
  if (place.list === null) return set(draft);
  const [first = {}, ...others] = draft[place.list.name] as readonly Body[];
  return { ...draft, [place.list.name]: [set(first), ...others] };
}

/** The draft with other unique values. */
function renewed(context: DerivationContext, place: Place): Body {
  const drafting = context.drafting(place.as);
  return Object.fromEntries(
    Object.entries(place.draft).map(([name, value]) => {
      const field = context.lookup.field(place.root, name);
      const unique =
        field !== null && (field.unique !== null || context.lookup.entity(place.root).unique.flat().includes(name));
      return [name, unique && value !== null ? (candidates(drafting, field)[0] ?? value) : value];
    }),
  );
}

function* aboutField(context: DerivationContext, place: Place, field: Field): Cases {
  // In a list, `id` identifies the child.
  if (place.list !== null && field.name === 'id') return;
  const builder = new CaseBuilder(context);
  const clauses = [field.clause, place.entity.clause];
  const shown = new Set(clauses);
  const create = (value: unknown, also: readonly string[] = []) =>
    builder.act(place.as, { kind: 'create', entity: place.root, body: withValue(context, place, field, value) }, [
      ...clauses,
      ...also,
    ]);
  const open = settable(context.drafting(place.as), place.entity.name).includes(field);
  if (!open) {
    // Nobody can set fields that the product sets.
    if (field.type.kind !== 'open') create(field.type.kind === 'children' ? [] : 'x');
  } else {
    for (const { value, clause } of boundaries(context, field)) {
      if (clause !== null) shown.add(clause);
      create(value, clause === null ? [] : [clause]);
    }
    for (const value of [...new Set(candidates(context.drafting(place.as), field))].slice(0, 4)) create(value);
    for (const { value } of oddTexts(context, field)) create(value);
    create(undefined);
    if (askedOfNew(field).required && field.type.kind !== 'children' && !isJudged(context, place, field)) create(null);
    for (const value of wrongTypes(field, context.plan.settings))
      refuseType(builder, place, field, withValue(context, place, field, value), clauses);
    if (field.type.kind === 'reference') create(`@${field.type.entity}:0`);
  }
  if (builder.steps.length > 0)
    yield builder.done(`${place.entity.name}.${field.name}: accepted and refused values`, [...shown]);
  if (open && field.unique !== null) yield* taken(context, place, [field.name], [field.clause]);
}

/** Whether a cell of point 6 reads the field: its decision about a record without a required value is not stated. */
function isJudged(context: DerivationContext, { entity }: Place, field: Field): boolean {
  const { actions, fields = {} } = context.lookup.permissions(entity.name) ?? {};
  return [...(actions?.create ?? []), ...(fields[field.name]?.update ?? [])].some(
    ({ cell }) => cell.kind === 'when' && ownFields(cell.condition).includes(field.name),
  );
}

function refuseType(builder: CaseBuilder, place: Place, field: Field, body: Body, clauses: readonly string[]): void {
  const { context } = builder;
  const expect = refusal(refuse(context.lookup, 'INVALID', { errors: [{ code: 'INVALID', clause: field.clause }] }));
  const path = collection(context, place.root);
  builder.ask({ as: place.as, method: 'POST', path, body: builder.upload(place.as, body), clauses, expect });
}

/** A record of a tree that is brought below itself, and below what is below it (3). */
function* circles(context: DerivationContext, place: Place, field: Field): Cases {
  if (place.list !== null) return;
  const builder = new CaseBuilder(context);
  const clauses = [field.clause];
  const create = (above: string | null) => {
    const body = { ...renewed(context, place), [field.name]: above };
    return builder.act(place.as, { kind: 'create', entity: place.root, body }, clauses).id;
  };
  const first = create(null);
  const second = first && create(first);
  if (first === null) return;
  const view = builder.world.view(first);
  const mover = context.actors.find(
    (actor) => view !== null && mayDo(actor, 'read', view) && mayUpdateField(actor, view, field.name),
  );
  if (mover === undefined) return;
  for (const above of [first, second])
    if (above !== null)
      builder.act(mover, { kind: 'update', entity: place.root, id: first, body: { [field.name]: above } }, clauses);
  builder.see(mover, first, clauses);
  yield builder.done(`${field.clause}: a record below itself`, clauses);
}

/** A record with a unique value that another record has already. */
function* taken(context: DerivationContext, place: Place, names: readonly string[], clauses: readonly string[]): Cases {
  if (place.list !== null) return;
  const builder = new CaseBuilder(context);
  const first = renewed(context, place);
  const same = names.filter((name) => name in first).map((name) => [name, first[name]]);
  const second = { ...renewed(context, place), ...Object.fromEntries(same) };
  const field = context.lookup.field(place.root, names[0] ?? '');
  const other = field?.unique === 'ignoring case' ? upper(second, names) : second;
  for (const body of [first, second, other])
    builder.act(place.as, { kind: 'create', entity: place.root, body }, clauses);
  yield builder.done(`${place.entity.name}: ${names.join(' and ')} twice`, clauses);
}

function upper(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  );
}

/** The `delete` of an entity (3): for good, softly, never; and what holds on to what is deleted. */
export function* deriveDeletion(context: DerivationContext): Cases {
  for (const entity of context.plan.entities.filter(({ owner }) => owner === null)) {
    const clauses = [entity.clause];
    const fixture = findFixture(context, { entity: entity.name, state: null, route: [], budget: 40 });
    if (fixture === null || creatorsOf(context, entity.name).length === 0) continue;
    const builder = new CaseBuilder(context);
    const request: Request = {
      kind: 'create',
      entity: entity.name,
      body: renewed(context, { root: entity.name, list: null, entity, as: fixture.creator, draft: fixture.draft }),
    };
    const { id } = builder.act(fixture.creator, request);
    if (id === null) continue;
    const may = (action: 'delete' | 'restore') =>
      context.actors.find((actor) => {
        const view = builder.world.view(id);
        return view !== null && mayDo(actor, 'read', view) && mayDo(actor, action, view);
      });
    const deleter = may('delete') ?? fixture.creator;
    builder.act(deleter, { kind: 'delete', entity: entity.name, id }, clauses);
    builder.see(deleter, id, clauses);
    const restorer = may('restore') ?? fixture.creator;
    if (entity.delete === 'soft' && hasUnique(entity)) {
      // A deleted record frees its unique values. A new record that takes them prevents its restoration.
      const again = builder.act(fixture.creator, request, clauses);
      builder.act(restorer, { kind: 'restore', entity: entity.name, id }, clauses);
      if (again.id !== null) builder.act(deleter, { kind: 'delete', entity: entity.name, id: again.id }, clauses);
    }
    builder.act(restorer, { kind: 'restore', entity: entity.name, id }, clauses);
    if (builder.world.get(id) !== null) builder.see(restorer, id, clauses);
    yield builder.done(`Deleting and restoring ${entity.name}`, clauses);
    yield* inUse(context, entity);
  }
}

function hasUnique({ fields, unique }: Entity): boolean {
  return unique.length > 0 || fields.some((field) => field.unique !== null);
}

/**
 * Records that refer to a record prevent its deletion, are deleted with it, or lose the reference (3: `restrict`,
 * `cascade`, `clear`).
 */
function* inUse(context: DerivationContext, entity: Entity): Cases {
  const referring = context.plan.entities.flatMap((other) =>
    other.fields.filter(
      (field) =>
        !field.derived &&
        field.type.kind === 'reference' &&
        field.type.entity === entity.name &&
        field.computed === null,
    ),
  );
  for (const field of referring) {
    const used = context.world
      .living(clauseSubject(field.clause))
      .map(({ values }) => values[field.name])
      // The test's actors must remain able to act.
      .find((id) => typeof id === 'string' && context.accounts.every((account) => account.id !== id));
    const view = typeof used === 'string' ? context.world.view(used) : null;
    if (view === null) continue;
    const builder = new CaseBuilder(context);
    const deleter = context.actors.find((actor) => mayDo(actor, 'read', view) && mayDo(actor, 'delete', view));
    builder.act(deleter ?? context.actors[0] ?? null, { kind: 'delete', entity: entity.name, id: view.id }, [
      field.clause,
    ]);
    yield builder.done(`Deleting ${entity.name} that ${field.clause} refers to`, [field.clause, entity.clause]);
  }
}
