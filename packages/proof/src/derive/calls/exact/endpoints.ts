import { isObject, type ExactCall } from '@nonet/language';
import { fieldSetBy } from '../../../reference/exact/body.ts';
import type { ExactRequest } from '../../../reference/exact/request.ts';
import { ExactRefused } from '../../../reference/exact/refused.ts';
import { refuse } from '../../../reference/refusal.ts';
import { shapeNamed } from '../../../reference/exact/shape.ts';
import { readable } from '../../../reference/exact/target.ts';
import type { Actor } from '../../../reference/permissions.ts';
import { CaseBuilder } from '../../case-builder.ts';
import type { Cases, DerivationContext } from '../../derivation-context.ts';
import { besideShape, variants } from './bodies.ts';
import {
  addressOf,
  ask,
  clausesOf,
  type Endpoint,
  endpointsOf,
  entityOfCall,
  refusalOf,
  shownClauses,
  targetOf,
  tokenOf,
  trial,
  withValue,
} from './endpoint.ts';
import { addressed, plainRequest } from './requests.ts';
import { nameOf } from '../../name.ts';

/** One of the calls that are tried: the endpoint, and the block of it that is meant. */
export interface Tried {
  readonly endpoint: Endpoint;
  readonly call: ExactCall;
}

/** The calls of these kinds that people and programs make; services make others (`deriveSignedCalls`). */
export function callsThat(context: DerivationContext, ...kinds: readonly string[]): Tried[] {
  return endpointsOf(context).flatMap((endpoint) =>
    endpoint.blocks
      .filter(
        ({ does, signed, open }) =>
          does !== null &&
          kinds.includes(does.kind) &&
          signed === null &&
          !open.some((clause) => clause.endsWith('.signed')),
      )
      .map((call) => ({ endpoint, call })),
  );
}

/** Accounts of each kind that the document distinguishes, and the actor who is not signed in. */
export function callers(context: DerivationContext): Actor[] {
  const seen = new Set<string>();
  const unlike = context.accounts.filter(({ roles }) => {
    const kind = roles.join();
    const count = [...seen].filter((one) => one.startsWith(`${kind} `)).length;
    seen.add(`${kind} ${count}`);
    // A second person of one kind: one's own records are not the other's.
    return count < 2;
  });
  return [...unlike.map(({ id }) => id), null];
}

/** Every actor makes the plain call; the ones who may not come first. */
export function* byEverybody(context: DerivationContext, { endpoint, call }: Tried): Cases {
  const tried = callers(context).map((as) => {
    const builder = new CaseBuilder(context);
    const request = plainRequest(builder, as, endpoint, call);
    return { as, refused: trial(builder, as, endpoint, request).refused !== null };
  });
  for (const { as } of tried.toSorted((a, b) => Number(b.refused) - Number(a.refused))) {
    const builder = new CaseBuilder(context);
    const request = plainRequest(builder, as, endpoint, call);
    const clauses = [...clausesOf(context, call)];
    const outcome = ask(
      builder,
      as,
      endpoint,
      request,
      clauses,
      endpoint.method === 'GET' ? { expect: reads(builder, as, endpoint, request) } : {},
    );
    const shown = outcome.refused === null && outcome.call === call ? shownClauses(context, call) : [];
    if (outcome.refused === null) lookAgain(builder, as, call, outcome.ids, request, clauses);
    const all = [...clauses, ...shown, ...signInClauses(context, as)];
    const title = `${endpoint.method} ${endpoint.path} as ${nameOf(context, as)}`;
    yield call.does?.kind === 'create' ? builder.prepared(title, all) : builder.done(title, all);
  }
}

/** A call that reads answers "not modified" to an actor who already has its answer. */
function reads(builder: CaseBuilder, as: Actor, endpoint: Endpoint, request: ExactRequest) {
  return trial(builder, as, endpoint, request).refused === null ? { unchanged: true } : {};
}

function signInClauses(context: DerivationContext, as: Actor): string[] {
  return as === null
    ? []
    : ['7.answered.token', '7.answered.session'].filter((clause) => clause in context.plan.clauses);
}

/** An actor whom a call does not refuse, and a request that it accepts. */
export function admitted(
  context: DerivationContext,
  { endpoint, call }: Tried,
): { as: Actor; request: ExactRequest } | null {
  const builder = new CaseBuilder(context);
  for (const as of callers(context)) {
    const request = plainRequest(builder, as, endpoint, call);
    const outcome = trial(builder, as, endpoint, request);
    if (outcome.refused === null && outcome.call === call) return { as, request };
  }
  return null;
}

/** Bodies at the limits of what a call takes, and beyond. */
export function* byBodies(context: DerivationContext, tried: Tried): Cases {
  const { endpoint, call } = tried;
  const source = call.does !== null && 'body' in call.does ? call.does.body : null;
  const able = admitted(context, tried);
  if (source === null || able === null) return;
  const each = call.does?.kind === 'create' && call.does.each;
  const { as } = able;
  const entered = call.does?.kind === 'create' ? Object.keys(call.does.values) : [];
  for (const variant of variants(context, source, as)) {
    const { what, clauses, wrong } = variant;
    // The call sets these fields itself and does not read them from the body.
    if (wrong !== null && entered.includes(fieldOfProperty(context, source.shape, wrong) ?? '')) continue;
    const builder = new CaseBuilder(context);
    const plain = plainRequest(builder, as, endpoint, call);
    const body = each ? eachOf(source.path, variant.body) : besideShape(context, source, variant, plain.body);
    const request = { ...plain, body };
    const all = [...clausesOf(context, call), ...clauses];
    // In a list, the index of an item precedes its key.
    const outcome = ask(builder, as, endpoint, request, all, { wrong: wrong !== null && each ? `0.${wrong}` : wrong });
    if (outcome.refused === null) lookAgain(builder, as, call, outcome.ids, request, all);
    yield builder.done(`${endpoint.method} ${endpoint.path} ${what}`, [...all]);
  }
  // The document does not say how another server treats a body that is `null`.
  if (context.capabilities.derived) yield nothingAtAll(context, tried, able.as);
  yield noJson(context, tried, able.as);
}

