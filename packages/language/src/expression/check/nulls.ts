import type { GuardPlace } from '../../diagnostics/codes/expressions.ts';
import type { Purpose } from '../../vocabulary/purposes.ts';
import { type ExpressionProblem, problem, type Range } from '../problem.ts';
import { keyOf } from '../key.ts';
import type { Expression } from '../tree.ts';
import { withNull } from '../types.ts';
import { factsOf, hasValue, NO_FACTS } from './facts.ts';
import {
  type Check,
  type GuardPoint,
  isUnknown,
  type Missing,
  type MissingValue,
  nullRuns,
  type Place,
  rangeOf,
  source,
} from './place.ts';

/** The expression with the facts that hold here applied: not nullable if a guard establishes its value. */
export function narrow<Node extends Expression>(place: Place, expression: Node): Node {
  if (!expression.type.nullable || !hasValue(place.facts, expression)) return expression;
  return { ...expression, type: withNull(expression.type, false) };
}

/** Reports the expression where it may be null and a value is needed. */
export function requireValue(
  check: Check,
  place: Place,
  expression: Expression,
  at: Range = rangeOf(expression),
): Expression {
  if (!expression.type.nullable || isUnknown(expression) || nullRuns(check, place)) return expression;
  // Only the first part of a path that needs a guard is reported; the next part is checked as if that guard was there.
  const isReported = check.problems.some(({ id, range }) => id === 'N064' && range[0] === at[0] && range[1] < at[1]);
  if (isReported) return { ...expression, type: withNull(expression.type, false) };
  const branches = expression.kind === 'conditional' ? emptyBranches(expression) : [];
  const isNamed = branches.length > 0 && branches.every(({ kind }) => kind !== 'literal');
  const parts = isNamed ? branches : [expression];
  ask(check, place, { what: source(check, at), range: at, of: expression, parts });
  return { ...expression, type: withNull(expression.type, false) };
}

/** The values of a conditional that may be null, in all of its branches. */
function emptyBranches(expression: Expression): readonly Expression[] {
  if (expression.kind === 'conditional')
    return [expression.then, expression.otherwise].flatMap((branch) => emptyBranches(branch));
  return expression.type.nullable ? [expression] : [];
}

/** Reports values that may be missing, together with all others that the same guard would establish. */
function ask(check: Check, place: Place, value: MissingValue): void {
  const guard = place.frames.length > 0 && place.guard?.kind === 'value' ? null : place.guard;
  const key = guard === null ? `none ${keyOf(value.of)}` : guardKey(guard);
  const before = check.missing.get(key);
  if (before?.values.some((other) => keyOf(other.of) === keyOf(value.of))) return;
  const missing: Missing = before ?? { guard, values: [], problem: check.problems.length };
  missing.values.push(value);
  check.missing.set(key, missing);
  check.problems[missing.problem] = report(check, { ...place, guard }, missing.values);
}

function guardKey(guard: NonNullable<GuardPoint>): string {
  return guard.kind === 'where' ? `where ${guard.sourceEnd}` : `${guard.kind} ${String(guard.range)}`;
}

function report(check: Check, place: Place, [first, ...others]: Missing['values']): ExpressionProblem {
  if (first === undefined) throw new Error('Nothing is missing.');
  const all = [first, ...others];
  const condition = (negative: boolean): string =>
    all
      .map(
        ({ what, of }) =>
          `${of.kind === 'conditional' && !what.startsWith('(') ? `(${what})` : what} ${negative ? '==' : '!='} null`,
      )
      .join(negative ? ' or ' : ' and ');
  const guarded = guardFor(
    check,
    place,
    condition,
    first.range,
    all.map(({ of }) => of),
  );
  const { text, place: elsewhere, fix } = guarded;
  const parts = all.flatMap(({ what, range, of, parts: own }) =>
    own.map((part) =>
      part === of ? { what, range, of } : { what: source(check, rangeOf(part)), range: rangeOf(part), of: part },
    ),
  );
  const isEmptyText = all.every(({ of }) => isFromEmptyText(check, of));
  const details = {
    what: parts.map(({ what }) => what),
    guard: text,
    ...(elsewhere && { place: elsewhere }),
    ...(isEmptyText && { isEmptyText: true as const }),
  };
  const related = parts.slice(1).map(({ range }) => ({ range, message: 'This may be empty, too.' }));
  return problem('N064', details, parts[0]?.range ?? first.range, {
    ...(fix !== null && { fix }),
    ...(related.length > 0 && { related }),
    ...fieldsOf(parts.map(({ of }) => of)),
  });
}

