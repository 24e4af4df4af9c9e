import { demand } from './check/adapt.ts';
import { checkArithmetic } from './check/arithmetic.ts';
import { factsOf, NO_FACTS } from './check/facts.ts';
import { checkCall } from './check/functions.ts';
import { checkNumber } from './check/literals.ts';
import { checkMember, checkName, reportPlaceholder } from './check/names.ts';
import { narrow } from './check/nulls.ts';
import { checkEquality, checkOrder } from './check/comparisons.ts';
import { checkConditional, checkIn, checkList, checkLogic, checkRole, checkUnary } from './check/operators.ts';
import { type Check, type Place, unknown } from './check/place.ts';
import { checkQuery } from './check/queries.ts';
import { checkMisplacedAt } from './check/working-time.ts';
import { SIZE_LIMIT } from './check/terms.ts';
import { sizeOf } from './inline.ts';
import { parse } from './parser.ts';
import { type ExpressionProblem, isProblem, problem } from './problem.ts';
import type { Schema, Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';
import type { Expression } from './tree.ts';
import type { Type } from './type.ts';
import { BOOLEAN, TEXT } from './types.ts';

/** Problems of the text that leave its structure certain. */
const SOUND: ReadonlySet<string> = new Set(['N053', 'N069', 'N070', 'N082']);

/** If the structure is not certain, problems of types would only be its consequences. */
const OF_TYPES: ReadonlySet<string> = new Set(['N060', 'N061', 'N062', 'N076', 'N087']);

/** Names that mean nothing, or no value. */
const UNRESOLVED: ReadonlySet<string> = new Set(['N055', 'N057', 'N085']);

const UNKNOWN_NAMES: ReadonlySet<string> = new Set(['N055', 'N057', 'N058', 'N063']);

export interface CheckedExpression {
  /** Null if the text has errors. */
  readonly expression: Expression | null;
  /** In the order of the text. Warnings leave the expression as it is. */
  readonly problems: readonly ExpressionProblem[];
}

/**
 * Reads and checks the text of one expression: every name resolved, every node typed. `expected` is the type that its
 * place demands (null: any); a bare number and a text take its currency, choices or calendar.
 */
export function checkExpression(text: string, scope: Scope, schema: Schema, expected: Type | null): CheckedExpression {
  const { syntax, problems: unreadable } = parse(text);
  const facts = (scope.given ?? []).reduce((known, assumed) => known.union(factsOf(assumed, true)), NO_FACTS);
  const check: Check = {
    given: facts,
    text,
    scope,
    schema,
    problems: [],
    missing: new Map(),
    visit: (part, place) => narrow(place, visit(check, part, place)),
  };
  const isValue = scope.purpose === 'computed' || scope.purpose === 'default';
  const isCondition = expected?.kind === 'boolean' && !(isValue ? scope.mayBeEmpty : expected.nullable);
  const place: Place = {
    facts,
    frames: [],
    guard: isCondition
      ? { kind: 'condition', range: syntax.range, root: true, holds: scope.purpose === 'rule' }
      : isValue
        ? { kind: 'value', range: syntax.range, root: true }
        : null,
    negated: false,
    nullRuns: scope.nullRuns === true,
  };
  const visited = check.visit(syntax, place);
  const expression = expected === null ? visited : demand(check, place, visited, expected);
  if (sizeOf(expression) > SIZE_LIMIT && check.problems.length === 0)
    check.problems.push(problem('N054', { limit: SIZE_LIMIT, what: 'parts' }, syntax.range));
  const problems = certain(text, unreadable, check.problems).toSorted((left, right) => left.range[0] - right.range[0]);
  return { expression: problems.some(({ severity }) => severity === 'error') ? null : expression, problems };
}

/** Whether a bracket is missing, or one too many. */
function isOfBracket({ details: { expected, found } }: ExpressionProblem<'N052'>): boolean {
  return found === ')' || (typeof expected === 'object' && expected.sign === ')');
}

/**
 * The problems that are certain although the structure of an expression is not: after the place where it is broken,
 * problems of names and types would only be consequences. If a bracket is not closed, that place is not known either.
 */
function certain(
  text: string,
  unreadable: readonly ExpressionProblem[],
  found: readonly ExpressionProblem[],
): readonly ExpressionProblem[] {
  const breaking = unreadable.filter(({ severity, id }) => severity === 'error' && !SOUND.has(id));
  const unclosed = breaking.find((one) => isProblem(one, 'N052') && isOfBracket(one));
  if (unclosed) return [unclosed];
  const [broken] = breaking;
  // An unknown name may be the guard that is missing.
  const isUnguarded = found.some(({ id }) => UNRESOLVED.has(id));
  // The types give a more exact report than the text alone: `roles contains "clerk"` is not `contains(…)`.
  const isReportedAlready = (one: ExpressionProblem): boolean =>
    one.id === 'N053' && found.some(({ id, range }) => id === 'N053' && String(range) === String(one.range));
  if (!broken)
    return [
      ...unreadable.filter((one) => !isReportedAlready(one)),
      ...found.filter(({ id }) => !isUnguarded || (id !== 'N064' && id !== 'N065')),
    ];
  const before = found.filter(
    ({ id, range }) =>
      !OF_TYPES.has(id) &&
      range[1] <= broken.range[0] &&
      !(UNKNOWN_NAMES.has(id) && ends(text.slice(range[1], broken.range[0]))),
  );
  const sound = unreadable.filter(({ id, range }) => SOUND.has(id) && range[0] !== broken.range[0]);
  return [broken, ...sound, ...before];
}

/** Whether a name and the syntax error behind it are adjacent, so that they are one mistake: `countClaim where`. */
function ends(between: string): boolean {
  return /^[\s.\w\])]*$/.test(between);
}

