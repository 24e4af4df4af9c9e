import type { ExactCall } from '@nonet/language';
import { fieldSetBy } from '../../reference/exact/body.ts';
import type { ExactRequest } from '../../reference/exact/request.ts';
import { ExactRefused } from '../../reference/exact/refused.ts';
import { refuse } from '../../reference/refusal.ts';
import { shapeNamed } from '../../reference/exact/shape.ts';
import { readable } from '../../reference/exact/target.ts';
import type { Actor } from '../../reference/permissions.ts';
import { Scene } from '../scene.ts';
import type { Cases, Stage } from '../stage.ts';
import { variants } from './bodies.ts';
import {
  addressOf,
  ask,
  clausesOf,
  type Door,
  doorsOf,
  entityOfCall,
  refusalOf,
  shownClauses,
  targetOf,
  tokenOf,
  trial,
  withValue,
} from './door.ts';
import { addressed, plainRequest } from './requests.ts';
import { nameOf } from '../name.ts';

/** One of the calls that are tried: the door, and the block of it that is meant. */
export interface Tried {
  readonly door: Door;
  readonly call: ExactCall;
}

export function callsThat(stage: Stage, ...kinds: readonly string[]): Tried[] {
  return doorsOf(stage).flatMap((door) =>
    door.blocks.filter(({ does }) => does !== null && kinds.includes(does.kind)).map((call) => ({ door, call })),
  );
}

/** Those who call: one of each kind that the document tells apart, and nobody. */
export function callers(stage: Stage): Actor[] {
  const seen = new Set<string>();
  const unlike = stage.accounts.filter(({ roles }) => {
    const kind = roles.join();
    const count = [...seen].filter((one) => one.startsWith(`${kind} `)).length;
    seen.add(`${kind} ${count}`);
    // Two of a kind: what is one's own is not the other's.
    return count < 2;
  });
  return [...unlike.map(({ id }) => id), null];
}

/** Everybody makes the plain call, those who may not first. */
export function* byEverybody(stage: Stage, { door, call }: Tried): Cases {
  const tried = callers(stage).map((as) => {
    const scene = new Scene(stage);
    const request = plainRequest(scene, as, door, call);
    return { as, refused: trial(scene, as, door, request).refused !== null };
  });
  for (const { as } of tried.toSorted((a, b) => Number(b.refused) - Number(a.refused))) {
    const scene = new Scene(stage);
    const request = plainRequest(scene, as, door, call);
    const clauses = [...clausesOf(stage, call)];
    const outcome = ask(
      scene,
      as,
      door,
      request,
      clauses,
      door.method === 'GET' ? { expect: reads(scene, as, door, request) } : {},
    );
    const shown = outcome.refused === null && outcome.call === call ? shownClauses(stage, call) : [];
    if (outcome.refused === null) lookAgain(scene, as, call, outcome.ids, request, clauses);
    const all = [...clauses, ...shown, ...signInClauses(stage, as)];
    const title = `${door.method} ${door.path} as ${nameOf(stage, as)}`;
    yield call.does?.kind === 'create' ? scene.prepared(title, all) : scene.done(title, all);
  }
}

/** What reads tells who has its answer already that nothing has changed. */
function reads(scene: Scene, as: Actor, door: Door, request: ExactRequest) {
  return trial(scene, as, door, request).refused === null ? { unchanged: true } : {};
}

function signInClauses(stage: Stage, as: Actor): string[] {
  return as === null ? [] : ['7.answered.token', '7.answered.session'].filter((clause) => clause in stage.plan.clauses);
}

/** Somebody whom a call is not refused, and a request that it admits. */
export function admitted(stage: Stage, { door, call }: Tried): { as: Actor; request: ExactRequest } | null {
  const scene = new Scene(stage);
  for (const as of callers(stage)) {
    const request = plainRequest(scene, as, door, call);
    const outcome = trial(scene, as, door, request);
    if (outcome.refused === null && outcome.call === call) return { as, request };
  }
  return null;
}

/** Bodies at the limits of what a call takes, and beyond. */
export function* byBodies(stage: Stage, tried: Tried): Cases {
  const { door, call } = tried;
  const source = call.does !== null && 'body' in call.does ? call.does.body : null;
  const able = admitted(stage, tried);
  if (source === null || able === null) return;
  const each = call.does?.kind === 'create' && call.does.each;
  const { as } = able;
  const entered = call.does?.kind === 'create' ? Object.keys(call.does.values) : [];
  for (const { what, body, clauses, wrong } of variants(stage, source, as)) {
    // What the call enters itself is not looked at in the body.
    if (wrong !== null && entered.includes(fieldOfProperty(stage, source.shape, wrong) ?? '')) continue;
    const scene = new Scene(stage);
    const plain = plainRequest(scene, as, door, call);
    const request = { ...plain, body: each ? eachOf(source.path, body) : body };
    const all = [...clausesOf(stage, call), ...clauses];
    // Of a list, the place of an item stands before its key.
    const outcome = ask(scene, as, door, request, all, { wrong: wrong !== null && each ? `0.${wrong}` : wrong });
    if (outcome.refused === null) lookAgain(scene, as, call, outcome.ids, request, all);
    yield scene.done(`${door.method} ${door.path} ${what}`, [...all]);
  }
  // How somebody else's server takes a body of nothing is its own affair.
  if (stage.powers.derived) yield nothingAtAll(stage, tried, able.as);
  yield noJson(stage, tried, able.as);
}

