import { type ClauseAddress, type Expression, type Plan, walk } from '@nonet/language';
import { viewIn } from '../../reference/evaluate.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { reach, type Reached } from '../records/reach.ts';
import { focusConstants } from './constants.ts';

/** A row of a decision table is a clause below its term. */
const ROW = /^9\.([a-z][a-z0-9_]*)\..+$/;

/** A computed field that calls a decision table, and the conditions of its rows but the last one. */
interface Use {
  readonly entity: string;
  readonly field: string;
  readonly clause: ClauseAddress;
  readonly conditions: readonly Expression[];
}

/** Point 9: for each row of a decision table, a record whose computed field has the value of that row. */
export function* deriveDecisions(context: DerivationContext): Cases {
  for (const [term, rows] of tablesOf(context.plan)) {
    const uses = usesOf(context, term, rows.length);
    for (const [index, row] of rows.entries()) {
      for (const use of uses) {
        const found = recordIn(context, use, index);
        if (found === null) continue;
        const { builder, id } = found;
        const reader = context.actors.find((actor) => builder.reads(actor, id)) ?? null;
        const clauses = [row, `9.${term}`, use.clause, ...focusConstants(context, use.conditions)];
        builder.see(reader, id, clauses);
        yield builder.done(`${use.field} of ${use.entity} by row ${index + 1} of ${term}`, clauses);
        break;
      }
    }
  }
}

/** The clauses of the rows of each decision table, in their order. */
function tablesOf({ clauses }: Plan): ReadonlyMap<string, readonly ClauseAddress[]> {
  return Map.groupBy(
    Object.keys(clauses).filter((clause) => ROW.test(clause)),
    (clause) => ROW.exec(clause)?.[1] ?? '',
  );
}

/** The computed fields that call a term. A plan has terms inlined, so this reads the document's source. */
function usesOf({ plan, lookup }: DerivationContext, term: string, rows: number): Use[] {
  const calls = new RegExp(`\\b${term}\\s*\\(`);
  return plan.entities.flatMap(({ name: entity, owner, fields }) =>
    fields.flatMap(({ name: field, clause, computed }): Use[] => {
      if (owner !== null || computed === null || !calls.test(plan.clauses[clause]?.text ?? '')) return [];
      const conditions = conditionsOf(computed, rows - 1);
      return conditions === null || lookup.field(entity, field) === null ? [] : [{ entity, field, clause, conditions }];
    }),
  );
}

/** The conditions of `if … then … else if …`, where an expression contains one of this length. */
function conditionsOf(expression: Expression, count: number): readonly Expression[] | null {
  let found: readonly Expression[] | null = null;
  walk(expression, (node) => {
    if (found !== null) return;
    const conditions: Expression[] = [];
    for (let rest = node; rest.kind === 'conditional' && conditions.length < count; rest = rest.otherwise)
      conditions.push(rest.condition);
    if (conditions.length === count) found = conditions;
  });
  return found;
}

/** A record of which a row is the first that fits. */
function recordIn(context: DerivationContext, { entity, conditions }: Use, row: number): Reached | null {
  const decisive = conditions.slice(0, row + 1);
  const want = (world: World, id: string): number => {
    const record = viewIn(world, id);
    const sum = decisive.reduce(
      (total, condition, at) => total + distance(world, condition, { this: record, user: null }, at === row),
      0,
    );
    return sum === 0 ? 0 : 0.1 + 0.8 * (sum / (sum + 1));
  };
  const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [];
  for (const state of states.length === 0 ? [null] : states) {
    const found = reach(context, { entity, state, about: decisive, want, budget: 80 });
    if (found !== null) return found;
  }
  return null;
}
