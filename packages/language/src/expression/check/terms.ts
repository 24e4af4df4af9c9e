import { forbiddenIn } from '../../vocabulary/functions.ts';
import { inline, inlinedSize } from '../inline.ts';
import { type ExpressionProblem, problem, type Range } from '../problem.ts';
import type { SchemaTerm } from '../scope.ts';
import type { CallSyntax } from '../syntax.ts';
import type { Expression, GivenCall } from '../tree.ts';
import type { Type } from '../type.ts';
import { UNKNOWN, withNull } from '../types.ts';
import { walk } from '../walk.ts';
import { demand } from './adapt.ts';
import { type Check, isUnknown, type Place, unknown } from './place.ts';

/** More parts than any expression that a person has written. */
export const SIZE_LIMIT = 2000;

/** The call of a term (9): its body with these values, so that it has the same meaning in every place. */
export function checkTerm(check: Check, around: Place, term: SchemaTerm, syntax: CallSyntax): Expression {
  const { name, range, nameRange } = syntax;
  // The parameters of a term are never null.
  const place = { ...around, nullRuns: false };
  const visited = syntax.arguments.map((argument) => check.visit(argument, place));
  if (term.parameters !== null && visited.length !== term.parameters.length) {
    const parameters = term.parameters.map((parameter) => parameter.name);
    check.problems.push(problem('N059', { name, parameters }, range));
    return unknown(range);
  }
  const values = new Map<string, Expression>();
  for (const [index, value] of visited.entries()) {
    const parameter = term.parameters?.[index];
    if (parameter !== undefined) values.set(parameter.name, demand(check, place, value, parameter.type));
  }
  if (term.given !== undefined)
    return givenCall(check, place, { ...term, given: term.given }, [...values.values()], syntax);
  const { body } = term;
  // A term that is a gap refuses everything that needs it, at run time; a term with mistakes has its own diagnostics.
  if (body === 'not shown') return { kind: 'constant', name, type: UNKNOWN, range };
  if (body === null || isUnknown(...values.values())) return unknown(range);

  const inner: Expression[] = [];
  walk(body, (part) => inner.push(part));
  const { purpose, variables } = check.scope;
  for (const called of new Set(inner.flatMap((part) => (part.kind === 'call' ? part.name : [])))) {
    const where = forbiddenIn(called, purpose);
    if (where !== undefined)
      check.problems.push(problem('N073', { name: called, term: name, place: where }, nameRange));
  }
  for (const part of inner) {
    if (part.kind !== 'given call') continue;
    const problem = misplaced(check, place, part.name, nameRange, name);
    if (problem === null) continue;
    check.problems.push(problem);
    return unknown(range);
  }
  if (!Object.hasOwn(variables, 'user') && inner.some((part) => part.kind === 'variable' && part.name === 'user')) {
    check.problems.push(problem('N090', { name }, nameRange));
    return unknown(range);
  }
  if (inlinedSize(body, values) > SIZE_LIMIT) {
    check.problems.push(problem('N054', { limit: SIZE_LIMIT, what: 'parts' }, range));
    return unknown(range);
  }
  const inlined = inline({ ...term, body }, values, range);
  const nested = nestedCall(inlined);
  if (nested !== null) {
    check.problems.push(problem('N572', nested, nameRange));
    return unknown(range);
  }
  return { ...inlined, type: withNull(inlined.type, body.type.nullable) };
}

/** The call of a given function: it stays one, and is made when a record is judged (9). */
function givenCall(
  check: Check,
  place: Place,
  { name, given }: SchemaTerm & { readonly given: Type },
  values: readonly Expression[],
  { range, nameRange }: CallSyntax,
): Expression {
  const wrong = misplaced(check, place, name, nameRange);
  if (wrong !== null) check.problems.push(wrong);
  if (wrong !== null || isUnknown(...values)) return unknown(range);
  const call: GivenCall = { kind: 'given call', name, arguments: values, type: given, range };
  const nested = nestedCall(call);
  if (nested === null) return call;
  check.problems.push(problem('N572', nested, nameRange));
  return unknown(range);
}

/** The problem of a given function that is called outside of rules, or in a query. A term may call it for rules. */
function misplaced(
  { scope }: Check,
  { frames }: Place,
  name: string,
  range: Range,
  term?: string,
): ExpressionProblem | null {
  if (scope.purpose !== 'rule' && scope.purpose !== 'term')
    return problem('N570', { name, ...(term !== undefined && { term }) }, range);
  return frames.length > 0 ? problem('N571', { name }, range) : null;
}

/** The first given function whose values need another one. */
function nestedCall(expression: Expression): { readonly name: string; readonly inner: string } | null {
  let nested: { readonly name: string; readonly inner: string } | null = null;
  walk(expression, (outer) => {
    if (outer.kind !== 'given call') return;
    for (const argument of outer.arguments)
      walk(argument, (part) => {
        if (part.kind === 'given call') nested ??= { name: outer.name, inner: part.name };
      });
  });
  return nested;
}
