import { isOneOf, isThere } from '../check/analysis/build.ts';
import { excludes } from '../check/analysis/decide.ts';
import { knowledgeOf } from '../check/analysis/knowledge.ts';
import type { Expression } from '../expression/tree.ts';
import { walk } from '../expression/walk.ts';
import type { Grant } from '../model/roles.ts';
import type { Plan } from './plan.ts';

/** What a new record has of these is made, or is a list. */
const MADE: ReadonlySet<string> = new Set(['number', 'slug', 'roles', 'children', 'many', 'all']);

const decided = new WeakMap<Grant, boolean>();

/**
 * Whether a cell of an entity might allow anything on a record as it is created, where point 6 judges the result: it is
 * in its first state, and what only events and the product set is not there yet. False only where that is sure.
 */
export function mightAllowNew(plan: Plan, entity: string, grant: Grant): boolean {
  const known = decided.get(grant) ?? decide(plan, entity, grant);
  decided.set(grant, known);
  return known;
}

function decide(plan: Plan, entity: string, { states, cell }: Grant): boolean {
  const first = firstState(plan, entity);
  if (states !== null && (first === null || !states.includes(first))) return false;
  return (
    cell.kind !== 'when' || !excludes([cell.condition, ...factsFor(plan, entity, cell.condition)], knowledgeOf(plan))
  );
}

function firstState(plan: Plan, entity: string): string | null {
  const workflow = plan.states.find((candidate) => candidate.entity === entity);
  return workflow?.states.find(({ kind }) => kind === 'initial')?.name ?? null;
}

/** What is sure of the fields that a condition reads of the new record. */
function factsFor(plan: Plan, entity: string, condition: Expression): readonly Expression[] {
  const fields = new Map(plan.entities.find(({ name }) => name === entity)?.fields.map((field) => [field.name, field]));
  const rows = plan.permissions.find((permissions) => permissions.entity === entity)?.fields ?? {};
  const first = firstState(plan, entity);
  const facts: Expression[] = [];
  walk(condition, (node) => {
    if (node.kind !== 'field' || node.of.kind !== 'variable' || node.of.name !== 'this') return;
    const field = fields.get(node.field);
    if (field === undefined || field.derived || field.computed !== null || field.default !== null) return;
    if (MADE.has(field.type.kind)) return;
    if (field.type.kind === 'state') facts.push(first === null ? isThere(node, false) : isOneOf(node, [first]));
    else if (field.bySystem || (field.closed && rows[field.name]?.update === undefined))
      facts.push(isThere(node, false));
  });
  return facts;
}
