import { type Entity, type Field, ownFields } from '@nonet/language';
import { mayDo, type Actor } from '../reference/permissions.ts';
import type { Request } from '../reference/perform.ts';
import { refuse } from '../reference/refusal.ts';
import type { Body } from '../reference/body.ts';
import { candidates, settable } from '../search/draft.ts';
import { boundaries, childDraft, oddTexts, wrongTypes } from './boundaries.ts';
import { creatorsOf } from './plots.ts';
import { findPlot } from './find-plot.ts';
import { collection, refusal, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Where a field stands in a body: of the record itself, or of its first child in a list. */
interface Place {
  readonly root: string;
  readonly list: Field | null;
  readonly entity: Entity;
  readonly as: Actor;
  /** A body that is admitted as it is. */
  readonly draft: Body;
}

/** Point 3: what each field takes at its limits, and what it refuses beyond them. */
export function* deriveFields(stage: Stage): Cases {
  for (const root of stage.plan.entities.filter(({ owner }) => owner === null)) {
    for (const place of placesOf(stage, root.name)) {
      for (const field of place.entity.fields) yield* aboutField(stage, place, field);
      for (const names of place.entity.unique) yield* taken(stage, place, names, [place.entity.clause]);
    }
  }
}

function placesOf(stage: Stage, root: string): Place[] {
  const plot = findPlot(stage, { entity: root, state: null, route: [], budget: 60 });
  if (plot === null) return [];
  const own = { root, list: null, entity: stage.lookup.entity(root), as: plot.creator, draft: plot.draft };
  const settableHere = new Set(settable(stage.drafting(plot.creator), root).map(({ name }) => name));
  const lists = stage.lookup
    .lists(root)
    .filter(({ field }) => settableHere.has(field.name))
    .map(({ field, entity }): Place => {
      const child = childDraft(stage, plot.creator, entity);
      const children = (plot.draft[field.name] as readonly Body[] | undefined) ?? [child];
      const draft = { ...plot.draft, [field.name]: children };
      return { root, list: field, entity: stage.lookup.entity(entity), as: plot.creator, draft };
    });
  return [own, ...lists];
}

/** The draft with one field's value in its place; undefined leaves it out. */
function withValue(stage: Stage, place: Place, field: Field, value: unknown): Body {
  const set = (body: Body): Body => {
    const { [field.name]: _former, ...rest } = body;
    return value === undefined ? rest : { ...rest, [field.name]: value };
  };
  const draft = renewed(stage, place);
  if (place.list === null) return set(draft);
  const [first = {}, ...others] = draft[place.list.name] as readonly Body[];
  return { ...draft, [place.list.name]: [set(first), ...others] };
}

/** The draft with other unique values. */
function renewed(stage: Stage, place: Place): Body {
  const drafting = stage.drafting(place.as);
  return Object.fromEntries(
    Object.entries(place.draft).map(([name, value]) => {
      const field = stage.lookup.field(place.root, name);
      const unique =
        field !== null && (field.unique !== null || stage.lookup.entity(place.root).unique.flat().includes(name));
      return [name, unique && value !== null ? (candidates(drafting, field)[0] ?? value) : value];
    }),
  );
}

function* aboutField(stage: Stage, place: Place, field: Field): Cases {
  // In a list, `id` says which child is meant.
  if (place.list !== null && field.name === 'id') return;
  const scene = new Scene(stage);
  const clauses = [field.clause, place.entity.clause];
  const shown = new Set(clauses);
  const create = (value: unknown, also: readonly string[] = []) =>
    scene.act(place.as, { kind: 'create', entity: place.root, body: withValue(stage, place, field, value) }, [
      ...clauses,
      ...also,
    ]);
  const open = settable(stage.drafting(place.as), place.entity.name).includes(field);
  if (!open) {
    // Nobody sets what the product sets: neither its own value nor any other.
    if (field.type.kind !== 'open') create(field.type.kind === 'children' ? [] : 'x');
  } else {
    for (const { value, clause } of boundaries(stage, field)) {
      if (clause !== null) shown.add(clause);
      create(value, clause === null ? [] : [clause]);
    }
    for (const value of [...new Set(candidates(stage.drafting(place.as), field))].slice(0, 4)) create(value);
    for (const { value } of oddTexts(stage, field)) create(value);
    create(undefined);
    if (field.required && field.type.kind !== 'children' && !isJudged(stage, place, field)) create(null);
    for (const value of wrongTypes(field, stage.plan.settings))
      refuseType(scene, place, field, withValue(stage, place, field, value), clauses);
    if (field.type.kind === 'reference') create(`@${field.type.entity}:0`);
  }
  if (scene.steps.length > 0)
    yield scene.done(`${place.entity.name}.${field.name}: what it takes and what it refuses`, [...shown]);
  if (open && field.unique !== null) yield* taken(stage, place, [field.name], [field.clause]);
}

/** Whether a cell of point 6 reads the field: what it says of a record that lacks what it must have is not stated. */
function isJudged(stage: Stage, { entity }: Place, field: Field): boolean {
  const { actions, fields = {} } = stage.lookup.permissions(entity.name) ?? {};
  return [...(actions?.create ?? []), ...(fields[field.name]?.update ?? [])].some(
    ({ cell }) => cell.kind === 'when' && ownFields(cell.condition).includes(field.name),
  );
}

function refuseType(scene: Scene, place: Place, field: Field, body: Body, clauses: readonly string[]): void {
  const { stage } = scene;
  const expect = refusal(refuse(stage.lookup, 'INVALID', { errors: [{ code: 'INVALID', clause: field.clause }] }));
  const path = collection(stage, place.root);
  scene.ask({ as: place.as, method: 'POST', path, body: scene.upload(place.as, body), clauses, expect });
}

/** The same unique value twice. */
function* taken(stage: Stage, place: Place, names: readonly string[], clauses: readonly string[]): Cases {
  if (place.list !== null) return;
  const scene = new Scene(stage);
  const first = renewed(stage, place);
  const same = names.filter((name) => name in first).map((name) => [name, first[name]]);
  const second = { ...renewed(stage, place), ...Object.fromEntries(same) };
  const field = stage.lookup.field(place.root, names[0] ?? '');
  const other = field?.unique === 'ignoring case' ? upper(second, names) : second;
  for (const body of [first, second, other]) scene.act(place.as, { kind: 'create', entity: place.root, body }, clauses);
  yield scene.done(`${place.entity.name}: ${names.join(' and ')} twice`, clauses);
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
export function* deriveDeletion(stage: Stage): Cases {
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null)) {
    const clauses = [entity.clause];
    const plot = findPlot(stage, { entity: entity.name, state: null, route: [], budget: 40 });
    if (plot === null || creatorsOf(stage, entity.name).length === 0) continue;
    const scene = new Scene(stage);
    const request: Request = {
      kind: 'create',
      entity: entity.name,
      body: renewed(stage, { root: entity.name, list: null, entity, as: plot.creator, draft: plot.draft }),
    };
    const { id } = scene.act(plot.creator, request);
    if (id === null) continue;
    const may = (action: 'delete' | 'restore') =>
      stage.actors.find((actor) => {
        const view = scene.world.view(id);
        return view !== null && mayDo(actor, 'read', view) && mayDo(actor, action, view);
      });
    const deleter = may('delete') ?? plot.creator;
    scene.act(deleter, { kind: 'delete', entity: entity.name, id }, clauses);
    scene.see(deleter, id, clauses);
    const restorer = may('restore') ?? plot.creator;
    if (entity.delete === 'soft' && hasUnique(entity)) {
      // What is deleted has nothing to itself; who took its place keeps it away.
      const again = scene.act(plot.creator, request, clauses);
      scene.act(restorer, { kind: 'restore', entity: entity.name, id }, clauses);
      if (again.id !== null) scene.act(deleter, { kind: 'delete', entity: entity.name, id: again.id }, clauses);
    }
    scene.act(restorer, { kind: 'restore', entity: entity.name, id }, clauses);
    if (scene.world.get(id) !== null) scene.see(restorer, id, clauses);
    yield scene.done(`Deleting and restoring ${entity.name}`, clauses);
    yield* inUse(stage, entity);
  }
}