/** Whether a value may only be empty because `""` is written, which is null. */
function isFromEmptyText(check: Check, of: Expression): boolean {
  const empty = of.kind === 'conditional' ? emptyBranches(of) : [of];
  return (
    empty.length > 0 && empty.every((part) => part.kind === 'literal' && /^["']{2}$/.test(source(check, rangeOf(part))))
  );
}

/** The fields that the values are read from, for the diagnostic; none if one of the values is no field of a record. */
function fieldsOf(values: readonly Expression[]): { readonly fields?: readonly string[] } {
  const fields = values.map((value) =>
    value.kind === 'field' && value.of.type.kind === 'record' ? `${value.of.type.entity}.${value.field}` : null,
  );
  const known = fields.filter((field) => field !== null);
  return known.length === values.length ? { fields: known } : {};
}

/** Both sides of an equality may be null (N065). */
export function reportBothNull(check: Check, place: Place, left: Expression, right: Expression, range: Range): void {
  const written = source(check, rangeOf(left));
  const details = { left: written, right: source(check, rangeOf(right)) };
  const guarded = guardFor(check, place, (negative) => `${written} ${negative ? '==' : '!='} null`, range);
  check.problems.push(
    problem('N065', { ...details, guard: guarded.text }, range, {
      ...(guarded.fix !== null && { fix: guarded.fix }),
      ...fieldsOf([left, right]),
    }),
  );
}

export interface Guarded {
  /** The text of the guarded expression. */
  readonly text: string;
  /** The place of that text, if it is another one. */
  readonly place?: GuardPlace;
  readonly fix: NonNullable<ExpressionProblem['fix']> | null;
}

/**
 * How to guard an expression at its place. `condition(true)` says that the value is missing, `condition(false)` that it
 * exists.
 */
export function guardFor(
  check: Check,
  place: Place,
  condition: (negative: boolean) => string,
  at: Range,
  values: readonly Expression[] = [],
): Guarded {
  const { guard } = place;
  if (guard === null && check.scope.purpose === 'effect') {
    // An `else` may have no sensible value, mostly for references to other records, so the effect gets a condition.
    const stated = check.scope.effectCondition ?? null;
    const before = stated === null ? '' : `${/\b(?:or|if)\b|\|\||\?/.test(stated) ? `(${stated})` : stated} and `;
    return { text: `if ${before}${condition(false)}`, place: 'effect', fix: null };
  }
  if (guard === null) {
    const elsewhere =
      place.frames.length === 0 && check.scope.bare.length > 0 ? guardElsewhere(check, values) : undefined;
    if (elsewhere !== undefined) return { text: elsewhere.write(condition(false)), place: elsewhere.place, fix: null };
    return { text: `if ${condition(false)} then ${shorten(wholePath(check, at))} else …`, fix: null };
  }
  if (guard.kind === 'where') return whereGuard(guard, condition(false));
  if (guard.kind === 'value') return valueGuard(check, guard, condition(false));
  const negative = guard.holds;
  const start = negative ? `${condition(true)} or ` : `${condition(false)} and `;
  const guarded = source(check, guard.range);
  const [from, to] = guard.range;
  const edits = guard.root
    ? [{ range: [from, from] as const, text: start }]
    : [
        { range: [from, from] as const, text: `(${start}` },
        { range: [to, to] as const, text: ')' },
      ];
  return { text: `${start}${shorten(guarded)}`, fix: { title: `Guard it: ${start.trim()} …`, isOffer: true, edits } };
}

interface Elsewhere {
  readonly write: (condition: string) => string;
  readonly place: GuardPlace;
}

/** Values whose guard is in another cell, because nothing could be behind their `else`. */
const GUARDS_ELSEWHERE: Partial<Record<Purpose, Elsewhere>> = {
  // The time of a timer needs a guard of the row: every other guard is a condition, which is guarded in its place.
  guard: { write: (condition) => condition, place: 'row' },
  tile: { write: (condition) => `… where ${condition}`, place: 'shows' },
  call: { write: (condition) => `if ${condition}`, place: { causes: [] } },
  paper: { write: (condition) => `{if ${condition}}`, place: 'words' },
};

function guardElsewhere({ scope }: Check, values: readonly Expression[]): Elsewhere | undefined {
  const elsewhere = GUARDS_ELSEWHERE[scope.purpose];
  const { causes = [] } = scope;
  if (elsewhere === undefined || causes.length === 0) return elsewhere;
  // If there are several causes: those without such a guard.
  const silent = causes.filter(({ given }) => {
    const facts = given.reduce((known, fact) => known.union(factsOf(fact, true)), NO_FACTS);
    return !values.every((value) => hasValue(facts, value));
  });
  const [only, ...others] = silent.length > 0 ? silent : causes;
  if (only?.timeOf !== undefined && others.length === 0) {
    const more = only.hasCondition ? ' and …' : '';
    return { write: (condition) => `for ${only.timeOf} where ${condition}${more}`, place: 'time' };
  }
  // A second guard behind an `if` means nothing.
  if (silent.length > 0 && silent.every(({ hasCondition }) => hasCondition))
    return { write: (condition) => `and ${condition}`, place: { causes: silent.map(({ name }) => `${name} if …`) } };
  if (silent.length === 0 || causes.length < 2) return elsewhere;
  return { ...elsewhere, place: { causes: silent.map(({ name }) => name) } };
}

/** The whole value under a guard; where it may be empty, nothing needs to be behind `else`. */
function valueGuard(check: Check, guard: Extract<GuardPoint, { kind: 'value' }>, condition: string): Guarded {
  const [from, to] = guard.range;
  const start = `if ${condition} then `;
  const written = shorten(source(check, guard.range));
  if (check.scope.mayBeEmpty !== true) {
    const place = check.scope.mayBeOpen === true ? 'from' : check.scope.purpose === 'default' ? 'default' : 'value';
    return { text: `${start}${written} else …`, place, fix: null };
  }
  const [open, close] = guard.root ? ['', ''] : ['(', ')'];
  const edits = [
    { range: [from, from] as const, text: `${open}${start}` },
    { range: [to, to] as const, text: ` else null${close}` },
  ];
  const fix = { title: `Leave it empty then: ${start}… else null`, isOffer: true as const, edits };
  return { text: `${start}${written} else null`, fix };
}

/** The path that a value begins: of `reviewer` in `reviewer.name` the whole of it. */
function wholePath({ text }: Check, [from, to]: Range): string {
  const rest = /^(?:\.[a-z]\w*)*(?![\w(])/.exec(text.slice(to))?.[0] ?? '';
  return `${text.slice(from, to)}${rest}`;
}

function whereGuard(guard: Extract<NonNullable<GuardPoint>, { kind: 'where' }>, condition: string): Guarded {
  const title = `Leave it out: where ${condition}`;
  if (guard.where === null) {
    const range = [guard.sourceEnd, guard.sourceEnd] as const;
    return {
      text: `… where ${condition}`,
      fix: { title, isOffer: true, edits: [{ range, text: ` where ${condition}` }] },
    };
  }
  const [from, to] = guard.where;
  const edits = [
    { range: [from, from] as const, text: `${condition} and (` },
    { range: [to, to] as const, text: ')' },
  ];
  return { text: `… where ${condition} and …`, fix: { title, isOffer: true, edits } };
}

function shorten(text: string): string {
  return text.length > 60 ? '…' : text;
}
