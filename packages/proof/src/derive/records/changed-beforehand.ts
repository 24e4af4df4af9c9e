import { asView, isView, entityOf, evaluate, holds, type Variables } from '../../reference/evaluate.ts';
import { type Expression, walk } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { type Outcome, perform } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import { queried } from '../../search/distance.ts';
import { withFiles } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import type { CaseBuilder } from '../case-builder.ts';
import { brokenBy, settled } from './attempt.ts';
import { endsOf, eventsOf, updatesOf } from './changes-of.ts';
import { isNamed } from './support.ts';

/** The maximum number of records that are changed on trial, and of all changes that are tried. */
const MOST_RECORDS = 8;
const MOST_CHANGES = 60;

/**
 * Conditions may refuse a request because of records that are there already: lets people do to one of these what they
 * may, so that the conditions hold: an event that takes it out of what is counted (`count(Booking where member ==
 * this.member and status == "open") <= 1`), a change of a value that is read (`member.born_on`), or its deletion.
 *
 * @param outcome The refusal. @param id The record that the refused request was about; null: it was to be created.
 * @param cost The distance of the world from the goal after a change; `from` is the distance before.
 * @returns Whether a change helps, which is made then; otherwise nothing was done.
 */
export function changeBeforehand(
  builder: CaseBuilder,
  outcome: Outcome,
  id: string | null,
  from: number,
  cost: (world: World) => number,
): boolean {
  const { context } = builder;
  const { transaction } = outcome;
  const conditions = brokenBy(context, outcome, id).broken.map(({ condition, of }) => ({
    condition,
    names: namesAt(transaction, of, { input: {} }),
  }));
  const focus = focusOf(
    context.lookup,
    conditions.map(({ condition }) => condition),
  );
  let tried = 0;
  for (const target of inTheWay(builder, transaction.world, conditions))
    for (const { as, request, clauses } of [
      ...updatesOf(builder, target, focus),
      ...eventsOf(builder, target),
      ...endsOf(builder, target),
    ]) {
      if (tried === MOST_CHANGES || context.lookup.workBudget.isSpent) return false;
      tried += 1;
      const copy = builder.world.fork();
      const asked = 'body' in request ? { ...request, body: uploaded(copy, as, request.body) } : request;
      const outcome = perform(copy, as, asked);
      if (outcome.refused !== null || cost(settled(outcome)) >= from) continue;
      builder.act(as, request, clauses);
      return true;
    }
  return false;
}

function uploaded(world: World, as: Actor, body: Body): Body {
  return withFiles(body, (type) => world.addFile({ type, by: as }));
}

interface Named {
  readonly condition: Expression;
  readonly names: Variables;
}

/** The records that conditions count, and those that they read through references; only those that are there before. */
function inTheWay({ context, world: before }: CaseBuilder, world: World, conditions: readonly Named[]): string[] {
  const found = new Set<string>();
  const add = (record: unknown) => {
    const id = isView(record) ? record.id : null;
    if (id !== null && before.get(id) !== null) found.add(id);
  };
  const visit = (condition: Expression, names: Variables, isComputed: boolean) =>
    walk(condition, (node) => {
      if (node.kind === 'query') {
        const { where, variable } = node;
        if (!isNamed(node, names)) return;
        const counted = queried(world, node, names).filter(
          (each) => where === null || holds(world, where, { ...names, [variable]: each }),
        );
        for (const each of counted.toReversed()) add(each);
        return;
      }
      if (node.kind !== 'field' || node.of.type.kind !== 'record' || !isNamed(node.of, names)) return;
      const owner = asView(evaluate(world, node.of, names));
      if (owner === null) return;
      add(owner);
      const computed = context.lookup.field(entityOf(owner.id), node.field)?.computed ?? null;
      if (computed !== null && !isComputed) visit(computed, { this: owner }, true);
    });
  for (const { condition, names } of conditions) visit(condition, names, false);
  return [...found].slice(0, MOST_RECORDS);
}
