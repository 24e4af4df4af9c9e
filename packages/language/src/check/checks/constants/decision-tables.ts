import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Decisions, Term } from '../../../model/constants.ts';
import type { Model } from '../../../model/model.ts';
import { opposite, TRUE } from '../../analysis/build.ts';
import { decide, excludes } from '../../analysis/decide.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import { type Knowledge, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';

/** 9: A decision table is complete; its rows are all taken, and exclude each other in one that is `unique`. */
export function checkDecisionTables(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const term of model.terms) if (term.decisions) checkTable(term, term.decisions, knowledge, context);
}

function checkTable(term: Term, { policy, cases }: Decisions, knowledge: Knowledge, context: Context): void {
  const { name, clause } = term;
  const conditions = cases.map(({ condition }) => (condition === null ? TRUE : ofFields(term, condition)));
  let isOrdered = true;
  for (const [index, { clause: row }] of cases.entries()) {
    const condition = conditions[index] ?? TRUE;
    const earlier = conditions.slice(0, index);
    const span = context.placeOf(row);
    if (!span) continue;
    if (excludes([condition, ...earlier.map(opposite)], knowledge)) {
      // A row for the same values as an earlier one overlaps with it, which is reported below.
      const isOverlap = policy === 'unique' && !excludes([condition], knowledge);
      if (!isOverlap) context.report('N914', CONSTANTS_CODES.N914, { name }, span, { clause: row });
      if (!isOverlap) isOrdered = false;
    }
    if (policy === 'first') continue;
    const overlap = firstOverlap(condition, earlier, knowledge);
    if (overlap === null) continue;
    const other = context.placeOf(cases[overlap.at]?.clause ?? row);
    context.report('N913', CONSTANTS_CODES.N913, { name, example: overlap.example }, span, {
      clause: row,
      ...(other && { related: [{ span: other, message: 'The earlier row stands here.' }] }),
    });
    isOrdered = false;
  }
  const gap = decide(conditions.map(opposite), knowledge);
  const span = context.placeOf(clause);
  if (gap.kind === 'never' || !span || (gap.kind === 'unknown' && !isOrdered)) return;
  const example = gap.kind === 'sometimes' ? gap.example : null;
  context.report('N912', CONSTANTS_CODES.N912, { name, example }, span, { clause });
}

/** The condition with a field of a record in the place of each parameter: of fields the analysis knows the choices. */
function ofFields({ name, parameters }: Term, condition: Expression): Expression {
  const of: Expression = { kind: 'variable', name: 'this', type: { kind: 'record', entity: name, nullable: false } };
  return parameters.reduce(
    (read, { name: field, type }) => replaceVariable(read, field, { kind: 'field', of, field, type }),
    condition,
  );
}

/** The first earlier row that fits for the same values, with the smallest example, where one is found. */
function firstOverlap(
  condition: Expression,
  earlier: readonly Expression[],
  knowledge: Knowledge,
): { readonly at: number; readonly example: readonly string[] | null } | null {
  for (const [at, other] of earlier.entries()) {
    const verdict = decide([condition, other], knowledge);
    if (verdict.kind !== 'never') return { at, example: verdict.kind === 'sometimes' ? verdict.example : null };
  }
  return null;
}
