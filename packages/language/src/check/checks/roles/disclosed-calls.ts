import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { ExactCall } from '../../../model/exact-calls.ts';
import type { Model } from '../../../model/model.ts';
import { or, thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { type Disclosing, disclosingIn, distinctReads, hiddenReads } from '../../derived/disclosing.ts';

/**
 * 6, 7: The conditions of an exact call's blocks, and the values that it enters beside its body, see all records. If
 * they read data that the caller may not read, the answer discloses it. All other parts of a call see with the caller's
 * rights.
 */
export function checkDisclosedCalls(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const call of model.answered.calls) {
    const given = callersOf(disclosing, call);
    for (const { name, place, expressions } of decidedBy(call)) {
      const hidden = distinctReads(expressions.flatMap((expression) => hiddenReads(disclosing, expression, given)));
      const span = context.placeOf(place) ?? context.placeOf(call.clause);
      if (hidden.length > 0 && span)
        context.report('N650', DISCLOSURE_CODES.N650, { name, hidden }, span, { clause: call.clause });
    }
  }
}

/** Conditions that every caller fulfils. */
function callersOf({ rights }: Disclosing, { by }: ExactCall): readonly Expression[] {
  if (by === null || by === 'everyone') return [];
  return [or(...by.map((role) => rights.holds(role, thisRecord('User'))))];
}

function decidedBy({ clause, method, path, when, does }: ExactCall) {
  const call = `${method} ${path}`;
  const values = does?.kind === 'create' ? Object.values(does.values) : [];
  return [
    { name: `the \`when\` of ${call}`, place: `${clause}.when`, expressions: when === null ? [] : [when] },
    { name: `the values that ${call} enters`, place: `${clause}.does`, expressions: values },
  ];
}
