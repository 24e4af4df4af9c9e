import { mapPair } from '../../collections.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { problem, replacement } from '../problem.ts';
import type { BinarySyntax } from '../syntax.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { BOOLEAN, DECIMAL, describe, isLike, isOrdered, withNull } from '../types.ts';
import { adapt, reportCurrencies, sameCurrency } from './adapt.ts';
import { hasValue } from './facts.ts';
import { reportBothNull, requireValue } from './nulls.ts';
import { type Check, isUnknown, nullRuns, type Place, rangeOf, recordFrames, source, unknown } from './place.ts';

/** `==` and `!=`: two-valued, even if a side may be null. */
export function checkEquality(check: Check, place: Place, syntax: BinarySyntax): Expression {
  const operator = syntax.operator === '!=' ? '!=' : '==';
  const asRole = reportRole(check, syntax);
  if (asRole !== null) return asRole;
  const pair = comparedPair(check, check.visit(syntax.left, place), check.visit(syntax.right, place));
  const [left, right] = pair;
  const compared: Expression = { kind: 'binary', operator, left, right, type: BOOLEAN, range: syntax.range };
  if (isUnknown(left, right)) return compared;
  const isNull = [left, right].map((side) => side.type.kind === 'null');
  if (isNull[0] || isNull[1]) {
    const other = isNull[0] ? right : left;
    if (!other.type.nullable && !hasValue(check.given, other)) {
      check.problems.push(
        problem('N076', { what: source(check, rangeOf(other)), always: operator === '!=' }, syntax.range),
      );
    }
    return compared;
  }
  if (reportItself(check, place, syntax, left, right)) return compared;
  const comparable =
    isLike(left.type, right.type) && !['list', 'json', 'file', 'object', 'rate'].includes(left.type.kind);
  if (!comparable) reportUnlike(check, syntax, left, right);
  else if (!currenciesAgree(check, left.type, right)) return compared;
  else if (left.type.nullable && right.type.nullable) reportBothNull(check, place, left, right, syntax.range);
  return compared;
}

/** `user.role == "manager"`: the language asks with `is` whether somebody holds a role. */
function reportRole(check: Check, { operator, left, right, range }: BinarySyntax): Expression | null {
  if (left.kind !== 'member' || !['role', 'roles'].includes(left.name) || right.kind !== 'text') return null;
  const isUser = left.of.kind === 'name' && left.of.name === 'user';
  if (!isUser || !check.schema.roles.has(right.value)) return null;
  const held = `user is ${right.value}`;
  const meant = operator === '==' ? held : `not ${held}`;
  const fix = replacement(`Write ${meant}`, range, meant);
  check.problems.push(problem('N053', { written: source(check, range), meant }, range, { fix }));
  return unknown(range);
}

/** A value that is compared with itself: mostly a bare name in a query that was meant for the record outside. */
function reportItself(check: Check, place: Place, syntax: BinarySyntax, left: Expression, right: Expression): boolean {
  if (!isSamePath(check, left, right)) return false;
  const always = ['==', '<=', '>='].includes(syntax.operator);
  const queried = recordFrames(place).at(-1)?.entity ?? null;
  const own = Object.hasOwn(check.scope.variables, 'this') ? check.scope.variables['this'] : undefined;
  const isOwn = own?.kind === 'record' && own.entity === queried;
  // If both names are bare, the second one mostly means the outer record.
  const meant = isOwn && syntax.right.kind === 'name' ? `this.${syntax.right.name}` : null;
  const fix = meant === null ? {} : { fix: replacement(`Write ${meant}`, syntax.right.range, meant) };
  const [what, other] = mapPair([left, right], (side) => source(check, rangeOf(side)));
  const details = { what, always, itself: { other, queried } };
  check.problems.push(problem('N076', details, syntax.range, fix));
  return true;
}

function isSamePath(check: Check, left: Expression, right: Expression): boolean {
  if (left.kind === 'variable' && right.kind === 'variable') return left.name === right.name;
  if (left.kind !== 'field' || right.kind !== 'field' || !isSamePath(check, left.of, right.of)) return false;
  const { type } = left.of;
  const parents = type.kind === 'record' ? check.schema.entities.get(type.entity)?.parents : undefined;
  return left.field === right.field || (parents?.has(left.field) === true && parents.has(right.field));
}