/** A body that is `null`: none of the places that the call reads is in it. */
function nothingAtAll(stage: Stage, { door, call }: Tried, as: Actor) {
  const scene = new Scene(stage);
  const clauses = clausesOf(stage, call);
  ask(scene, as, door, { ...plainRequest(scene, as, door, call), body: null }, clauses);
  return scene.done(`${door.method} ${door.path} with a body that is null`, clauses);
}

/** A body that can't be read at all comes before everything else (6). */
function noJson(stage: Stage, { door, call }: Tried, as: Actor) {
  const scene = new Scene(stage);
  const clauses = clausesOf(stage, call);
  const token = tokenOf(stage, as);
  scene.ask({
    as,
    method: door.method,
    path: addressOf(door, plainRequest(scene, as, door, call)),
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"what": ',
    ...(token === null ? {} : { token }),
    clauses,
    expect: refusalOf(stage, call, new ExactRefused(refuse(stage.lookup, 'INVALID'), null)),
  });
  return scene.done(`${door.method} ${door.path} with a body that is no JSON`, clauses);
}

/** The call of a record that is there, and that somebody may not read; and of one that they may read, and no more. */
function forbidden(scene: Scene, as: Actor, { door, call }: Tried): ExactRequest[] {
  const { world } = scene;
  const target = targetOf(call.does);
  if (target === null || target.start === 'user') return [];
  const { entity, by } = target.start;
  const plain = plainRequest(scene, as, door, call);
  const isRead = new Set(readable(world, as, entity).map(({ id }) => id));
  const unseen = world.living(entity).find(({ id }) => !isRead.has(id));
  const value = unseen === undefined ? null : by.field === 'id' ? unseen.id : (unseen.values[by.field] ?? null);
  const body = plain.body === undefined ? {} : { body: plain.body };
  const seen = addressed(scene, as, call, { path: {}, query: {}, token: null, ...body }).find(
    (request) => trial(scene, as, door, request).refused?.refused.code === 'FORBIDDEN',
  );
  return [...(value === null ? [] : [withValue(plain, by.value, value)]), ...(seen === undefined ? [] : [seen])];
}

function fieldOfProperty(stage: Stage, shape: string, name: string): string | null {
  const property = shapeNamed(stage.lookup, shape).properties.find((one) => one.name === name);
  return property === undefined ? null : fieldSetBy(property);
}

function eachOf(path: readonly string[], body: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return [body];
  return { [key]: eachOf(rest, (body as Record<string, unknown>)[key]) };
}

/** What is not there: an id of nobody, a text that is no id; each record on the way by itself. */
export function* byNothing(stage: Stage, tried: Tried): Cases {
  const { door, call } = tried;
  const target = targetOf(call.does);
  const able = admitted(stage, tried);
  if (target === null || able === null) return;
  const finders = [...(target.start === 'user' ? [] : [target.start]), ...target.steps];
  const scene = new Scene(stage);
  const clauses = clausesOf(stage, call);
  for (const { entity, by } of finders) {
    const values = by.field === 'id' ? [`@${entity}:0`, 'nothing-of-this-name'] : ['nothing-of-this-name'];
    for (const value of values) {
      const request = withValue(plainRequest(scene, able.as, door, call), by.value, value);
      ask(scene, able.as, door, request, clauses);
    }
  }
  for (const as of callers(stage)) {
    for (const request of forbidden(scene, as, tried)) {
      ask(scene, as, door, request, clauses);
    }
  }
  if (scene.steps.length === 0) return;
  yield scene.done(`${door.method} ${door.path} of what is not there, or not theirs`, clauses);
}

/** What a write has left, as the calls that read show it. */
function lookAgain(
  scene: Scene,
  as: Actor,
  call: ExactCall,
  ids: readonly string[],
  request: ExactRequest,
  clauses: readonly string[],
): void {
  const { stage } = scene;
  const writes = ['create', 'update', 'delete', 'delete each', 'add', 'remove', 'fire', 'sign up'];
  const entity = entityOfCall(call);
  if (entity === null || call.does === null || !writes.includes(call.does.kind)) return;
  for (const { door, call: reading } of callsThat(stage, 'read', 'list')) {
    if (entityOfCall(reading) !== entity) continue;
    const target = targetOf(reading.does);
    const isWhole = reading.does?.kind === 'list' && target === null;
    if (isWhole) {
      ask(scene, as, door, plainRequest(scene, as, door, reading), clauses);
      continue;
    }
    if (reading.does?.kind !== 'read' || target === null || target.start === 'user' || target.steps.length > 0)
      continue;
    const record = scene.world.view(ids.at(-1) ?? null);
    const { field, value } = target.start.by;
    const known = record === null ? request[value.from === 'query' ? 'query' : 'path'][value.name] : record[field];
    if (value.from === 'body' || known === undefined || known === null) continue;
    ask(scene, as, door, withValue({ path: {}, query: {}, token: null }, value, known), clauses);
  }
}
