import type { CallRequest, Expression, MadeCall } from '@nonet/language';
import { afterCall } from '../reference/answered.ts';
import type { ExpectedCall } from '../reference/calls.ts';
import { recordsOf } from '../reference/effects.ts';
import { evaluate } from '../reference/evaluate.ts';
import { mayDo } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import type { ReceiverAnswer } from '../run/case.ts';
import { candidates } from '../search/draft.ts';
import { inputField } from './plots.ts';
import { reach } from './reach.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Longer than any pause between two attempts. */
const PAUSE_SECONDS = 7200;

/** Calls that follow from answers of calls, which a document might let go round in a circle. */
const MOST_FOLLOWING = 20;

/** Point 7: each call at a receiver, with its answer's effects; again while it fails, and what follows then. */
export function* deriveCalls(stage: Stage): Cases {
  for (const call of stage.plan.calls) {
    const clauses = clausesOf(stage, call);
    if (!stage.powers.receiver || call.request?.origin.kind === 'literal') {
      stage.cannot('receiver', ...clauses);
      continue;
    }
    let shown = false;
    for (const cause of call.when) {
      if (cause.schedule !== null) continue;
      const made = causing(stage, call, cause);
      if (made === null) continue;
      const answered = answeredCall(made, call);
      if (answered !== null) {
        shown = true;
        yield answered.done(`${call.name} on ${cause.entity} ${cause.event}, answered`, clauses);
      }
      const failing = causing(stage, call, cause);
      if (failing !== null && stage.powers.clock) {
        yield failingCall(failing, call).done(
          `${call.name} on ${cause.entity} ${cause.event}, failing for good`,
          clauses,
        );
      }
    }
    if (!shown && call.when.some(({ schedule }) => schedule === null)) stage.cannot('not found', ...clauses);
  }
}

export function clausesOf(stage: Stage, call: MadeCall): string[] {
  const constants = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'constant' && 'name' in part) constants.add(`9.${String(part.name)}`);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(call.request);
  if (call.signedWith !== null) constants.add(`9.${call.signedWith}`);
  const parts = Object.keys(stage.plan.clauses).filter((clause) => clause.startsWith(`${call.clause}.`));
  return [call.clause, ...parts, ...[...constants].filter((clause) => clause in stage.plan.clauses)];
}

interface Caused {
  readonly scene: Scene;
  readonly calls: readonly ExpectedCall[];
}

/** A record whose last change causes the call. Nothing that came before is looked at. */
function causing(stage: Stage, call: MadeCall, cause: MadeCall['when'][number]): Caused | null {
  const workflow = stage.lookup.workflow(cause.entity);
  const rows = workflow?.events.find(({ name }) => name === cause.event)?.transitions ?? [];
  const states = rows.map(({ to }) => to).filter((to) => to !== 'same');
  for (const state of cause.event === 'create' ? [null] : states) {
    const found = reach(stage, {
      entity: cause.entity,
      state,
      about: [cause.condition, call.forEach, ...headersOf(call)],
      budget: 80,
      accept: 0.4,
      isLast: true,
      want: (world, id, plot) => {
        if (cause.event !== 'create' && plot.route.at(-1)?.event !== cause.event) return 0.5;
        return (isForSeveral(world, call, id) ? 0 : 0.2) + (isFilled(world, call, id) ? 0 : 0.1);
      },
    });
    const last = found?.scene.steps.at(-1);
    if (found === null || last === undefined) continue;
    const { scene } = found;
    const calls = scene.calls.filter(({ record }) => record === found.id);
    if (!calls.some((made) => made.call === call.name)) continue;
    // All calls are answered while the record is made; then what is queued is known.
    scene.steps.unshift({ kind: 'calls', at: stage.world.now, expect: null, answers: answersFor(stage), clauses: [] });
    return { scene, calls: scene.calls };
  }
  return null;
}

/** Whether a call for each record of a list has more than one to be made for; another one always has. */
function isForSeveral(world: World, { forEach }: MadeCall, id: string): boolean {
  if (forEach === null) return true;
  return recordsOf(world, forEach, { this: world.view(id), user: null }, false).length > 1;
}

/** What the headers of a call are made of. */
function headersOf({ request }: MadeCall): Expression[] {
  return request?.headers.flatMap(({ value }) => value.filter((part) => typeof part !== 'string')) ?? [];
}

/** Whether nothing is missing in the headers of one of the calls that a record causes: an empty one shows nothing. */
function isFilled(world: World, call: MadeCall, id: string): boolean {
  const names = { this: world.view(id), user: null };
  const { forEach } = call;
  const all =
    forEach === null
      ? [names]
      : recordsOf(world, forEach, names, false).map((each) => ({ ...names, [forEach.variable]: world.view(each) }));
  return all.some((given) => headersOf(call).every((part) => evaluate(world, part, given) !== null));
}

/** What else stands in an answer is not looked at: more lists beside each other than there may be inside each other. */
const BESIDES = Array.from({ length: 150 }, () => []);

/** How a receiver answers every call as it is expected; one that fails says so, or breaks off in the middle. */
export function answersFor(stage: Stage, failing: string | null = null, breaksOff = false): readonly ReceiverAnswer[] {
  return stage.plan.calls.flatMap((call): ReceiverAnswer[] => {
    if (call.request?.origin.kind !== 'constant') return [];
    const body = { ...responseTo(stage, call), _besides: BESIDES };
    const fails = call.name === failing;
    const to = { origin: call.request.origin.name, method: call.request.method, path: patternOf(call.request) };
    return fails && breaksOff
      ? [{ ...to, status: call.expects.from, body, breaksOff }]
      : // It is up, and refuses: a target that is down would hold up the calls behind it (7).
        [{ ...to, status: fails ? 500 : call.expects.from, body }];
  });
}

