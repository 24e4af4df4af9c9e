import type { ExactCall, ExactCallAction, Target } from '@nonet/language';
import { type Transaction, beginTransaction } from '../transaction.ts';
import type { ExpectedCall } from '../expected-call.ts';
import { evaluate, type View } from '../evaluate.ts';
import { run } from '../perform.ts';
import { mayDo, type Actor } from '../permissions.ts';
import { hidden, Refused, refuse, withoutWords } from '../refusal.ts';
import { seenBy } from '../seen.ts';
import type { World } from '../world.ts';
import { carryOut, requireCaller } from './carry-out.ts';
import { mayCall } from './audience.ts';
import { pageOf } from './page.ts';
import { type ExactRequest, expressionsOf, requestNames, textOf } from './request.ts';
import { ExactRefused } from './refused.ts';
import { type Result, writeAnswer, type Writing } from './shape.ts';
import { findTarget } from './target.ts';

/** The document's answer to an exact call. */
export interface ExactOutcome {
  readonly world: World;
  /** The block that answers; null if none does. */
  readonly call: ExactCall | null;
  readonly refused: ExactRefused | null;
  readonly status: number;
  /** Undefined: no body. */
  readonly body: unknown;
  readonly location: string | null;
  /** The records that were made or changed. */
  readonly ids: readonly string[];
  /** The account that it signs in. */
  readonly signedIn: Actor;
  readonly calls: readonly ExpectedCall[];
}

export interface ExactOptions {
  /** Whether the tests control the product's clock, so that it equals the world's. */
  readonly clock: boolean;
  /** The token that a new session would have. */
  readonly nextToken: string;
}

/** Answers a request by the first of a call's blocks whose `when` holds (7). */
export function answerExact(
  before: World,
  actor: Actor,
  blocks: readonly ExactCall[],
  request: ExactRequest,
  options: ExactOptions,
): ExactOutcome {
  const nothing = { status: 0, body: undefined, location: null, ids: [], signedIn: null, calls: [] };
  let call: ExactCall | null = null;
  try {
    call = choose(before, actor, blocks, request);
    admit(before, actor, call);
    return { ...answerBy(before, actor, call, request, options), call, refused: null };
  } catch (error) {
    const refused = error instanceof Refused ? new ExactRefused(error, null) : error;
    if (!(refused instanceof ExactRefused)) throw error;
    return { ...nothing, world: before, call, refused, status: refused.refused.status };
  }
}

function choose(world: World, actor: Actor, blocks: readonly ExactCall[], request: ExactRequest): ExactCall {
  const conditions = blocks.flatMap(({ when }) => (when === null ? [] : [when]));
  const errors: { code: string }[] = [];
  const names = { ...requestNames(world, request, conditions, errors), user: world.view(actor) };
  if (errors.length > 0) throw new ExactRefused(refuse(world.lookup, 'INVALID'), null, errors);
  const found = blocks.find(({ when }) => when === null || evaluate(world, when, names) === true);
  if (found === undefined) throw refuse(world.lookup, 'NOT_FOUND');
  return found;
}

