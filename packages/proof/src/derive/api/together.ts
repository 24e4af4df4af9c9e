import type { Entity, Field } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { viewIn } from '../../reference/evaluate.ts';
import { isPersonal } from '../../reference/lookup.ts';
import type { Request } from '../../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import type { AskStep, Step } from '../../run/case.ts';
import { candidates, settable } from '../../search/draft.ts';
import { routesTo } from '../../search/routes.ts';
import { findFixture } from '../records/find-fixture.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { historyOf } from '../roles/history.ts';
import type { Fixture } from '../records/fixture.ts';
import { actorFor, beginnersOf } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { recordPath, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { buildFixture } from '../records/build-fixture.ts';

/** The number of records that are changed in one moment. */
const RECORDS = 6;
/** The number of times that an event is caused. */
const TIMES = 4;
/** The number of records that everybody reads. */
const MOST_READ = 3;

/**
 * Requests that arrive together are answered as if each came alone. A product may answer several of them by one
 * statement of its database, but a refused one must not affect the others, and each reader gets only what they may
 * read.
 */
export function* deriveTogether(context: DerivationContext): Cases {
  const entities = context.plan.entities.filter(
    ({ name, owner }) => owner === null && name !== 'User' && beginnersOf(context, name).length > 0,
  );
  if (entities.length === 0) return;
  yield* derivePrerequisites(context);
  for (const entity of entities) {
    for (let made = context.world.living(entity.name).length; made < RECORDS; made += 1) {
      const found = reach(context, { entity: entity.name, state: null, budget: 25 });
      if (found === null) break;
      yield found.builder.prepared(`A ${entity.name} among others`, [entity.clause]);
    }
    yield* read(context, entity);
    for (const field of entity.fields.filter(({ unique }) => unique !== null)) yield* changed(context, entity, field);
    yield* caused(context, entity);
  }
}

/** The latest records, each by everybody. */
function* read(context: DerivationContext, { name, clause }: Entity): Cases {
  const builder = new CaseBuilder(context);
  const latest = context.world.living(name).slice(-MOST_READ);
  for (const { id } of latest) for (const actor of context.actors) builder.see(actor, id, [clause]);
  const asks = asksOf(builder);
  if (asks.length === 0) return;
  // The first round opens the connections one after the other; in the second, all requests arrive in one moment.
  for (let time = 1; time <= 2; time += 1) inOneMoment(builder, asks);
  yield builder.done(`The latest ${name} as everybody reads them at the same time`, [clause]);
}

/** Every other one gets a value that another record has, and is refused. */
function* changed(context: DerivationContext, { name }: Entity, field: Field): Cases {
  const [keeper, ...others] = context.world.living(name).slice(-RECORDS);
  const taken = keeper?.values[field.name] ?? null;
  const as = context.actors.find((actor) => isChanger(context, actor, name, field));
  if (as === undefined || taken === null) return;
  const builder = new CaseBuilder(context);
  const begun = builder.world.now;
  const asks: AskStep[] = [];
  const waits: Step[] = [];
  // Which of two is first is not known: nobody gets what another one gets or gives up in the same moment.
  const inUse = new Set(context.world.living(name).map(({ values }) => JSON.stringify(values[field.name] ?? null)));
  for (const [place, { id }] of others.entries()) {
    const fresh = candidates(context.drafting(as, builder.world), field).find(
      (value) => !inUse.has(JSON.stringify(value)),
    );
    const value = place % 2 === 0 ? fresh : taken;
    if (value === undefined) continue;
    inUse.add(JSON.stringify(value));
    const request: Request = { kind: 'update', entity: name, id, body: { [field.name]: value } };
    builder.world.now = begun;
    const from = builder.steps.length;
    builder.act(as, request, [field.clause]);
    const { before, asked, after } = builder.takeRequest(from);
    builder.steps.push(...before);
    if (asked !== null) asks.push(asked);
    // Drops the steps that look at other records: the cases of single changes look at those.
    waits.push(...after.filter(({ kind }) => kind === 'wait'));
  }
  inOneMoment(builder, asks);
  builder.steps.push(...waits);
  for (const { id } of others) builder.see(as, id, [field.clause]);
  yield builder.done(`Several ${name} that get another ${field.name} at the same time`, [field.clause]);
}

/** An event that is caused several times over: the first makes the others impossible, and is in the history once. */
function* caused(context: DerivationContext, { name, history }: Entity): Cases {
  for (const event of context.lookup.workflow(name)?.events ?? [])
    for (const row of event.transitions.filter((one) => isPersonal(one) && one.from !== 'new' && one.to !== 'same')) {
      const goal = { entity: name, state: row.to, budget: 25 };
      const route = routesTo(context.lookup, name, row.to).find((steps) => steps.at(-1)?.row === row);
      const fixture = route === undefined ? null : findFixture(context, { ...goal, route });
      const found = fixture === null ? null : before(context, fixture);
      if (found === null) continue;
      const { builder, id, as, body } = found;
      const begun = builder.world.now;
      const asks: AskStep[] = [];
      const looks: Step[] = [];
      const request: Request = { kind: 'fire', entity: name, id, event: event.name, body };
      for (let time = 1; time <= TIMES; time += 1) {
        builder.world.now = begun;
        const from = builder.steps.length;
        builder.act(as, request, [row.clause]);
        const taken = builder.takeRequest(from);
        builder.steps.push(...taken.before);
        if (taken.asked !== null) asks.push(taken.asked);
        looks.push(...taken.after);
      }
      const [first, ...others] = asks;
      if (first?.expect.status !== 200 || others.some(({ expect }) => expect.status !== 409)) continue;
      // Looks at the records that the event created: later cases know them by their ids.
      builder.steps.push({ kind: 'together', asks, areAlike: true }, ...looks);
      builder.see(as, id, [row.clause]);
      const view = viewIn(builder.world, id);
      if (history === 'kept' && builder.reads(as, id) && mayDo(as, 'history', view))
        builder.look(as, `${recordPath(context, id)}/history`, historyOf(as, view), [row.clause]);
      yield builder.done(`${event.name} of ${name}, ${TIMES} times at the same time`, [row.clause]);
    }
}

/** A record before the last event of a fixture, and who causes that. */
function before(
  context: DerivationContext,
  fixture: Fixture,
): { builder: CaseBuilder; id: string; as: Actor; body: Body } | null {
  const last = fixture.route.at(-1);
  const builder = new CaseBuilder(context);
  const id = buildFixture(builder, { ...fixture, route: fixture.route.slice(0, -1) });
  if (id === null || last === undefined) return null;
  const as = actorFor(context, builder.world, id, last.row);
  return as === undefined ? null : { builder, id, as, body: fixture.asked[last.event] ?? {} };
}

function isChanger(context: DerivationContext, actor: Actor, entity: string, field: Field): boolean {
  if (!settable(context.drafting(actor), entity, false).includes(field)) return false;
  const latest = context.world.living(entity).slice(-RECORDS);
  return latest.every(({ id }) => {
    const view = context.world.view(id);
    return view !== null && mayDo(actor, 'read', view) && mayUpdateField(actor, view, field.name);
  });
}

function asksOf(builder: CaseBuilder): AskStep[] {
  return builder.steps.splice(0).flatMap((step) => (step.kind === 'ask' ? [step] : []));
}

function inOneMoment(builder: CaseBuilder, asks: readonly AskStep[]): void {
  if (asks.length > 0) builder.steps.push({ kind: 'together', asks });
}
