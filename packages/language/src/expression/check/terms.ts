import { forbiddenIn } from '../../vocabulary/functions.ts';
import { inline, inlinedSize } from '../inline.ts';
import { problem } from '../problem.ts';
import type { SchemaTerm } from '../scope.ts';
import type { CallSyntax } from '../syntax.ts';
import type { Expression } from '../tree.ts';
import { UNKNOWN, withNull } from '../types.ts';
import { walk } from '../walk.ts';
import { demand } from './adapt.ts';
import { type Check, isUnknown, type Place, unknown } from './place.ts';

/** More parts than any expression that a person has written. */
export const SIZE_LIMIT = 2000;

/** The call of a term (9): its body with these values, so that it has the same meaning in every place. */
export function checkTerm(check: Check, place: Place, term: SchemaTerm, syntax: CallSyntax): Expression {
  const { name, range, nameRange } = syntax;
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
  if (!Object.hasOwn(variables, 'user') && inner.some((part) => part.kind === 'variable' && part.name === 'user')) {
    check.problems.push(problem('N090', { name }, nameRange));
    return unknown(range);
  }
  if (inlinedSize(body, values) > SIZE_LIMIT) {
    check.problems.push(problem('N054', { limit: SIZE_LIMIT, what: 'parts' }, range));
    return unknown(range);
  }
  const inlined = inline({ ...term, body }, values, range);
  return { ...inlined, type: withNull(inlined.type, body.type.nullable) };
}
