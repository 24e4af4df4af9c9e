import { type Expression, type Rule, walk } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import type { Outcome } from '../../reference/perform.ts';
import { isFileField } from '../../reference/files.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import { settable } from '../../search/draft.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { buildFixture } from '../records/build-fixture.ts';
import { findFixture } from '../records/find-fixture.ts';
import { needed } from '../records/needed.ts';
import { naming } from '../records/helped.ts';
import { beginnersOf } from '../records/plain-fixtures.ts';
import { findSupport } from '../records/reach.ts';
import { inWorld } from '../records/in-world.ts';
import { differing, type Support, supportsOf, supportsWhereRefused } from '../records/support.ts';
import { conditionsWith, type Draft, FAR } from './judging.ts';
import { costOf } from './rule-cost.ts';

/** The maximum number of records that are made, each because the last attempt lacked it. */
const MOST_NEEDED = 4;
/** The maximum number of attempts for one of them. */
const TRIES = 160;

/**
 * Makes the other records that a draft needs before the rule judges it as sought: a reference may need a record in
 * another state, or the rule may look for further records (`member.fines_due <= MAX_FINES_DUE`).
 * @param isOfStates Whether to look for the draft's references in other states, too. That misleads the search if a
 * plain record is enough.
 * @returns The draft with these records; null if no record helps.
 */
export function supported(
  builder: CaseBuilder,
  nearest: { readonly draft: Draft; readonly cost: number },
  judged: (world: World, draft: Draft) => Outcome,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  isOfStates: boolean,
): Draft | null {
  const costIn = (world: World, draft: Draft) => costOf(judged(world, draft), rule, condition, holding);
  let { draft, cost } = nearest;
  let isRenewed = false;
  for (let turn = 0; turn < MOST_NEEDED && cost > FAR; turn += 1) {
    const helped = helping(
      builder,
      supportsFor(builder, judged(builder.world, draft), rule, condition, isOfStates).flatMap((support) => [
        ...eitherWay(support),
      ]),
      (support) => {
        const withIt = (world: World, id: string): Draft => ({
          ...draft,
          body: taking(naming(draft.body, support, id), support, world.get(id)?.values ?? {}),
        });
        const want = (world: World, id: string) => {
          const from = support.isTaken === true ? 0 : support.distance(world, id);
          return from > 0 ? 0.5 + from / 2 : Math.min(0.5, costIn(world, withIt(world, id)) / 2);
        };
        const found = findSupport(builder, support, want, (cost - 0.01) / 2, TRIES);
        return found === null ? null : { ...found, withIt };
      },
    );
    if (helped === null) {
      if (isRenewed || !renewed(builder, rule.entity, draft)) return null;
      isRenewed = true;
      continue;
    }
    const id = buildFixture(builder, helped.fixture);
    if (id === null) return null;
    draft = helped.withIt(builder.world, id);
    cost = costIn(builder.world, draft);
  }
  return cost > FAR ? null : draft;
}

/** A needed record; `isTaken`: the draft takes its values from it (a loan of the copy that is kept for somebody). */
interface Needed extends Support {
  readonly isTaken?: true;
}

/** A draft's body with the values in which it has to equal a needed record, from that record. */
function taking(body: Body, { matched = {}, isTaken }: Needed, values: Readonly<Record<string, unknown>>): Body {
  if (isTaken !== true) return body;
  const taken = Object.entries(matched).flatMap(([name, own]): [string, unknown][] => {
    const value = values[name] ?? null;
    return own in body && value !== null ? [[own, value]] : [];
  });
  return { ...body, ...Object.fromEntries(taken) };
}

/** A needed record as it is, and one with other values than the draft's, which the draft then takes from it. */
function* eitherWay(support: Support): Generator<Needed, void, void> {
  yield support;
  const { matched = {}, given } = support;
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in matched)));
  if (Object.keys(rest).length < Object.keys(given).length) yield { ...support, given: rest, isTaken: true };
}

/**
 * Makes another record for an entity's references, like the one that the draft names: otherwise the needed record may use
 * that one up.
 */