function visit(check: Check, syntax: Syntax, place: Place): Expression {
  switch (syntax.kind) {
    case 'number':
      return checkNumber(check, syntax);
    case 'text':
      reportPlaceholder(check, place, syntax);
      return textLiteral(syntax.value, syntax.range);
    case 'regex':
      check.problems.push(problem('N060', { expected: { oneOf: 'any' }, found: { regex: 'value' } }, syntax.range));
      return unknown(syntax.range);
    case 'word':
      if (syntax.value === null)
        return { kind: 'literal', value: null, type: { kind: 'null', nullable: true }, range: syntax.range };
      return { kind: 'literal', value: syntax.value, type: BOOLEAN, range: syntax.range };
    case 'name':
      return checkName(check, place, syntax);
    case 'member':
      return checkMember(check, place, syntax);
    case 'list':
      return checkList(check, place, syntax);
    case 'unary':
      return checkUnary(check, place, syntax);
    case 'conditional':
      return checkConditional(check, place, syntax);
    case 'call':
      return checkCall(check, place, syntax);
    case 'at':
      return checkMisplacedAt(check, place, syntax);
    case 'is':
      return checkRole(check, place, syntax);
    case 'query':
      return checkQuery(check, place, syntax);
    case 'error':
      return unknown(syntax.range);
    case 'binary':
      switch (syntax.operator) {
        case 'and':
        case 'or':
          return checkLogic(check, place, syntax);
        case '==':
        case '!=':
          return checkEquality(check, place, syntax);
        case '<':
        case '<=':
        case '>':
        case '>=':
          return checkOrder(check, place, syntax);
        case 'in':
          return checkIn(check, place, syntax);
        case '%':
        case '*':
        case '+':
        case '-':
        case '/':
          return checkArithmetic(check, place, syntax);
      }
  }
}

/** Text is NFC and trimmed, and `""` is null. */
function textLiteral(value: string, range: readonly [number, number]): Expression {
  const text = value.normalize('NFC');
  return text === ''
    ? { kind: 'literal', value: null, type: { kind: 'null', nullable: true }, range }
    : { kind: 'literal', value: text, type: TEXT, range };
}
