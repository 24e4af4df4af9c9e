import {
  isObject,
  type ExactCall,
  type AnswerTemplate,
  type ExactCallAction,
  type RequestValue,
  type Target,
} from '@nonet/language';
import { type ExactOutcome, answerExact } from '../../../reference/exact/answer.ts';
import { errorAnswer } from '../../../reference/exact/errors.ts';
import type { Body } from '../../../reference/body.ts';
import type { ExactRequest } from '../../../reference/exact/request.ts';
import { shapeNamed } from '../../../reference/exact/shape.ts';
import { ExactRefused } from '../../../reference/exact/refused.ts';
import type { Actor } from '../../../reference/permissions.ts';
import type { World } from '../../../reference/world.ts';
import { refuse } from '../../../reference/refusal.ts';
import type { AskStep, Expect } from '../../../run/case.ts';
import { withFiles } from '../../../search/draft.ts';
import { refusal, type CaseBuilder } from '../../case-builder.ts';
import type { DerivationContext } from '../../derivation-context.ts';

/** The blocks of one method at one path: the first whose `when` holds answers. */
export interface Endpoint {
  readonly method: ExactCall['method'];
  readonly path: string;
  readonly blocks: readonly ExactCall[];
}

export function endpointsOf(context: DerivationContext): Endpoint[] {
  const groups = Map.groupBy(
    context.plan.answered.calls,
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  );
  return [...groups.values()].flatMap((blocks) => {
    const [first] = blocks;
    return first === undefined ? [] : [{ method: first.method, path: first.path, blocks }];
  });
}

/** The record or list that an action is about; null if it is about none. */
export function targetOf(does: ExactCallAction | null): Target | null {
  if (does === null) return null;
  if (does.kind === 'list' || does.kind === 'create' || does.kind === 'delete each')
    return does.records.of?.target ?? null;
  return 'target' in does ? does.target : null;
}

/** The entity whose records an action shows or changes. */
export function entityOfCall({ does }: ExactCall): string | null {
  if (does === null) return null;
  if ('records' in does) return does.records.entity;
  if ('target' in does && does.target !== null) return does.target.entity;
  return does.kind === 'fire' ? does.entity : ['sign up', 'sign in', 'user'].includes(does.kind) ? 'User' : null;
}

/** The clauses of a call, with the shapes of its answers. */
export function clausesOf(context: DerivationContext, call: ExactCall): string[] {
  const isFiltered = call.does?.kind === 'list' && call.does.filters.length > 0;
  const own = Object.keys(context.plan.clauses).filter(
    (clause) => clause.startsWith(`${call.clause}.`) && !(isFiltered && clause.endsWith('.filters')),
  );
  return [call.clause, ...own, '7.answered.base'].filter((clause) => clause in context.plan.clauses);
}

/** The shapes that an answer shows, and all that is in them. */
export function shownClauses(context: DerivationContext, call: ExactCall): string[] {
  const shown = new Set<string>();
  const show = (name: string) => {
    const shape = shapeNamed(context.lookup, name);
    if (shown.has(shape.clause)) return;
    shown.add(shape.clause);
    for (const { value, clause } of shape.properties) {
      if (value.kind === 'password' || value.kind === 'ignored') continue;
      shown.add(clause);
      if (value.kind === 'shape') show(value.shape);
    }
  };
  const visit = (template: AnswerTemplate): void => {
    if (template.kind === 'object') for (const { value } of template.members) visit(value);
    else if (template.kind === 'array') template.items.forEach(visit);
    else if (template.kind === 'each') visit(template.value);
    else if ('shape' in template) show(template.shape);
  };
  if (call.answers?.body) visit(call.answers.body);
  return [...shown];
}

export const NOTHING_SENT: ExactRequest = { path: {}, query: {}, token: null };

/** The request with a value set at one place. */
export function withValue(request: ExactRequest, { from, name }: RequestValue, value: unknown): ExactRequest {
  if (from !== 'body') return { ...request, [from]: { ...request[from], [name]: String(value) } };
  const set = (body: unknown, [key = '', ...rest]: readonly string[]): unknown => ({
    ...(isObject(body) ? body : {}),
    [key]: rest.length === 0 ? value : set(isObject(body) ? body[key] : undefined, rest),
  });
  return { ...request, body: set(request.body, name.split('.')) };
}

