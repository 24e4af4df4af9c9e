import type { ExactCall, AnswerTemplate, ExactCallAction, RequestValue, Target } from '@nonet/language';
import { type ExactOutcome, answerExact } from '../../reference/exact/answer.ts';
import { errorAnswer } from '../../reference/exact/errors.ts';
import type { Body } from '../../reference/body.ts';
import type { ExactRequest } from '../../reference/exact/request.ts';
import { shapeNamed } from '../../reference/exact/shape.ts';
import { ExactRefused } from '../../reference/exact/refused.ts';
import type { Actor } from '../../reference/permissions.ts';
import { refuse } from '../../reference/refusal.ts';
import type { AskStep, Expect } from '../../run/case.ts';
import { withFiles } from '../../search/draft.ts';
import { refusal, type Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';

/** The blocks of one method at one path: the first whose `when` holds answers. */
export interface Door {
  readonly method: ExactCall['method'];
  readonly path: string;
  readonly blocks: readonly ExactCall[];
}

export function doorsOf(stage: Stage): Door[] {
  const groups = Map.groupBy(
    stage.plan.answered.calls,
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  );
  return [...groups.values()].flatMap((blocks) => {
    const [first] = blocks;
    return first === undefined ? [] : [{ method: first.method, path: first.path, blocks }];
  });
}

/** The record or list that an action is about; null where it is about none. */
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

/** What a call states, with the shapes that it answers by. */
export function clausesOf(stage: Stage, call: ExactCall): string[] {
  const isFiltered = call.does?.kind === 'list' && call.does.filters.length > 0;
  const own = Object.keys(stage.plan.clauses).filter(
    (clause) => clause.startsWith(`${call.clause}.`) && !(isFiltered && clause.endsWith('.filters')),
  );
  return [call.clause, ...own, '7.answered.base'].filter((clause) => clause in stage.plan.clauses);
}

/** The shapes that an answer shows, and all that stands in them. */
export function shownClauses(stage: Stage, call: ExactCall): string[] {
  const shown = new Set<string>();
  const show = (name: string) => {
    const shape = shapeNamed(stage.lookup, name);
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

/** The same request with a value in its place. */
export function withValue(request: ExactRequest, { from, name }: RequestValue, value: unknown): ExactRequest {
  if (from !== 'body') return { ...request, [from]: { ...request[from], [name]: String(value) } };
  const set = (body: unknown, [key = '', ...rest]: readonly string[]): unknown => ({
    ...(typeof body === 'object' && body !== null ? body : {}),
    [key]: rest.length === 0 ? value : set((body as Record<string, unknown> | undefined)?.[key], rest),
  });
  return { ...request, body: set(request.body, name.split('.')) };
}

/** The address of a request; symbols stay as they are. */
export function addressOf(door: Door, { path, query }: ExactRequest): string {
  const plain = (text: string) => (/^@\w+:\d+$/.test(text) ? text : encodeURIComponent(text));
  const filled = door.path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => plain(path[name] ?? 'x'));
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${plain(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** The token with which somebody calls; the product gives one to whoever has not signed in by a call. */
export function tokenOf(stage: Stage, actor: Actor): string | null {
  if (actor === null) return null;
  return stage.tokens.get(actor) ?? `@session:${actor.slice(actor.indexOf(':') + 1)}`;
}

/** What the document says to a request, with nothing done. */
export function trial(scene: Scene, as: Actor, door: Door, request: ExactRequest): ExactOutcome {
  const { stage } = scene;
  const world = scene.world.fork();
  const sent = withUploads(request, (body) => withFiles(body, (type) => world.addFile({ type, by: as })));
  const asked = { ...sent, token: tokenOf(stage, as) };
  return answerExact(world, as, door.blocks, asked, { clock: stage.powers.clock, nextToken: '@token:0' });
}

/** The request with the files that its body names by their type. */
function withUploads(request: ExactRequest, upload: (body: Body) => Body): ExactRequest {
  return request.body === undefined ? request : { ...request, body: upload({ body: request.body }).body };
}

export interface AskOptions {
  /** A token that opens nothing. */
  readonly token?: string;
  readonly headers?: AskStep['headers'];
  readonly expect?: Partial<Expect>;
  /** The property whose value can't be read: INVALID, where nothing is said before it. */
  readonly wrong?: string | null;
}

/** Makes an exact call, and expects what the document says to it. */
export function ask(
  scene: Scene,
  as: Actor,
  door: Door,
  request: ExactRequest,
  clauses: readonly string[],
  { token, headers, expect, wrong = null }: AskOptions = {},
): ExactOutcome {
  const { stage } = scene;
  scene.tick();
  const nextToken = `@token:${stage.serial()}`;
  const own = tokenOf(stage, as);
  const asked = { ...withUploads(request, (body) => scene.upload(as, body)), token: own };
  const options = { clock: stage.powers.clock, nextToken };
  const outcome =
    wrong === null ? answerExact(scene.world, as, door.blocks, asked, options) : unreadable(scene, door, wrong);
  if (wrong === null && outcome.refused === null) {
    const at = scene.world.now;
    scene.world = outcome.world.fork();
    scene.world.now = at;
  }
  scene.calls.push(...outcome.calls);
  const raised = outcome.refused === null ? [] : errorClauses(stage, outcome.refused.refused.code);
  if (outcome.refused !== null) scene.raised(outcome.refused.refused);
  scene.shows(...raised);
  if (outcome.signedIn !== null) stage.tokens.set(outcome.signedIn, nextToken);
  if (outcome.call?.does?.kind === 'sign out' && as !== null && outcome.refused === null) stage.tokens.delete(as);
  const sent = token ?? own;
  scene.ask({
    as,
    method: door.method,
    path: addressOf(door, asked),
    ...(asked.body === undefined ? {} : { body: asked.body }),
    ...(sent === null ? {} : { token: sent }),
    ...(headers === undefined ? {} : { headers }),
    ...(outcome.signedIn === null ? {} : { opens: nextToken }),
    clauses: [...clauses, ...raised],
    expect: { ...expected(stage, outcome), ...expect },
  });
  return outcome;
}

/** The form in which an error is told. */
function errorClauses(stage: Stage, code: string): string[] {
  const own = `7.answered.errors_${code.toLowerCase()}`;
  const form = own in stage.plan.clauses ? own : '7.answered.errors';
  return [form, `8.${code}`].filter((clause) => clause in stage.plan.clauses);
}

/** A value that can't be read at all. */
function unreadable({ stage, world }: Scene, { blocks }: Door, key: string): ExactOutcome {
  const errors = [{ code: 'INVALID', key }];
  const refused = new ExactRefused(refuse(stage.lookup, 'INVALID', { errors: [{ code: 'INVALID' }] }), null, errors);
  const [call = null] = blocks.toReversed();
  const { status } = refused.refused;
  return { world, call, refused, status, body: undefined, location: null, ids: [], signedIn: null, calls: [] };
}

function expected(stage: Stage, outcome: ExactOutcome): Expect {
  const { refused, call } = outcome;
  if (refused !== null) return refusalOf(stage, call, refused);
  const headers = outcome.location === null ? {} : { location: outcome.location };
  const { headers: typed = {}, ...answer } = bodyOf(outcome.body);
  return { status: outcome.status, ...answer, headers: { ...typed, ...headers } };
}

/** How a refusal is told: in the form that the document has for it, else as a problem. */
export function refusalOf(stage: Stage, call: ExactCall | null, refused: ExactRefused): Expect {
  const form = errorAnswer(stage.lookup, call, refused);
  return form === null ? refusal(refused.refused) : { status: form.status, ...bodyOf(form.body) };
}

function bodyOf(body: unknown): Pick<Expect, 'answer' | 'headers'> {
  if (body === undefined) return { answer: { kind: 'nothing' } };
  return { answer: { kind: 'exactly', body }, headers: { 'content-type': 'application/json' } };
}

export function errorless({ refused }: ExactOutcome): boolean {
  return refused === null;
}
