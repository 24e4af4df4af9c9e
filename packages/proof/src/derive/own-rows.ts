import type { Entity, Field } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import type { View } from '../reference/evaluate.ts';
import { perform, type Request } from '../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../reference/permissions.ts';
import { storedOf, type World } from '../reference/world.ts';
import { candidates, settable, withFiles } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { cellsFor, fieldCellsFor, kindOf, unlikeActors } from './cells.ts';
import { deriveGallery } from './gallery.ts';
import { nameOf } from './name.ts';
import { plainPlot } from './plots.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** As many values of a field are tried on one record. */
const MOST_VALUES = 8;
/** As many records of an entity are tried: the latest are the most varied. */
const MOST_RECORDS = 12;
const DONE = 'done';
/** Whoever acts in the tests stays who they are. */
const WHO_ACTS: ReadonlySet<string> = new Set(['roles', 'disabled']);

/**
 * Point 6: a field's `update` row of its own, for each unlike reader: where it lets them before the change and after it,
 * before it alone, after it alone, and not at all; on create, on the result.
 */
export function* deriveOwnRows(stage: Stage): Cases {
  const rows = stage.plan.entities.flatMap((entity) => {
    const own = stage.lookup.permissions(entity.name)?.fields ?? {};
    return entity.fields
      .filter(({ name }) => entity.owner === null && own[name]?.update !== undefined)
      .map((field) => ({ entity, field }));
  });
  if (rows.length === 0) return;
  yield* deriveGallery(stage);
  for (const { entity, field } of rows)
    for (const actor of unlikeActors(stage, entity.name)) {
      yield* creating(stage, entity, field, actor);
      yield* updating(stage, entity, field, actor);
    }
}

type Writing = Extract<Request, { kind: 'create' | 'update' }>;

interface Try {
  readonly request: Writing;
  readonly clauses: readonly string[];
  /** What tells it from others that need not be tried as well. */
  readonly kind: string;
}

function* creating(stage: Stage, entity: Entity, field: Field, actor: Actor): Cases {
  const { draft } = plainPlot(stage, entity.name, [], actor);
  const tries = bodiesWith(stage, entity, field, actor, null).map((body): Try => {
    const request: Writing = { kind: 'create', entity: entity.name, body: { ...draft, ...body } };
    const { after, verdict } = judged(stage.world, actor, request, field);
    const cells =
      after === null ? [] : fieldCellsFor(stage, stage.world, actor, entity.name, 'update', after, [field.name]);
    const may = after === null ? 'not seen' : String(mayUpdateField(actor, after, field.name));
    return {
      request,
      clauses: [...cellsFor(stage, stage.world, actor, entity.name, 'create', after), ...cells],
      kind: `${may} ${verdict}`,
    };
  });
  yield* carriedOut(stage, `Creating ${entity.name} with its ${field.label}`, field, actor, tries);
}

function* updating(stage: Stage, entity: Entity, field: Field, actor: Actor): Cases {
  const acting = new Set(WHO_ACTS.has(field.name) ? stage.accounts.map(({ id }) => id) : []);
  const records = stage.world.living(entity.name).filter(({ id }) => !acting.has(id));
  const tries = records.slice(-MOST_RECORDS).flatMap(({ id }): Try[] => {
    const before = stage.world.view(id);
    if (before === null || !mayDo(actor, 'read', before)) return [];
    const cells = fieldCellsFor(stage, stage.world, actor, entity.name, 'update', before, [field.name]);
    const held = kindOf(stage, stage.world, actor, before);
    return bodiesWith(stage, entity, field, actor, before).map((body) => {
      const request: Writing = { kind: 'update', entity: entity.name, id, body };
      const { after, verdict } = judged(stage.world, actor, request, field);
      const may = [before, after].map((record) => record !== null && mayUpdateField(actor, record, field.name));
      return {
        request,
        clauses: [`6.${entity.name}`, ...cells],
        kind: [held, ...may, mayDo(actor, 'update', before), verdict].join(' '),
      };
    });
  });
  yield* carriedOut(stage, `Changing the ${field.label} of ${entity.name}`, field, actor, tries);
}

/** Values of the field, each alone and with another field that its cells read. */
function bodiesWith(stage: Stage, entity: Entity, field: Field, actor: Actor, record: View | null): Body[] {
  const drafting = stage.drafting(actor);
  const grants = stage.lookup.permissions(entity.name)?.fields[field.name]?.update ?? [];
  const conditions = grants.flatMap(({ cell }) => (cell.kind === 'when' ? [cell.condition] : []));
  const focus = focusOf(stage.lookup, conditions);
  const former = record === null ? {} : storedOf(record).values;
  const others = (of: Field) =>
    candidates(drafting, of)
      .filter((value) => JSON.stringify(value) !== JSON.stringify(former[of.name] ?? null))
      .slice(0, MOST_VALUES);
  const alone = others(field).map((value): Body => ({ [field.name]: value }));
  const [first] = alone;
  const beside = settable(drafting, entity.name, record === null).filter(
    ({ name, type }) => name !== field.name && focus.has(`${entity.name}.${name}`) && type.kind !== 'children',
  );
  if (first === undefined) return [];
  return [
    ...alone,
    ...beside.flatMap((other) => others(other).map((value): Body => ({ ...first, [other.name]: value }))),
  ];
}

/** What comes of a request, and the record as it would be then: the row is asked of it too. */
function judged(world: World, actor: Actor, request: Writing, field: Field) {
  const copy = world.fork();
  const body = withFiles(request.body, (type) => copy.addFile({ type, by: actor }));
  const { act, refused } = perform(copy, actor, { ...request, body });
  const made = request.kind === 'update' ? request.id : [...act.touched.values()].find(({ isNew }) => isNew)?.id;
  const after = act.world.view(made ?? null);
  const verdict = refused === null ? DONE : `${refused.code} ${refused.errors.map(({ code }) => code).join()}`;
  return { after: after !== null && field.name in after ? after : null, verdict };
}

/** One request of each kind. */
function* carriedOut(stage: Stage, title: string, field: Field, actor: Actor, tries: readonly Try[]): Cases {
  const scene = new Scene(stage);
  const seen = new Set<string>();
  const clauses = new Set([field.clause]);
  // What is refused changes nothing for those that come after it.
  const isDone = ({ kind }: Try) => Number(kind.endsWith(DONE));
  for (const { request, clauses: about, kind } of tries.toSorted((a, b) => isDone(a) - isDone(b))) {
    if (seen.has(kind)) continue;
    seen.add(kind);
    for (const clause of about) clauses.add(clause);
    const { refused, id } = scene.act(actor, request, about);
    if (refused === null && id !== null) scene.see(actor, id, about);
  }
  if (scene.steps.length > 0) yield scene.done(`${title} as ${nameOf(stage, actor)}`, [...clauses]);
}