/** What the paths of a call's requests are like: a regular expression. */
function patternOf({ path }: CallRequest): string {
  const parts = path.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '[^/?&]*',
  );
  return `^${parts.join('')}$`;
}

function responseTo(stage: Stage, call: MadeCall): Record<string, unknown> {
  return Object.fromEntries(
    call.answer.map(({ name, type, required }) => {
      const field = inputField({ kind: 'input', name, label: name, type, required });
      const value = candidates({ ...stage.drafting(null), serial: () => 7 }, field).find((one) => one !== null);
      return [name, value ?? null];
    }),
  );
}

function answeredCall({ scene, calls }: Caused, call: MadeCall): Scene | null {
  const { stage } = scene;
  const clauses = clausesOf(stage, call);
  const expect = answerAll(scene, calls);
  scene.steps.push({ kind: 'calls', at: scene.world.now, expect, clauses });
  seeAll(scene, expect, clauses);
  return scene;
}

/** Calls are answered, and what their answers cause is called too: all that are made, in their order. */
export function answerAll(scene: Scene, calls: readonly ExpectedCall[]): ExpectedCall[] {
  const { stage } = scene;
  const all = [...calls];
  for (const made of all) {
    const answering = stage.plan.calls.find(({ name }) => name === made.call);
    if (answering === undefined) continue;
    const outcome = afterCall(scene.world, answering, made.record, answering.then, responseTo(stage, answering));
    scene.world = outcome.world.fork();
    if (all.length < MOST_FOLLOWING) all.push(...outcome.calls);
  }
  return all;
}

/** The receiver fails from now on: the call is made again until its retries are spent, and `fails` follows. */
function failingCall({ scene, calls }: Caused, call: MadeCall): Scene {
  const { stage } = scene;
  const clauses = clausesOf(stage, call);
  const mine = lastOf(calls, call);
  const [first] = scene.steps;
  // The last step causes the call: before it everything is answered, from it on this call is not.
  const last = scene.steps.at(-1);
  if (first?.kind !== 'calls' || last === undefined) return scene;
  const at = last.kind === 'ask' ? last.at : first.at;
  scene.steps.splice(-1, 0, { kind: 'calls', at, expect: null, answers: answersFor(stage, call.name), clauses: [] });
  answerAll(
    scene,
    calls.filter((other) => !mine.includes(other)),
  );
  for (const [time, attempts] of attemptsAt(mine, call.retry.times).entries()) {
    const others = scene.steps.at(-1) === last ? [] : pause(scene, clauses);
    const expect = [...attempts.map(({ made }) => made), ...others];
    // By turns it says so and breaks off.
    const answers = answersFor(stage, call.name, time % 2 === 0);
    for (const { made } of attempts.filter(({ isLast }) => isLast)) {
      const failed = afterCall(scene.world, call, made.record, call.fails ?? [], {});
      scene.world = failed.world.fork();
      expect.push(...answerAll(scene, failed.calls));
    }
    scene.steps.push({ kind: 'calls', at: scene.world.now, expect, answers, clauses });
  }
  const meanwhile = pause(scene, clauses);
  scene.steps.push({ kind: 'calls', at: scene.world.now, expect: meanwhile, answers: answersFor(stage), clauses });
  seeAll(scene, mine, clauses);
  return scene;
}

interface Attempt {
  readonly made: ExpectedCall;
  /** Whether the call has then failed for good. */
  readonly isLast: boolean;
}

/**
 * Which of several calls on one record are made at first, and then each time that a pause has gone by: each waits for the
 * one before it as long as that is tried, and goes at once when that has failed for good.
 */
function attemptsAt(calls: readonly ExpectedCall[], retries: number): Attempt[][] {
  const times: Attempt[][] = [[]];
  for (const made of calls)
    for (let retry = 0; retry <= retries; retry += 1) {
      if (retry > 0) times.push([]);
      times.at(-1)?.push({ made, isLast: retry === retries });
    }
  return times;
}

/** What the very last change has queued: one call, or one for each record of a list. */
function lastOf(calls: readonly ExpectedCall[], { name, forEach }: MadeCall): readonly ExpectedCall[] {
  const mine = calls.filter((made) => made.call === name);
  if (forEach === null) return mine.slice(-1);
  const record = mine.at(-1)?.record;
  return mine.filter((made) => made.record === record);
}

/** Answers the calls that the time that goes by causes. */
function pause(scene: Scene, clauses: readonly string[]): readonly ExpectedCall[] {
  const before = scene.calls.length;
  scene.wait(new Date(Date.parse(scene.world.now) + PAUSE_SECONDS * 1000).toISOString(), clauses);
  return scene.calls.slice(before);
}

export function seeAll(scene: Scene, calls: readonly ExpectedCall[], clauses: readonly string[]): void {
  const { stage } = scene;
  for (const id of new Set(calls.map(({ record }) => record))) {
    const view = scene.world.view(id);
    const readers = stage.readers.filter((reader) => reader !== null && view !== null && mayDo(reader, 'read', view));
    for (const reader of readers.slice(0, 6)) scene.see(reader, id, clauses);
  }
}