function hasUnique({ fields, unique }: Entity): boolean {
  return unique.length > 0 || fields.some((field) => field.unique !== null);
}

/** What refers to a record keeps it, goes with it, or lets it go (3: `restrict`, `cascade`, `clear`). */
function* inUse(stage: Stage, entity: Entity): Cases {
  const referring = stage.plan.entities.flatMap((other) =>
    other.fields.filter(
      (field) =>
        !field.derived &&
        field.type.kind === 'reference' &&
        field.type.entity === entity.name &&
        field.computed === null,
    ),
  );
  for (const field of referring) {
    const used = stage.world
      .living(field.clause.split('.')[1] ?? '')
      .map(({ values }) => values[field.name])
      // Whoever acts in the tests goes on acting.
      .find((id) => typeof id === 'string' && stage.accounts.every((account) => account.id !== id));
    const view = typeof used === 'string' ? stage.world.view(used) : null;
    if (view === null) continue;
    const scene = new Scene(stage);
    const deleter = stage.actors.find((actor) => mayDo(actor, 'read', view) && mayDo(actor, 'delete', view));
    scene.act(deleter ?? stage.actors[0] ?? null, { kind: 'delete', entity: entity.name, id: view.id }, [field.clause]);
    yield scene.done(`Deleting ${entity.name} that ${field.clause} refers to`, [field.clause, entity.clause]);
  }
}