/** Callers without the right, and gaps, are refused before anything else. */
function admit(world: World, actor: Actor, call: ExactCall): void {
  const { lookup } = world;
  if (call.by === null) throw refuse(lookup, 'NOT_SPECIFIED');
  if (!mayCall(world, actor, call.by))
    throw refuse(lookup, actor === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', { clause: `${call.clause}.by` });
  if (call.open.length > 0 || call.does === null) throw refuse(lookup, 'NOT_SPECIFIED');
  // A call that refuses every request needs no answer.
  if (call.answers === null && call.does.kind !== 'refuse') throw refuse(lookup, 'NOT_SPECIFIED');
}

type Answered = Omit<ExactOutcome, 'call' | 'refused'>;

function answerBy(
  before: World,
  actor: Actor,
  call: ExactCall,
  request: ExactRequest,
  options: ExactOptions,
): Answered {
  const { does } = call;
  if (does === null) throw refuse(before.lookup, 'NOT_SPECIFIED');
  if (does.kind === 'refuse')
    throw new ExactRefused(new Refused(before.lookup, does.code, { clause: call.clause }), null);
  const reading = (world: World) => ({ world, ids: [], signedIn: null, calls: [] });
  if (does.kind === 'nothing')
    return { ...reading(before), ...written(before, actor, call, request, { kind: 'nothing' }, options) };
  if (does.kind === 'list') return { ...reading(before), ...listed(before, actor, call, does, request, options) };
  if (does.kind === 'read' || does.kind === 'user') {
    const target = does.kind === 'read' ? does.target : { entity: 'User', start: 'user' as const, steps: [] };
    refuseUnreadable(before, actor, entitiesOf(target));
    const id = findTarget(beginTransaction(before, actor), target, request).at(-1) ?? null;
    return { ...reading(before), ...written(before, actor, call, request, resultOf(before, id), options) };
  }
  if (call.signed === null) refuseNobody(before, actor, does);
  const gone = does.kind === 'delete' ? shownBefore(before, actor, call, does, request, options) : null;
  return changed(before, actor, call, does, request, options, gone);
}

/** Refuses an actor who must sign in first, before any record is looked for. */
function refuseNobody(before: World, actor: Actor, does: ExactCallAction): void {
  try {
    requireCaller(beginTransaction(before, actor), does);
  } catch (error) {
    throw error instanceof Refused ? new ExactRefused(error, entityOfAction(does)) : error;
  }
}

/** If nobody may read an entity without being signed in, the answer asks to sign in, for any request. */
function refuseUnreadable({ lookup }: World, actor: Actor, entities: readonly string[]): void {
  for (const entity of entities) {
    const refused = hidden(lookup, actor, entity);
    if (refused.code === 'UNAUTHENTICATED') throw refused;
  }
}

function entitiesOf({ start, steps }: Target): readonly string[] {
  return [start === 'user' ? 'User' : start.entity, ...steps.map(({ entity }) => entity)];
}

/** The answer of a `delete`: the record before its deletion. */
function shownBefore(
  before: World,
  actor: Actor,
  call: ExactCall,
  does: Extract<ExactCallAction, { kind: 'delete' }>,
  request: ExactRequest,
  options: ExactOptions,
) {
  const id = findTarget(beginTransaction(before, actor), does.target, request).at(-1) ?? null;
  return written(before, actor, call, request, resultOf(before, id), options);
}

function changed(
  before: World,
  actor: Actor,
  call: ExactCall,
  does: ExactCallAction,
  request: ExactRequest,
  options: ExactOptions,
  gone: ReturnType<typeof written> | null,
): Answered {
  let done: ReturnType<typeof carryOut> | null = null;
  const outcome = run(
    beginTransaction(before, does.kind === 'sign up' ? null : actor, call.signed !== null),
    (transaction: Transaction) => {
      done = carryOut(transaction, call, does, request);
      return done.ids.at(-1) ?? null;
    },
  );
  if (outcome.refused !== null) {
    const { refused } = outcome;
    const exact = refused.cause instanceof ExactRefused ? refused.cause : null;
    if (call.signed !== null)
      throw new ExactRefused(withoutWords(before.lookup, refused), exact?.subject ?? entityOfAction(does));
    throw exact ?? new ExactRefused(refused, entityOfAction(does));
  }
  const { ids, signedIn } = done as unknown as ReturnType<typeof carryOut>;
  const { world, calls } = outcome;
  const as = signedIn ?? actor;
  const token = signedIn === null ? request.token : options.nextToken;
  const result: Result =
    does.kind === 'create' && does.each
      ? { kind: 'records', records: ids.flatMap((id) => world.view(id) ?? []) }
      : resultOf(world, signedIn ?? (gone === null ? (ids.at(-1) ?? null) : null));
  const answer = gone ?? written(world, as, call, { ...request, token }, visible(as, result), options);
  return { world, ids, signedIn, calls, ...answer };
}

function entityOfAction(does: ExactCallAction): string | null {
  if ('target' in does && does.target !== null) return does.target.entity;
  if ('records' in does) return does.records.entity;
  return does.kind === 'fire' ? does.entity : does.kind === 'sign up' ? 'User' : null;
}

function resultOf(world: World, id: string | null): Result {
  const record = world.view(id);
  return record === null ? { kind: 'nothing' } : { kind: 'record', record };
}

/** The answer is what the caller may read afterwards (6). */
function visible(actor: Actor, result: Result): Result {
  if (result.kind !== 'record' || result.record === null) return result;
  return mayDo(actor, 'read', result.record) ? result : { kind: 'nothing' };
}

function listed(
  world: World,
  actor: Actor,
  call: ExactCall,
  does: Extract<ExactCallAction, { kind: 'list' }>,
  request: ExactRequest,
  options: ExactOptions,
) {
  const target = does.records.of?.target;
  refuseUnreadable(world, actor, [...(target === undefined ? [] : entitiesOf(target)), does.records.entity]);
  const { records, names } = pageOf(beginTransaction(world, actor), does, request);
  return written(world, actor, call, request, { kind: 'records', records }, options, names);
}

function written(
  world: World,
  actor: Actor,
  call: ExactCall,
  request: ExactRequest,
  result: Result,
  { clock }: ExactOptions,
  more: Readonly<Record<string, unknown>> = {},
) {
  const { answers } = call;
  if (answers === null) throw refuse(world.lookup, 'NOT_SPECIFIED');
  const seen = seenBy(world, actor);
  const names = {
    ...requestNames(world, request, expressionsOf(call), []),
    user: world.view(actor),
    ...more,
  };
  const writing: Writing = { lookup: world.lookup, seen, names, clock };
  const see = (record: View) => seen.view(record.id);
  const shown: Result =
    result.kind === 'records'
      ? { kind: 'records', records: result.records.flatMap((record) => see(record) ?? []) }
      : result.kind === 'record' && result.record !== null
        ? { kind: 'record', record: see(result.record) }
        : result;
  const current = shown.kind === 'record' ? shown.record : null;
  const location =
    answers.location
      ?.map((part) =>
        typeof part === 'string' ? part : encodeURIComponent(textOf(evaluate(seen, part, { ...names, this: current }))),
      )
      .join('') ?? null;
  return {
    status: answers.status,
    body: answers.body === null ? undefined : writeAnswer(writing, answers.body, shown),
    location,
  };
}