/** `<`, `<=`, `>`, `>=`: both values are there, and have an order. */
export function checkOrder(check: Check, place: Place, syntax: BinarySyntax): Expression {
  const pair = comparedPair(check, check.visit(syntax.left, place), check.visit(syntax.right, place));
  const [left, right] = mapPair(pair, (side) => requireValue(check, place, side));
  const type = withNull(BOOLEAN, nullRuns(check, place) && (left.type.nullable || right.type.nullable));
  const compared: Expression = { kind: 'binary', operator: syntax.operator, left, right, type, range: syntax.range };
  if (isUnknown(left, right) || reportItself(check, place, syntax, left, right)) return compared;
  const unordered = [left, right].find((side) => !isOrdered(side.type));
  if (!isLike(left.type, right.type) && left.type.kind !== 'null' && right.type.kind !== 'null')
    reportUnlike(check, syntax, left, right);
  else if (unordered !== undefined)
    check.problems.push(problem('N087', { of: describe(unordered.type) }, syntax.range));
  else currenciesAgree(check, left.type, right);
  return compared;
}

/**
 * The sides of a comparison. If one side is a whole number literal, the value of a request on the other side may be any
 * number.
 */
function comparedPair(check: Check, left: Expression, right: Expression): [Expression, Expression] {
  const asNumber = (value: Expression, other: Expression): Expression =>
    value.type.kind === 'given' && other.kind === 'literal' && other.type.kind === 'integer'
      ? adapt(check, value, DECIMAL)
      : value;
  return adaptedPair(check, asNumber(left, right), asNumber(right, left));
}

/** Both sides, each with its literals read as the other side's type. */
export function adaptedPair(check: Check, left: Expression, right: Expression): [Expression, Expression] {
  if (isUnknown(left, right)) return [left, right];
  const second = adapt(check, right, left.type);
  return [isUnknown(second) ? left : adapt(check, left, second.type), second];
}

/** Whether two amounts, or two lists of them, have one currency; if not, reports it at the second. */
export function currenciesAgree(check: Check, left: Type, second: Expression, right: Type = second.type): boolean {
  if (left.kind === 'list' && right.kind === 'list') return currenciesAgree(check, left.of, second, right.of);
  if (left.kind !== 'money' || right.kind !== 'money' || sameCurrency(check, left.currency, right.currency))
    return true;
  reportCurrencies(check, left.currency, right.currency, second);
  return false;
}

/** Whether a record is compared with the id of one of its entity: `owner == user.id`. */
function byId(record: Expression, id: Expression): boolean {
  return (
    record.type.kind === 'record' &&
    id.kind === 'field' &&
    id.field === 'id' &&
    id.of.type.kind === 'record' &&
    id.of.type.entity === record.type.entity
  );
}

/** Reports two values that can't be compared. */
export function reportUnlike(check: Check, syntax: BinarySyntax, left: Expression, right: Expression): void {
  const kinds = new Set([left.type.kind, right.type.kind]);
  let hint: DetailsOf<'N062'>['hint'] = null;
  if (kinds.has('date') && kinds.has('datetime')) hint = 'dateOfDatetime';
  else if (kinds.has('integer') && kinds.has('duration')) hint = 'days';
  else if (byId(left, right) ?? byId(right, left)) {
    const id = [left, right].find((side) => side.kind === 'field' && side.field === 'id');
    const meant = id?.kind === 'field' ? source(check, rangeOf(id.of)) : '';
    const fix = id && { fix: replacement(`Write ${meant}`, rangeOf(id), meant) };
    const hint = { because: 'records', meant } as const;
    const details = { left: describe(left.type), right: describe(right.type), hint };
    check.problems.push(problem('N062', details, syntax.range, fix));
    return;
  } else if (kinds.has('list')) hint = 'in';
  check.problems.push(problem('N062', { left: describe(left.type), right: describe(right.type), hint }, syntax.range));
}
