import { type Expression, type Transition, walk } from '@nonet/language';
import { asView, entityOf, evaluate } from '../../reference/evaluate.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { withFiles } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import type { CaseBuilder } from '../case-builder.ts';
import { settled } from './attempt.ts';
import { passed } from './awaited.ts';
import { rowsOf, updatesOf } from './changes-of.ts';
import type { Fixture } from './fixture.ts';
import { type Goal, isAccepted } from './goal.ts';
import { answerWithNew } from './answered-with-new.ts';
import { actorFor, bodiesFor, plainBody } from './plain-fixtures.ts';
import { inWorld } from './in-world.ts';
import { isNamed } from './support.ts';

/** The maximum number of times that one event happens to a record: a condition may count them. */
const MOST_TIMES = 4;

/** The maximum number of changes of values that are tried. */
const MOST_UPDATES = 40;

/**
 * Lets people do to a record that has come to be, or to a record that its conditions read through a reference, what
 * they may, or lets time pass, until the goal is met: what a condition asks of another record may have become so only
 * afterwards (`member.inWorld == "active"` of a loan), it may ask how often something has happened (`renewals <=
 * MAX_RENEWALS`), and for how long it holds (`now() <= closed_at + 30 days`).
 *
 * @returns Whether the goal is met; where it is not, nothing was done.
 */
export function changeAfterwards(builder: CaseBuilder, goal: Goal, id: string, fixture: Fixture): boolean {
  const isMet = (world: World) => isAccepted(goal, { cost: goal.want?.(world, id, fixture) ?? 0 });
  const targets = [id, ...recordsRead(builder.world, goal, id)];
  return (
    happened(builder, goal, targets, isMet) ||
    updated(builder, goal, targets, isMet) ||
    passed(builder, goal.about ?? [], id, isMet) ||
    answerWithNew(builder, goal, id, fixture)
  );
}

/** The first of these records is the sought one. */
function happened(
  builder: CaseBuilder,
  { about = [] }: Goal,
  targets: readonly string[],
  isMet: (world: World) => boolean,
): boolean {
  const { context } = builder;
  for (const target of targets)
    for (const { event, row } of rowsOf(builder, target)) {
      // The record itself stays where it is sought.
      if ((target === targets[0] && row.to !== 'same') || context.lookup.workBudget.isSpent) continue;
      const steps =
        timesUntil(builder, target, event, row, isMet) ?? answeredUntil(builder, target, event, row, about, isMet);
      if (steps === null) continue;
      for (const { as, request } of steps) builder.act(as, request, [row.clause]);
      return true;
    }
  return false;
}

/** Values that conditions read are changed, one of them. */
function updated(
  builder: CaseBuilder,
  { about = [] }: Goal,
  targets: readonly string[],
  isMet: (world: World) => boolean,
): boolean {
  const { context, world } = builder;
  const focus = focusOf(context.lookup, about);
  let tried = 0;
  for (const target of targets)
    for (const { as, request, clauses } of updatesOf(builder, target, focus)) {
      if (tried === MOST_UPDATES || context.lookup.workBudget.isSpent) return false;
      tried += 1;
      const outcome = perform(world.fork(), as, request);
      if (outcome.refused !== null || !isMet(settled(outcome))) continue;
      builder.act(as, request, clauses);
      return true;
    }
  return false;
}

interface Step {
  readonly as: Actor;
  readonly request: Request;
}

/** The requests after which it is as is sought; null: not after as many as are tried. */
function timesUntil(
  { context, world: from }: CaseBuilder,
  id: string,
  event: string,
  row: Transition,
  isSought: (world: World) => boolean,
): readonly Step[] | null {
  const entity = entityOf(id);
  const steps: Step[] = [];
  let world = from;
  for (let time = 0; time < (row.to === 'same' ? MOST_TIMES : 1); time += 1) {
    const as = actorFor(context, world, id, row);
    if (as === undefined) return null;
    const body = plainBody(context, entity, row, as);
    const copy = world.fork();
    const outcome = perform(copy, as, {
      kind: 'fire',
      entity,
      id,
      event,
      body: withFiles(body, (type) => copy.addFile({ type, by: as })),
    });
    if (outcome.refused !== null) return null;
    steps.push({ as, request: { kind: 'fire', entity, id, event, body } });
    world = settled(outcome);
    world.now = new Date(Date.parse(world.now) + 1000).toISOString();
    if (isSought(world)) return steps;
  }
  return null;
}

/** The request with the answers after which it is as is sought (`group` of a place in one); null: with none. */
function answeredUntil(
  { context, world }: CaseBuilder,
  id: string,
  event: string,
  row: Transition,
  about: readonly (Expression | null)[],
  isSought: (world: World) => boolean,
): readonly Step[] | null {
  const entity = entityOf(id);
  const as = row.asks.length === 0 ? undefined : actorFor(context, world, id, row);
  if (as === undefined) return null;
  for (const body of inWorld(context, world, () => bodiesFor(context, entity, row, as, about)).slice(1)) {
    if (context.lookup.workBudget.isSpent) return null;
    const copy = world.fork();
    const answered = withFiles(body, (type) => copy.addFile({ type, by: as }));
    const outcome = perform(copy, as, { kind: 'fire', entity, id, event, body: answered });
    if (outcome.refused !== null || !isSought(settled(outcome))) continue;
    return [{ as, request: { kind: 'fire', entity, id, event, body } }];
  }
  return null;
}

/** Other records of which a goal's conditions read something through references of the record. */
function recordsRead(world: World, { about = [] }: Goal, id: string): ReadonlySet<string> {
  const record = world.view(id);
  const names = { this: record, old: record };
  const read = new Set<string>();
  const note = (node: Expression) => {
    if (node.kind !== 'field' || node.of.kind !== 'field' || node.of.type.kind !== 'record') return;
    const referred = isNamed(node.of, names) ? asView(evaluate(world, node.of, names)) : null;
    if (referred !== null && referred.id !== id) read.add(referred.id);
  };
  for (const condition of about) if (condition !== null) walk(condition, note);
  return read;
}
