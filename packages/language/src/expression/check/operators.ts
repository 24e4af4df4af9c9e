import { nearest } from '../../diagnostics/nearest.ts';
import { problem, replacement } from '../problem.ts';
import type { BinarySyntax, ConditionalSyntax, IsSyntax, ListSyntax, Syntax, UnarySyntax } from '../syntax.ts';
import type { BinaryOperator, Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { keyOf } from '../key.ts';
import { BOOLEAN, describe, isLike, UNKNOWN, unite, withNull } from '../types.ts';
import { adapt, demand } from './adapt.ts';
import { type Facts, factsOf, NO_FACTS } from './facts.ts';
import { requireValue } from './nulls.ts';
import { type Check, type GuardPoint, isUnknown, type Place, rangeOf, source, unknown } from './place.ts';
import { currenciesAgree, reportUnlike } from './comparisons.ts';

/** A place where a condition stands: a guard may be put before it. */
export function conditionPlace(place: Place, syntax: Syntax, root: boolean, holds?: boolean): Place {
  if (place.negated) return place;
  const before = place.guard?.kind === 'condition' && place.guard.holds;
  return { ...place, guard: { kind: 'condition', range: syntax.range, root, holds: holds ?? before } };
}

export function checkLogic(check: Check, place: Place, syntax: BinarySyntax): Expression {
  const operator = syntax.operator === 'or' ? 'or' : 'and';
  const leftPlace = conditionPlace(place, syntax.left, false);
  const first = check.visit(syntax.left, leftPlace);
  if (operator === 'or' && mayStandForNull(first)) return insteadOfNull(check, place, syntax, first);
  const left = demand(check, leftPlace, first, BOOLEAN);
  const facts = place.facts.union(factsOf(left, operator === 'and'));
  const asked = operator === 'and' ? factsAskedFor(check, syntax.left) : NO_FACTS;
  const rightPlace = { ...conditionPlace(place, syntax.right, false), facts: facts.union(asked) };
  const compared = comparedBefore(check, syntax);
  const right = compared ?? demand(check, rightPlace, check.visit(syntax.right, rightPlace), BOOLEAN);
  const nullable = [left, right].some((side) => side.type.nullable && !isUnknown(side));
  return { kind: 'binary', operator, left, right, type: withNull(BOOLEAN, nullable), range: syntax.range };
}

/** Whether a value that is no condition may be empty, so that `or` behind it may be meant to give another one. */
function mayStandForNull({ type }: Expression): boolean {
  return type.nullable && !['boolean', 'given', 'null', 'unknown'].includes(type.kind);
}

/** `returned_on or today()`: `or` joins conditions, and gives no value in the place of null. */
function insteadOfNull(check: Check, place: Place, syntax: BinarySyntax, value: Expression): Expression {
  const { left, right, range } = syntax;
  const other = check.visit(right, place);
  if (isUnknown(other)) return unknown(range);
  if (!isLike(value.type, adapt(check, other, value.type).type)) {
    for (const side of [value, other]) demand(check, place, side, BOOLEAN);
    return unknown(range);
  }
  const written = source(check, left.range);
  const meant = `(if ${written} != null then ${written} else ${source(check, right.range)})`;
  const fix = replacement(`Write ${meant}`, range, meant);
  check.problems.push(problem('N053', { written: source(check, range), meant }, range, { fix }));
  return unknown(range);
}

/**
 * The facts that suggested guards establish before an operand of an `and` chain: they hold for the next operands, too.
 */
function factsAskedFor({ missing }: Pick<Check, 'missing'>, syntax: Syntax): Facts {
  if (syntax.kind === 'binary' && syntax.operator === 'and')
    return factsAskedFor({ missing }, syntax.left).union(factsAskedFor({ missing }, syntax.right));
  const asked = missing.get(`condition ${String(syntax.range)}`);
  if (asked?.guard?.kind !== 'condition' || asked.guard.holds) return NO_FACTS;
  return new Set(asked.values.map(({ of }) => `value ${keyOf(of)}`));
}

/** `status == "draft" or "paid"`: the comparison must be repeated for the second value. */
function comparedBefore(check: Check, { operator, left, right }: BinarySyntax): Expression | null {
  if (right.kind !== 'text' && right.kind !== 'number') return null;
  let before = left;
  while (before.kind === 'binary' && before.operator === operator) {
    const last = before.right;
    before = last.kind === 'text' || last.kind === 'number' ? before.left : last;
  }
  if (before.kind !== 'binary' || before.operator !== (operator === 'or' ? '==' : '!=')) return null;
  const start = `${source(check, before.left.range)} ${before.operator} `;
  const written = `${start}${source(check, right.range)}`;
  const fix = replacement(`Write ${written}`, [right.range[0], right.range[0]], start);
  const found = right.kind === 'text' ? 'text' : 'decimal';
  const hint = { because: 'condition', operator, written } as const;
  check.problems.push(problem('N060', { expected: 'boolean', found, hint }, right.range, { fix }));
  return unknown(right.range);
}

export function checkUnary(check: Check, place: Place, syntax: UnarySyntax): Expression {
  const { operator, range } = syntax;
  if (operator === 'not') {
    const inside = { ...place, negated: true };
    const operand = demand(check, inside, check.visit(syntax.operand, inside), BOOLEAN);
    return { kind: 'unary', operator, operand, type: operand.type.kind === 'boolean' ? operand.type : BOOLEAN, range };
  }
  const operand = requireValue(check, place, check.visit(syntax.operand, place));
  if (isUnknown(operand)) return { kind: 'unary', operator, operand, type: UNKNOWN, range };
  if (!['integer', 'decimal', 'money', 'duration', 'working days'].includes(operand.type.kind)) {
    check.problems.push(problem('N060', { expected: 'decimal', found: describe(operand.type) }, rangeOf(operand)));
    return unknown(range);
  }
  return { kind: 'unary', operator, operand, type: operand.type, range };
}

/** Only the branch of a conditional depends on a value that is missing in it. */
function branchGuard(guard: GuardPoint, whole: ConditionalSyntax, branch: Syntax): GuardPoint {
  const isWhole = guard?.kind === 'value' && String(guard.range) === String(whole.range);
  return isWhole ? { kind: 'value', range: branch.range, root: false } : guard;
}

export function checkConditional(check: Check, place: Place, syntax: ConditionalSyntax): Expression {
  const conditionAt = conditionPlace({ ...place, negated: false, nullRuns: false }, syntax.condition, true, false);
  const condition = demand(check, conditionAt, check.visit(syntax.condition, conditionAt), BOOLEAN);
  const inBranch = (branch: Syntax, truth: boolean): Place => ({
    ...place,
    facts: place.facts.union(factsOf(condition, truth)),
    guard: branchGuard(place.guard, syntax, branch),
  });
  const thenPlace = inBranch(syntax.then, true);
  const elsePlace = inBranch(syntax.otherwise, false);
  const first = asChoice(check, check.visit(syntax.then, thenPlace));
  const second = asChoice(check, check.visit(syntax.otherwise, elsePlace));
  if (isUnknown(first, second))
    return { kind: 'conditional', condition, then: first, otherwise: second, type: UNKNOWN, range: syntax.range };
  const then = adapt(check, first, second.type);
  const otherwise = adapt(check, second, then.type);
  if (isUnknown(then, otherwise)) return unknown(syntax.range);
  if (!isLike(then.type, otherwise.type)) {
    check.problems.push(
      problem('N060', { expected: describe(then.type), found: describe(otherwise.type) }, rangeOf(otherwise)),
    );
    return unknown(syntax.range);
  }
  if (!currenciesAgree(check, then.type, otherwise)) return unknown(syntax.range);
  const type = unite(then.type, otherwise.type);
  return { kind: 'conditional', condition, then, otherwise, type, range: syntax.range };
}

/** A text that is one of the choices of the field which a conversion gives values. */
function asChoice(check: Check, branch: Expression): Expression {
  const { choices } = check.scope;
  if (choices === undefined || branch.kind !== 'literal' || !choices.some((choice) => choice === branch.value))
    return branch;
  return { ...branch, type: { kind: 'enum', values: choices, nullable: false } };
}

/** `value in list`; null is in no list. */
export function checkIn(check: Check, place: Place, syntax: BinarySyntax): Expression {
  const value = check.visit(syntax.left, place);
  const list = requireValue(check, place, check.visit(syntax.right, place));
  const made = (left: Expression, right: Expression): Expression => ({
    kind: 'binary',
    operator: 'in',
    left,
    right,
    type: BOOLEAN,
    range: syntax.range,
  });
  if (isUnknown(value, list)) return made(value, list);
  if (list.type.kind !== 'list') {
    const hint = list.type.kind === 'text' ? 'contains' : null;
    check.problems.push(
      problem('N061', { operator: 'in', left: describe(value.type), right: describe(list.type), hint }, syntax.range),
    );
    return made(value, list);
  }
  const right = adapt(check, list, { kind: 'list', of: value.type, nullable: false });
  const of = right.type.kind === 'list' ? right.type.of : list.type.of;
  const left = adapt(check, value, of);
  if (!isUnknown(left, right) && (!isLike(left.type, of) || left.type.kind === 'null'))
    reportUnlike(check, syntax, left, { ...right, type: of });
  else if (!isUnknown(left, right)) currenciesAgree(check, left.type, right, of);
  return made(left, right);
}

export function checkList(check: Check, place: Place, syntax: ListSyntax): Expression {
  const items: Expression[] = [];
  let of: Type = { kind: 'unknown', nullable: false };
  for (const part of syntax.items) {
    const item = requireValue(check, place, check.visit(part, place));
    const adapted = of.kind === 'unknown' ? item : adapt(check, item, of);
    if (!isUnknown(adapted) && !isLike(of, adapted.type)) {
      check.problems.push(problem('N060', { expected: describe(of), found: describe(adapted.type) }, rangeOf(adapted)));
      continue;
    }
    if (!isUnknown(adapted) && !currenciesAgree(check, of, adapted)) continue;
    if (!isUnknown(adapted)) of = unite(of, adapted.type);
    items.push(adapted);
  }
  return { kind: 'list', items, type: { kind: 'list', of, nullable: false }, range: syntax.range };
}

const USER = { type: 'record', entity: 'User' } as const;

/** `user is manager`. Somebody who is not signed in (null) holds no role. */
export function checkRole(check: Check, place: Place, syntax: IsSyntax): Expression {
  const of = check.visit(syntax.of, place);
  const { role, roleRange, range } = syntax;
  if (of.type.kind === 'enum' && of.type.values.includes(role)) {
    const from = [rangeOf(of)[1], range[1]] as const;
    const meant = `== "${role}"`;
    const fix = replacement(`Write ${meant}`, from, ` ${meant}`);
    check.problems.push(problem('N053', { written: source(check, from).trim(), meant }, from, { fix }));
    return unknown(range);
  }
  if (!check.schema.roles.has(role)) {
    const closest = nearest(role, check.schema.roles);
    const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, roleRange, closest) };
    check.problems.push(problem('N068', { name: role, nearest: closest }, roleRange, fix));
  }
  if (!isUnknown(of) && !(of.type.kind === 'record' && of.type.entity === 'User')) {
    check.problems.push(problem('N060', { expected: USER, found: describe(of.type) }, rangeOf(of)));
  }
  return { kind: 'role', of, role, type: BOOLEAN, range };
}

export function isArithmetic(operator: BinaryOperator): boolean {
  return ['+', '-', '*', '/', '%'].includes(operator);
}
