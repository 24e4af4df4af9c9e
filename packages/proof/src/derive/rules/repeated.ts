import { type Event, type Expression, type Transition, type Workflow, walk } from '@nonet/language';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { findFixture } from '../records/find-fixture.ts';
import { fresh } from '../records/fixture-changes.ts';
import { actorFor, plainBody, plainFixture } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { buildFixture } from '../records/build-fixture.ts';

/** No test makes more records than this, one after the other, to reach a limit. */
const MOST = 130;

/** Whether a condition depends on how many records there are. */
export function countsRecords(condition: Expression): boolean {
  let counts = false;
  walk(condition, (node) => {
    counts ||= node.kind === 'query' && node.source.kind === 'entity' && (node.form === 'count' || node.form === 'sum');
  });
  return counts;
}

/** Creates records of one person until a rule refuses: at the limit it admitted one, above it none. */
export function createdAgain(
  context: DerivationContext,
  entity: string,
  rule: string,
  clauses: readonly string[],
): CaseBuilder | null {
  const fixture = findFixture(context, { entity, state: null, route: [], budget: 40 });
  if (fixture === null) return null;
  const builder = new CaseBuilder(context);
  for (let count = 0; count < MOST; count += 1) {
    const { draft } = plainFixture(context, entity, [], fixture.creator);
    const { refused } = builder.act(fixture.creator, { kind: 'create', entity, body: draft }, clauses);
    if (refused !== null) return refused.errors.some(({ clause }) => clause === rule) ? builder : null;
  }
  return null;
}

/** How often something happens to one record until its guard refuses. */
const MOST_ON_ONE = 24;

/** Lets one person cause an event on one record again and again, until its guard refuses. */
export function causedOnOne(
  context: DerivationContext,
  { entity }: Workflow,
  event: Event,
  row: Transition,
  clauses: readonly string[],
): CaseBuilder | null {
  if (row.to !== 'same') return null;
  const [state = null] = Array.isArray(row.from) ? (row.from as readonly string[]) : [];
  const want = (world: World, id: string) => (actorFor(context, world, id, row) === undefined ? 0.9 : 0);
  const found = reach(context, { entity, state, want });
  if (found === null) return null;
  const { builder, id } = found;
  for (let count = 0; count < MOST_ON_ONE; count += 1) {
    const acting = actorFor(context, builder.world, id, row);
    if (acting === undefined) return null;
    const body = plainBody(context, entity, row, acting);
    const { refused } = builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    if (refused !== null) return refused.clause === row.clause ? builder : null;
  }
  return null;
}

/** Lets one person cause an event on one record after the other, until its guard refuses. */
export function causedAgain(
  context: DerivationContext,
  { entity }: Workflow,
  event: Event,
  row: Transition,
  clauses: readonly string[],
): CaseBuilder | null {
  const [state = null] = Array.isArray(row.from) ? (row.from as readonly string[]) : [];
  const fixture = findFixture(context, {
    entity,
    state,
    budget: 40,
    want: (world, id) => (actorFor(context, world, id, row) === undefined ? 0.9 : 0),
  });
  if (fixture === null) return null;
  const builder = new CaseBuilder(context);
  let acting: Actor | undefined;
  for (let count = 0; count < MOST; count += 1) {
    const id = buildFixture(builder, fresh(context, fixture));
    if (id === null) return null;
    acting ??= actorFor(context, builder.world, id, row);
    if (acting === undefined) return null;
    const body = plainBody(context, entity, row, acting);
    const { refused } = builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    if (refused !== null) return refused.clause === row.clause ? builder : null;
  }
  return null;
}