/** A body that is `null`: none of the places that the call reads is in it. */
function nothingAtAll(context: DerivationContext, { endpoint, call }: Tried, as: Actor) {
  const builder = new CaseBuilder(context);
  const clauses = clausesOf(context, call);
  ask(builder, as, endpoint, { ...plainRequest(builder, as, endpoint, call), body: null }, clauses);
  return builder.done(`${endpoint.method} ${endpoint.path} with a body that is null`, clauses);
}

/** A body that can't be read at all comes before everything else (6). */
function noJson(context: DerivationContext, { endpoint, call }: Tried, as: Actor) {
  const builder = new CaseBuilder(context);
  const clauses = clausesOf(context, call);
  const token = tokenOf(context, as);
  builder.ask({
    as,
    method: endpoint.method,
    path: addressOf(endpoint, plainRequest(builder, as, endpoint, call)),
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"what": ',
    ...(token === null ? {} : { token }),
    clauses,
    expect: refusalOf(context, call, new ExactRefused(refuse(context.lookup, 'INVALID'), null)),
  });
  return builder.done(`${endpoint.method} ${endpoint.path} with a body that is no JSON`, clauses);
}

/** The calls of an existing record that an actor may not read, and of one that they may only read. */
function forbidden(builder: CaseBuilder, as: Actor, { endpoint, call }: Tried): ExactRequest[] {
  const { world } = builder;
  const target = targetOf(call.does);
  if (target === null || target.start === 'user') return [];
  const { entity, by } = target.start;
  const plain = plainRequest(builder, as, endpoint, call);
  const isRead = new Set(readable(world, as, entity).map(({ id }) => id));
  const unseen = world.living(entity).find(({ id }) => !isRead.has(id));
  const value = unseen === undefined ? null : by.field === 'id' ? unseen.id : (unseen.values[by.field] ?? null);
  const body = plain.body === undefined ? {} : { body: plain.body };
  const seen = addressed(builder, as, call, { path: {}, query: {}, token: null, ...body }).find(
    (request) => trial(builder, as, endpoint, request).refused?.refused.code === 'FORBIDDEN',
  );
  return [...(value === null ? [] : [withValue(plain, by.value, value)]), ...(seen === undefined ? [] : [seen])];
}

function fieldOfProperty(context: DerivationContext, shape: string, name: string): string | null {
  const property = shapeNamed(context.lookup, shape).properties.find((one) => one.name === name);
  return property === undefined ? null : fieldSetBy(property);
}

function eachOf(path: readonly string[], body: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return [body];
  return { [key]: eachOf(rest, isObject(body) ? body[key] : undefined) };
}

/** Requests that name no record: an unknown id, or a text that is no id, for each record of the path in turn. */
export function* byNothing(context: DerivationContext, tried: Tried): Cases {
  const { endpoint, call } = tried;
  const target = targetOf(call.does);
  const able = admitted(context, tried);
  if (target === null || able === null) return;
  const finders = [...(target.start === 'user' ? [] : [target.start]), ...target.steps];
  const builder = new CaseBuilder(context);
  const clauses = clausesOf(context, call);
  for (const { entity, by } of finders) {
    const values = by.field === 'id' ? [`@${entity}:0`, 'nothing-of-this-name'] : ['nothing-of-this-name'];
    for (const value of values) {
      const request = withValue(plainRequest(builder, able.as, endpoint, call), by.value, value);
      ask(builder, able.as, endpoint, request, clauses);
    }
  }
  for (const as of callers(context)) {
    for (const request of forbidden(builder, as, tried)) {
      ask(builder, as, endpoint, request, clauses);
    }
  }
  if (builder.steps.length === 0) return;
  yield builder.done(`${endpoint.method} ${endpoint.path} of a missing or unreadable record`, clauses);
}

/** Reads the result of a write by the calls that read it. */
function lookAgain(
  builder: CaseBuilder,
  as: Actor,
  call: ExactCall,
  ids: readonly string[],
  request: ExactRequest,
  clauses: readonly string[],
): void {
  const { context } = builder;
  const writes = ['create', 'update', 'delete', 'delete each', 'add', 'remove', 'fire', 'sign up'];
  const entity = entityOfCall(call);
  if (entity === null || call.does === null || !writes.includes(call.does.kind)) return;
  for (const { endpoint, call: reading } of callsThat(context, 'read', 'list')) {
    if (entityOfCall(reading) !== entity) continue;
    const target = targetOf(reading.does);
    const isWhole = reading.does?.kind === 'list' && target === null;
    if (isWhole) {
      ask(builder, as, endpoint, plainRequest(builder, as, endpoint, reading), clauses);
      continue;
    }
    if (reading.does?.kind !== 'read' || target === null || target.start === 'user' || target.steps.length > 0)
      continue;
    const record = builder.world.view(ids.at(-1) ?? null);
    if (record !== null && context.unidentified.has(record.id)) continue;
    const { field, value } = target.start.by;
    const known = record === null ? request[value.from === 'query' ? 'query' : 'path'][value.name] : record[field];
    if (value.from === 'body' || known === undefined || known === null) continue;
    ask(builder, as, endpoint, withValue({ path: {}, query: {}, token: null }, value, known), clauses);
  }
}