function renewed(builder: CaseBuilder, entity: string, { body }: Draft): boolean {
  const { context } = builder;
  const { entities } = context.plan;
  for (const name of needed(context.lookup.entity(entity), entities)) {
    if (name === 'User' || name === entity) continue;
    const named = Object.values(body).find((value) => typeof value === 'string' && value.startsWith(`@${name}:`));
    const found = inWorld(context, builder.world, () => {
      const goal = { entity: name, state: null, budget: 25 };
      const given = typeof named === 'string' ? sameAs(context, name, named) : {};
      return findFixture(context, { ...goal, given }) ?? findFixture(context, goal);
    });
    if (found === null || buildFixture(builder, found) === null) return false;
  }
  return true;
}

/** The body that makes a record like another one, but for the values that are unique. */
function sameAs(context: DerivationContext, entity: string, id: string): Body {
  const [creator] = beginnersOf(context, entity);
  const record = context.world.get(id);
  if (creator === undefined || record === null) return {};
  const together = new Set(context.lookup.entity(entity).unique.flat());
  return Object.fromEntries(
    settable(context.drafting(creator), entity).flatMap(({ name, unique, type }): [string, unknown][] => {
      const value = record.values[name] ?? null;
      const isFree = unique === null && !together.has(name) && !isFileField({ type }) && type.kind !== 'children';
      return isFree && value !== null ? [[name, value]] : [];
    }),
  );
}

/** The first of the needed records that helps. */
function helping<Found>(
  { context }: CaseBuilder,
  supports: readonly Needed[],
  find: (support: Needed) => Found | null,
): Found | null {
  for (const support of supports) {
    if (context.lookup.workBudget.isSpent) return null;
    const found = find(support);
    if (found !== null) return found;
  }
  return null;
}

function supportsFor(
  builder: CaseBuilder,
  outcome: Outcome,
  rule: Rule,
  condition: Expression,
  isOfStates: boolean,
): Support[] {
  const { context, world } = builder;
  const { transaction } = outcome;
  const isOther = outcome.refused !== null && outcome.refused.errors.every(({ clause }) => clause !== rule.clause);
  const lacking = isOther ? supportsWhereRefused(context, world, outcome, null) : [];
  const looked = [...transaction.touched.values()].flatMap(({ id, entity }) =>
    entity === rule.entity ? supportsOf(transaction.world, [condition], namesAt(transaction, id)) : [],
  );
  // A record that the request itself creates can't be referred to beforehand.
  const isThere = (value: unknown) => typeof value !== 'string' || !value.startsWith('@') || world.get(value) !== null;
  const known = [...lacking, ...looked].filter(({ given }) => Object.values(given).flat().every(isThere));
  return differing([...known, ...others(context, rule, condition, isOfStates)]);
}

/**
 * Replacements for the records that a rule's record refers to and that the rule reads, also through computed fields:
 * one in any state, or (`isOfStates`) one in each state but the initial one.
 */
function others(context: DerivationContext, rule: Rule, condition: Expression, isOfStates: boolean): Support[] {
  const { lookup } = context;
  const { entity } = rule;
  const names = new Set<string>();
  const seen = new Set<Expression>();
  const visit = (expression: Expression) => {
    if (seen.has(expression)) return;
    seen.add(expression);
    walk(expression, (node) => {
      if (node.kind !== 'field') return;
      if (isThis(node.of)) {
        const computed = lookup.field(entity, node.field)?.computed ?? null;
        if (computed !== null) visit(computed);
      } else if (node.of.kind === 'field' && isThis(node.of.of)) names.add(node.of.field);
    });
  };
  visit(condition);
  return [...names].flatMap((name): Support[] => {
    const field = lookup.field(entity, name);
    if (field?.type.kind !== 'reference' || field.computed !== null || field.type.entity === 'User') return [];
    const { entity: other } = field.type;
    const states = (lookup.workflow(other)?.states ?? []).filter(({ kind }) => kind !== 'initial');
    // The rules that are judged with it decide, too (a leave that needs a balance).
    const about = [...seen, ...rule.on.flatMap((cause) => conditionsWith(context, rule, cause))];
    const one: Support = { entity: other, given: {}, state: null, where: null, about, field, distance: () => 0 };
    return isOfStates ? states.map(({ name: state }) => ({ ...one, state })) : [one];
  });
}

function isThis(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'this';
}
