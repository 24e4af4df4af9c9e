import { type Expression, type Rule, walk } from '@nonet/language';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { focusOf } from '../../search/focus.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { attempt, endOf } from '../records/attempt.ts';
import { buildFixture } from '../records/build-fixture.ts';
import type { Fixture } from '../records/fixture.ts';
import { helped } from '../records/helped.ts';
import { fresh, laterOn } from '../records/fixture-changes.ts';
import { inWorld } from '../records/in-world.ts';
import type { Draft } from './judging.ts';

/** The maximum number of records that are made before a limit. */
const MOST = 30;
/** The number of its own periods by which a further record is later. */
const PERIODS = [1, 2, 4, 8];

const FORMS: ReadonlySet<string> = new Set(['count', 'sum', 'exists']);

/**
 * Whether a condition depends on which records there are, on their number or on their sum, also through computed
 * fields.
 */
export function countsThrough(context: DerivationContext, condition: Expression): boolean {
  const computed = [...focusOf(context.lookup, [condition])].flatMap((key) => {
    const [entity = '', field = ''] = key.split('.');
    return context.lookup.field(entity, field)?.computed ?? [];
  });
  let counts = false;
  for (const expression of [condition, ...computed])
    walk(expression, (node) => {
      counts ||= node.kind === 'query' && FORMS.has(node.form);
    });
  return counts;
}

/**
 * Creates records like one of some drafts, each of which brings a rule nearer to its limit, until the rule alone
 * refuses the next one: the same again, the same at a later time, or the same for another person.
 */
export function createdUntil(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  drafts: readonly Draft[],
  clauses: readonly string[],
): CaseBuilder | null {
  const { entity } = rule;
  if (context.lookup.entity(entity).owner !== null) return null;
  for (const { as, body } of drafts) {
    const first: Fixture = { entity, route: [], creator: as, draft: body, asked: {} };
    for (const periods of STARTS) {
      const start = periods === 0 ? first : laterOn(context, first, periods);
      const builder = start === null ? null : createdFrom(context, rule, condition, start, clauses);
      if (builder !== null) return builder;
    }
  }
  return null;
}

/** How many periods later than the draft the first record is: its time may have come already. */
const STARTS = [0, 1, 8];

function createdFrom(
  context: DerivationContext,
  { entity, clause }: Rule,
  condition: Expression,
  start: Fixture,
  clauses: readonly string[],
): CaseBuilder | null {
  const builder = new CaseBuilder(context);
  let last = start;
  let nearest = 1;
  for (let count = 0; count <= MOST; count += 1) {
    let best: { readonly fixture: Fixture; readonly from: number } | null = null;
    const queue = inWorld(context, builder.world, () => [...further(context, last)]);
    const [again] = queue;
    let isHelped = false;
    for (let place = 0; place <= queue.length; place += 1) {
      if (context.lookup.workBudget.isSpent) return null;
      // The record that the last one refers to may be used up: a book that is lent can't be lent again.
      if (place === queue.length && best === null && again !== undefined && !isHelped) {
        isHelped = true;
        queue.push(...withAnother(builder, again));
      }
      const fixture = queue[place];
      if (fixture === undefined) break;
      const { world, id, refused } = endOf(context, builder.world, fixture);
      const errors = refused?.outcome?.refused?.errors ?? [];
      if (errors.length > 0 && errors.every((error) => error.clause === clause)) {
        if (count === 0) return null;
        builder.act(fixture.creator, { kind: 'create', entity, body: fixture.draft }, clauses);
        return builder;
      }
      if (refused !== null || id === null) continue;
      const from = distanceOf(world, id, condition, start.creator);
      if (from < nearest - 1e-9 && (best === null || from < best.from)) best = { fixture, from };
    }
    if (best === null || buildFixture(builder, best.fixture) === null) return null;
    last = best.fixture;
    nearest = best.from;
  }
  return null;
}

/** A fixture that is refused, with another record for what it refers to; none where that does not help. */
function withAnother(builder: CaseBuilder, fixture: Fixture): readonly Fixture[] {
  const { context, world } = builder;
  const goal = { entity: fixture.entity, state: null, under: [] };
  const tried = inWorld(context, world, () => attempt(context, goal, fixture));
  const another = helped(builder, goal, { fixture, tried });
  return another === null ? [] : [another];
}

/** How far a record is from breaking a condition. */
function distanceOf(world: World, id: string, condition: Expression, as: Fixture['creator']): number {
  return distance(world, condition, { this: world.view(id), old: null, user: world.view(as), input: {} }, false);
}

function* further(context: DerivationContext, last: Fixture): Generator<Fixture, void, void> {
  const again = fresh(context, last);
  yield again;
  for (const periods of PERIODS) {
    const later = laterOn(context, again, periods);
    if (later !== null) yield later;
  }
  const people = [...context.reserve, ...context.accounts].map(({ id }) => id);
  for (const { name, type, computed } of context.lookup.entity(last.entity).fields)
    if (type.kind === 'reference' && type.entity === 'User' && computed === null)
      for (const person of people)
        if (person !== last.draft[name]) yield { ...again, draft: { ...again.draft, [name]: person } };
}
