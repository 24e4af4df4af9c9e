import type { Entity, Field } from '@nonet/language';
import { beginAct } from '../reference/act.ts';
import type { Body } from '../reference/body.ts';
import type { Actor } from '../reference/permissions.ts';
import { storedOf } from '../reference/world.ts';
import { standing } from '../reference/write.ts';
import { candidates, settable } from '../search/draft.ts';
import { actorsOf } from './cells.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** No field of any document: a key begins with a letter. */
const UNKNOWN = '_no_such_field';

/** Point 6: what a body may name: nothing, all that can be set, what can't, and what only some may set beside the rest. */
export function* deriveBodies(stage: Stage): Cases {
  for (const entity of stage.plan.entities.filter(({ owner }) => owner === null)) {
    yield* ofNew(stage, entity);
    const states = stage.lookup.workflow(entity.name)?.states.map(({ name }) => name) ?? [];
    for (const state of states.length === 0 ? [null] : states) yield* ofKnown(stage, entity, state);
  }
}

function* ofNew(stage: Stage, entity: Entity): Cases {
  const clauses = [`6.${entity.name}.create`, entity.clause];
  for (const actor of creatorsOf(stage, entity.name)) {
    const scene = new Scene(stage);
    const create = (body: Body) => scene.act(actor, { kind: 'create', entity: entity.name, body }, clauses);
    const { draft } = plainPlot(stage, entity.name, [], actor);
    create({ ...draft, ...unsettable(stage, entity, actor, true) });
    const own = settable(stage.drafting(actor), entity.name).filter(isPlain);
    create({ ...draft, ...values(stage, actor, own, {}) });
    yield scene.done(`What a new ${entity.name} may be given by ${actor ?? 'nobody'}`, clauses);
  }
}

/** Everybody's changes of one record, those that are refused as a whole too. */
function* ofKnown(stage: Stage, entity: Entity, state: string | null): Cases {
  const found = reach(stage, { entity: entity.name, state, budget: 25 });
  if (found === null) return;
  const { scene, id } = found;
  // What is made of a call's answer comes when it comes: nothing is told of the record meanwhile.
  if (scene.calls.some(({ call }) => isAnswered(stage, call))) return;
  const clauses = [`6.${entity.name}.update`, entity.clause];
  for (const actor of actorsOf(stage, () => scene.world, id)) {
    for (const body of changesBy(stage, entity, actor, scene, id))
      scene.act(actor, { kind: 'update', entity: entity.name, id, body }, clauses);
    scene.see(actor, id, clauses);
  }
  yield scene.done(`What of a ${entity.name}${state === null ? '' : ` in ${state}`} may be changed at once`, clauses);
}

function isAnswered(stage: Stage, name: string): boolean {
  const call = stage.plan.calls.find((one) => one.name === name);
  return call !== undefined && (call.then.length > 0 || (call.fails ?? []).length > 0);
}

/** Bodies by one person; each is made when those before it have been sent. */
function* changesBy(stage: Stage, entity: Entity, actor: Actor, scene: Scene, id: string): Generator<Body> {
  yield {};
  yield unsettable(stage, entity, actor, false);
  const rows = stage.lookup.permissions(entity.name)?.fields ?? {};
  const all = settable(stage.drafting(actor, scene.world), entity.name, false).filter(isPlain);
  const narrowed = all.filter(({ name }) => rows[name]?.update !== undefined);
  const others = all.filter(({ name }) => rows[name]?.update === undefined);
  const former = () => storedOf(scene.world.view(id) ?? raise(id)).values;
  if (narrowed.length > 0) yield values(stage, actor, narrowed, former());
  if (narrowed.length > 0 && others.length > 0)
    yield values(stage, actor, [...narrowed, ...others.slice(0, 1)], former());
  if (others.length > 0) yield values(stage, actor, others, former());
}

function raise(id: string): never {
  throw new Error(`${id} is not there.`);
}

/** All that this reader can't set, at once. */
function unsettable(stage: Stage, entity: Entity, actor: Actor, creates: boolean): Body {
  const act = beginAct(stage.world, actor);
  const names = entity.fields
    .filter(({ name, type }) => type.kind !== 'open' && standing(act, entity.name, name, creates) !== 'settable')
    .map(({ name }) => name);
  return Object.fromEntries([...names, UNKNOWN].map((name) => [name, 'x']));
}

/** Other values than there are, the plainest. */
function values(stage: Stage, actor: Actor, fields: readonly Field[], former: Readonly<Record<string, unknown>>): Body {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = candidates(stage.drafting(actor), field).find((one) => one !== null && one !== former[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function isPlain({ type }: Field): boolean {
  return type.kind !== 'children' && type.kind !== 'file' && type.kind !== 'image' && type.kind !== 'open';
}
