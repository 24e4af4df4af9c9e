import type { Expression, Rule } from '@nonet/language';
import { type Outcome, perform } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import { focusOf } from '../../search/focus.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { changeBeforehand } from '../records/changed-beforehand.ts';
import { type Change, eventsOf, updatesOf } from '../records/changes-of.ts';
import { type Draft, FAR } from './judging.ts';
import { costOf } from './rule-cost.ts';

/** The maximum number of changes that are tried. */
const MOST = 60;

/**
 * Changes a record that a draft refers to and that a rule reads, so that the rule judges the draft as is sought
 * (`employee.left_on`): somebody may set a value of it, or cause an event on it.
 *
 * @returns If a change helps, which is made then, what takes it back, as far as that can be: later cases need the record as
 *   it was. Null: no change helps, and nothing was done.
 */
export function changedFirst(
  builder: CaseBuilder,
  draft: Draft,
  judged: (world: World, draft: Draft) => Outcome,
  rule: Rule,
  condition: Expression,
  holding: boolean,
): readonly Change[] | null {
  const { context } = builder;
  const focus = focusOf(context.lookup, [condition]);
  const { transaction } = judged(builder.world, draft);
  const values = [...transaction.touched.values()].flatMap(({ id }) =>
    Object.values(transaction.world.get(id)?.values ?? {}),
  );
  const referred = new Set(
    values.filter((value): value is string => typeof value === 'string' && builder.world.get(value) !== null),
  );
  let tried = 0;
  for (const target of referred)
    for (const { as, request, clauses } of [...updatesOf(builder, target, focus), ...eventsOf(builder, target)]) {
      if (tried === MOST || context.lookup.workBudget.isSpent) return null;
      tried += 1;
      const { refused, world } = perform(builder.world.fork(), as, request);
      if (refused !== null || costOf(judged(world.fork(), draft), rule, condition, holding) > FAR) continue;
      const back = takingBack(builder.world, { as, request, clauses });
      builder.act(as, request, clauses);
      return back;
    }
  return null;
}

/** Gives the fields that a change sets their former values again. */
function takingBack(before: World, { as, request, clauses }: Change): readonly Change[] {
  if (request.kind !== 'update') return [];
  const former = before.get(request.id)?.values ?? {};
  const body = Object.fromEntries(Object.keys(request.body).map((name) => [name, former[name] ?? null]));
  return [{ as, request: { ...request, body }, clauses }];
}

/** How many records are changed before one draft. */
const MOST_CLEARED = 3;

/**
 * Changes records that are there already and because of which other rules refuse a draft (the donor has an appointment),
 * so that only this rule judges it.
 *
 * @returns The case with these changes; null if none help.
 */
export function clearedFirst(
  context: DerivationContext,
  { draft, cost }: { readonly draft: Draft; readonly cost: number },
  judged: (world: World, draft: Draft) => Outcome,
  rule: Rule,
  condition: Expression,
  holding: boolean,
): CaseBuilder | null {
  const builder = new CaseBuilder(context);
  const costIn = (world: World) => costOf(judged(world, draft), rule, condition, holding);
  let from = cost;
  for (let changed = 0; changed < MOST_CLEARED && from > FAR; changed += 1) {
    const outcome = judged(builder.world, draft);
    if (outcome.refused === null || !changeBeforehand(builder, outcome, null, from, costIn)) return null;
    from = costIn(builder.world);
  }
  return from > FAR ? null : builder;
}
