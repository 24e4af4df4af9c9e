import { type OutboundCall, isWithinClause } from '@nonet/language';
import { afterCall } from '../../reference/after-call.ts';
import type { ExpectedCall } from '../../reference/expected-call.ts';
import { MAIL_ORIGIN, noticesAmong } from '../../reference/mails.ts';
import { entityOf } from '../../reference/evaluate.ts';
import { mayDo } from '../../reference/permissions.ts';
import { leaveAccountMails } from './account-mails.ts';
import { answerAll, answersFor, isAtOneAddress } from './answering.ts';
import { reachSomebody } from './received.ts';
import { type Caused, caused, lastChange } from './caused.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Longer than any pause between two attempts. */
const PAUSE_SECONDS = 7200;

/** Point 7: each call at a receiver, with its answer's effects; again while it fails, and what follows then. */
export function* deriveCalls(context: DerivationContext): Cases {
  leaveAccountMails(context);
  for (const call of context.plan.calls) {
    const clauses = clausesOf(context, call);
    if (!context.capabilities.receiver || call.request?.origin.kind === 'literal') {
      context.cannot('receiver', ...clauses);
      continue;
    }
    let shown = false;
    for (const cause of call.when) {
      if (cause.schedule !== null) continue;
      let made = caused(context, call, cause);
      const reached = made === null ? reachSomebody(context, call, cause.entity) : null;
      if (reached !== null) {
        yield reached.prepared(`A ${cause.entity} of which ${call.name} reaches somebody`, clauses);
        made = caused(context, call, cause);
      }
      if (made === null) continue;
      const answered = call.kind === 'notice' ? givenNotice(made, call) : answeredCall(made, call);
      if (answered !== null) {
        shown = true;
        const outcome = call.kind === 'notice' ? 'in the inbox' : 'answered';
        yield answered.done(`${call.name} on ${cause.entity} ${cause.event}, ${outcome}`, clauses);
      }
      // Nothing of a notice is sent, so that nothing can fail.
      if (call.kind === 'notice') continue;
      const failing = caused(context, call, cause);
      const failed = failing === null || !context.capabilities.clock ? null : failingCall(failing, call);
      if (failed !== null)
        yield failed.done(`${call.name} on ${cause.entity} ${cause.event}, failing for good`, clauses);
    }
    if (!shown && call.when.some(({ schedule }) => schedule === null)) context.cannot('not found', ...clauses);
  }
}

export function clausesOf(context: DerivationContext, call: OutboundCall): string[] {
  const constants = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'constant' && 'name' in part) constants.add(`9.${String(part.name)}`);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(call.request);
  visit(call.mail);
  if (call.signedWith !== null) constants.add(`9.${call.signedWith}`);
  const parts = Object.keys(context.plan.clauses).filter(
    (clause) => clause !== call.clause && isWithinClause(clause, call.clause),
  );
  return [call.clause, ...parts, ...[...constants].filter((clause) => clause in context.plan.clauses)];
}

function answeredCall({ builder, calls }: Caused, call: OutboundCall): CaseBuilder | null {
  const { context } = builder;
  const clauses = clausesOf(context, call);
  const expect = answerAll(builder, calls);
  builder.steps.push({ kind: 'calls', at: builder.world.now, expect, clauses });
  seeAll(builder, expect, clauses);
  return builder;
}

/** The recipients of a notice find it. */
function givenNotice({ builder, calls }: Caused, call: OutboundCall): CaseBuilder | null {
  const { context } = builder;
  const clauses = clausesOf(context, call);
  const given = lastOf(builder, call);
  const expect = answerAll(builder, calls);
  builder.steps.push({ kind: 'calls', at: builder.world.now, expect, clauses: [] });
  // The effects of an answer may have changed what it says.
  const isChanged = expect.some((made) =>
    context.plan.calls.some((one) => one.name === made.call && one.then.length > 0),
  );
  return !isChanged && seeInboxes(builder, given, clauses) ? builder : null;
}

/** Looks into the inboxes of those who get these notices. Whether somebody got one whose inbox can be looked into. */
export function seeInboxes(builder: CaseBuilder, made: readonly ExpectedCall[], clauses: readonly string[]): boolean {
  const { actors } = builder.context;
  const byReader = Map.groupBy(noticesAmong(made), ({ recipient }) => recipient);
  let isSeen = false;
  for (const [recipient, notices] of byReader) {
    if (!actors.includes(recipient)) continue;
    isSeen = true;
    builder.look(recipient, '/api/-/notices?limit=100', { kind: 'inbox', notices }, clauses);
  }
  return isSeen;
}

/**
 * The receiver fails from now on: the call is made again until its retries are spent, and `fails` follows. Null if
 * others would fail with it, for they are made at the same address meanwhile, by this call or another one.
 */