/** The address of a request; symbols stay as they are. */
export function addressOf(endpoint: Endpoint, { path, query }: ExactRequest): string {
  const plain = (text: string) => (/^@\w+:\d+$/.test(text) ? text : encodeURIComponent(text));
  const filled = endpoint.path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => plain(path[name] ?? 'x'));
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${plain(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** The token of an actor; the product itself gives one to an actor who has not signed in by a call. */
export function tokenOf(context: DerivationContext, actor: Actor): string | null {
  if (actor === null) return null;
  return context.tokens.get(actor) ?? `@session:${actor.slice(actor.indexOf(':') + 1)}`;
}

/** The document's answer to a request, which changes nothing in the world. */
export function trial(builder: CaseBuilder, as: Actor, endpoint: Endpoint, request: ExactRequest): ExactOutcome {
  const { context } = builder;
  const world = builder.world.fork();
  const sent = withUploads(request, (body) => withFiles(body, (type) => world.addFile({ type, by: as })));
  const asked = { ...sent, token: tokenOf(context, as) };
  return answerExact(world, as, endpoint.blocks, asked, { clock: context.capabilities.clock, nextToken: '@token:0' });
}

/** The request with the files that its body names by their type. */
function withUploads(request: ExactRequest, upload: (body: Body) => Body): ExactRequest {
  return request.body === undefined ? request : { ...request, body: upload({ body: request.body }).body };
}

export interface AskOptions {
  /** A token that opens nothing. */
  readonly token?: string;
  readonly headers?: AskStep['headers'];
  /** How a service signs it. */
  readonly signed?: AskStep['signed'];
  /** Its sender has not proved itself, so that nothing happens. */
  readonly isUnproven?: true;
  readonly expect?: Partial<Expect>;
  /** The property whose value can't be read: INVALID, where nothing is said before it. */
  readonly wrong?: string | null;
}

/** Makes an exact call, and expects what the document says to it. */
export function ask(
  builder: CaseBuilder,
  as: Actor,
  endpoint: Endpoint,
  request: ExactRequest,
  clauses: readonly string[],
  { token, headers, signed, isUnproven, expect, wrong = null }: AskOptions = {},
): ExactOutcome {
  const { context } = builder;
  builder.tick();
  const before = builder.world;
  const nextToken = `@token:${context.serial()}`;
  const own = tokenOf(context, as);
  const asked = { ...withUploads(request, (body) => builder.upload(as, body)), token: own };
  const options = { clock: context.capabilities.clock, nextToken };
  const outcome = isUnproven
    ? unproven(builder, endpoint)
    : wrong === null
      ? answerExact(builder.world, as, endpoint.blocks, asked, options)
      : unreadable(builder, endpoint, wrong);
  if (wrong === null && outcome.refused === null) {
    const at = builder.world.now;
    builder.world = outcome.world.fork();
    builder.world.now = at;
  }
  builder.calls.push(...outcome.calls);
  const raised = outcome.refused === null ? [] : errorClauses(context, outcome.refused.refused.code);
  if (outcome.refused !== null) builder.raised(outcome.refused.refused);
  builder.shows(...raised);
  if (outcome.signedIn !== null) context.tokens.set(outcome.signedIn, nextToken);
  if (outcome.call?.does?.kind === 'sign out' && as !== null && outcome.refused === null) context.tokens.delete(as);
  const sent = token ?? own;
  builder.ask({
    as,
    method: endpoint.method,
    path: addressOf(endpoint, asked),
    ...(asked.body === undefined ? {} : { body: asked.body }),
    ...(sent === null ? {} : { token: sent }),
    ...(headers === undefined ? {} : { headers }),
    ...(signed === undefined ? {} : { signed }),
    ...(outcome.signedIn === null ? {} : { opens: nextToken }),
    clauses: [...clauses, ...raised],
    expect: { ...expected(context, outcome), ...expect },
  });
  if (wrong === null && outcome.refused === null) identifyNew(builder, before, outcome, clauses);
  return outcome;
}

/** Finds the new records that the answer does not name; those that are found nowhere can't be named in requests. */
function identifyNew(
  builder: CaseBuilder,
  before: World,
  { body, location }: ExactOutcome,
  clauses: readonly string[],
): void {
  const { context, world } = builder;
  const born = context.plan.entities.flatMap(({ name }) =>
    world.rows(name).filter(({ id }) => before.get(id) === null),
  );
  const named = new Set<string>((JSON.stringify([body ?? null, location]) ?? '').match(/@\w+:\d+/g));
  const isComplete = born.every(({ id }) => named.has(id));
  const found = isComplete || !context.capabilities.derived ? named : builder.findCreated(before, named, clauses);
  for (const { id } of born)
    if (named.has(id) || found.has(id)) context.unidentified.delete(id);
    else context.unidentified.add(id);
}

/** The form in which an error is reported. */
function errorClauses(context: DerivationContext, code: string): string[] {
  const own = `7.answered.errors_${code.toLowerCase()}`;
  const form = own in context.plan.clauses ? own : '7.answered.errors';
  return [form, `8.${code}`].filter((clause) => clause in context.plan.clauses);
}

/** A value that can't be read at all. */
function unreadable({ context, world }: CaseBuilder, { blocks }: Endpoint, key: string): ExactOutcome {
  const errors = [{ code: 'INVALID', key }];
  const refused = new ExactRefused(refuse(context.lookup, 'INVALID', { errors: [{ code: 'INVALID' }] }), null, errors);
  const [call = null] = blocks.toReversed();
  const { status } = refused.refused;
  return { world, call, refused, status, body: undefined, location: null, ids: [], signedIn: null, calls: [] };
}

/** A request whose signature is missing, wrong or old. */
function unproven({ context, world }: CaseBuilder, { blocks }: Endpoint): ExactOutcome {
  const [call = null] = blocks;
  const clause = call === null ? null : `${call.clause}.signed`;
  const refused = new ExactRefused(refuse(context.lookup, 'UNAUTHENTICATED', { clause }), null, []);
  const { status } = refused.refused;
  return { world, call, refused, status, body: undefined, location: null, ids: [], signedIn: null, calls: [] };
}

function expected(context: DerivationContext, outcome: ExactOutcome): Expect {
  const { refused, call } = outcome;
  if (refused !== null) return refusalOf(context, call, refused);
  const headers = outcome.location === null ? {} : { location: outcome.location };
  const { headers: typed = {}, ...answer } = bodyOf(outcome.body);
  return { status: outcome.status, ...answer, headers: { ...typed, ...headers } };
}

/** How a refusal is reported: in the form that the document states, otherwise as a problem. */
export function refusalOf(context: DerivationContext, call: ExactCall | null, refused: ExactRefused): Expect {
  const form = errorAnswer(context.lookup, call, refused);
  return form === null ? refusal(refused.refused) : { status: form.status, ...bodyOf(form.body) };
}

function bodyOf(body: unknown): Pick<Expect, 'answer' | 'headers'> {
  if (body === undefined) return { answer: { kind: 'nothing' } };
  return { answer: { kind: 'exactly', body }, headers: { 'content-type': 'application/json' } };
}

export function errorless({ refused }: ExactOutcome): boolean {
  return refused === null;
}