function failingCall({ builder, calls, before: at }: Caused, call: OutboundCall): CaseBuilder | null {
  const { context } = builder;
  const alike = context.plan.calls.filter((other) => other !== call && isAtOneAddress(call, other));
  const isAlike = (made: ExpectedCall) => alike.some(({ name }) => name === made.call);
  const count = builder.calls.length;
  const { callsBefore } = builder;
  if (calls.some(isAlike)) return null;
  const clauses = clausesOf(context, call);
  const mine = lastOf(builder, call);
  if (mine.length === 0) return null;
  // The last change causes the call: before it everything is answered, from it on this call is not.
  const answers = answersFor(context, call.name);
  builder.steps.splice(lastChange(builder), 0, { kind: 'calls', at, expect: null, answers, clauses: [] });
  const ofChange = builder.calls.slice(callsBefore);
  const isBehind = waitsBehind(mine);
  const waiting = ofChange.slice(ofChange.findIndex((made) => mine.includes(made))).filter(isBehind);
  const beside = ofChange.filter((made) => !mine.includes(made));
  // Those that are answered already are not among them.
  answerAll(
    builder,
    calls.filter((made) => !ofChange.includes(made)),
  );
  const made = answerAll(
    builder,
    beside.filter((other) => !waiting.includes(other)),
  );
  for (const [time, attempts] of attemptsAt(mine, call).entries()) {
    const others = time === 0 ? made : pause(builder, clauses);
    // Calls that a timer has caused in the pause wait as well.
    const behind = time === 0 ? [] : others.filter(isBehind);
    waiting.push(...behind);
    const expect = [...attempts.map(({ made }) => made), ...others.filter((other) => !behind.includes(other))];
    // Every second attempt is answered with the failure; the others are interrupted.
    const answers = answersFor(context, call.name, time % 2 === 0);
    for (const { made } of attempts.filter(({ isLast }) => isLast)) {
      const failed = afterCall(builder.world, call, made.record, call.fails ?? [], {});
      builder.world = failed.world.fork();
      if (failed.calls.some(isAlike)) return null;
      expect.push(...answerAll(builder, failed.calls));
    }
    if (attempts.some(({ made, isLast }) => isLast && made === mine.at(-1)))
      expect.push(...answerAll(builder, waiting));
    builder.steps.push({ kind: 'calls', at: builder.world.now, expect, answers, clauses });
  }
  const meanwhile = pause(builder, clauses);
  if (builder.calls.slice(count).some((made) => isAlike(made) || made.call === call.name)) return null;
  builder.steps.push({
    kind: 'calls',
    at: builder.world.now,
    expect: meanwhile,
    answers: answersFor(context),
    clauses,
  });
  seeAll(builder, mine, clauses);
  return builder;
}

/** Requests about one record reach a target in their order: those behind it wait. Mails wait for none. */
function waitsBehind(mine: readonly ExpectedCall[]): (other: ExpectedCall) => boolean {
  const [first] = mine;
  if (first?.origin.kind !== 'constant' || first.origin.name === MAIL_ORIGIN) return () => false;
  const { name } = first.origin;
  return (other) =>
    !mine.includes(other) &&
    other.record === first.record &&
    other.origin.kind === 'constant' &&
    other.origin.name === name;
}

interface Attempt {
  readonly made: ExpectedCall;
  /** Whether the call has then failed for good. */
  readonly isLast: boolean;
}

/**
 * Which of several calls on one record are made at first, and which after each pause. A request waits while the one
 * before it is still tried, and is made as soon as that one has failed for good; mails wait for none.
 */
function attemptsAt(calls: readonly ExpectedCall[], { kind, retry: { times: retries } }: OutboundCall): Attempt[][] {
  if (kind === 'mail')
    return Array.from({ length: retries + 1 }, (_, retry) =>
      calls.map((made) => ({ made, isLast: retry === retries })),
    );
  const times: Attempt[][] = [[]];
  for (const made of calls)
    for (let retry = 0; retry <= retries; retry += 1) {
      if (retry > 0) times.push([]);
      times.at(-1)?.push({ made, isLast: retry === retries });
    }
  return times;
}

/**
 * The calls that the very last change queued: one, or one for each record of a list, or for each recipient. Mails are
 * those of all records that the change is about (an event may create several): whoever fails for one fails for all.
 */
function lastOf({ calls, callsBefore }: CaseBuilder, { name, forEach, kind }: OutboundCall): readonly ExpectedCall[] {
  const mine = calls.slice(callsBefore).filter((made) => made.call === name);
  if (forEach === null && kind === 'request') return mine.slice(-1);
  if (kind === 'mail') return mine;
  const record = mine.at(-1)?.record;
  return mine.filter((made) => made.record === record);
}

/** Answers the calls that the time that goes by causes. */
function pause(builder: CaseBuilder, clauses: readonly string[]): readonly ExpectedCall[] {
  const before = builder.calls.length;
  builder.wait(new Date(Date.parse(builder.world.now) + PAUSE_SECONDS * 1000).toISOString(), clauses);
  return builder.calls.slice(before);
}

export function seeAll(builder: CaseBuilder, calls: readonly ExpectedCall[], clauses: readonly string[]): void {
  const { context } = builder;
  for (const id of new Set(calls.map(({ record }) => record))) {
    const view = builder.world.view(id);
    const workflow = context.lookup.workflow(entityOf(id));
    const state = workflow?.states.find(({ name }) => name === view?.[workflow.field ?? '']);
    // The state to which an answer has moved the record (7, `then`).
    if (state !== undefined) builder.shows(state.clause);
    const actors = context.actors.filter((actor) => actor !== null && view !== null && mayDo(actor, 'read', view));
    for (const actor of actors.slice(0, 6)) builder.see(actor, id, clauses);
  }
}
