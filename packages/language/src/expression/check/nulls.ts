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
  nullRuns,
  type Place,
  rangeOf,
  source,
} from './place.ts';

/** The expression with what is known here: not nullable where a guard has established its value. */
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
  if (!expression.type.nullable || isUnknown(expression) || nullRuns(check)) return expression;
  // Only the first part of a path that needs a guard is reported; the next part is checked as if that guard stood there.
  const isReported = check.problems.some(({ id, range }) => id === 'N064' && range[0] === at[0] && range[1] < at[1]);
  if (isReported) return { ...expression, type: withNull(expression.type, false) };
  ask(check, place, { what: source(check, at), range: at, of: expression });
  return { ...expression, type: withNull(expression.type, false) };
}

/** Reports what may be missing, beside what the same guard would establish. */
function ask(check: Check, place: Place, value: Missing['values'][number]): void {
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
    all.map(({ what }) => (negative ? `${what} == null` : `${what} != null`)).join(negative ? ' or ' : ' and ');
  const guarded = guardFor(
    check,
    place,
    condition,
    first.range,
    all.map(({ of }) => of),
  );
  const { text, place: elsewhere, fix } = guarded;
  const holes = { what: all.map(({ what }) => what), guard: text, ...(elsewhere && { place: elsewhere }) };
  const related = others.map(({ range }) => ({ range, message: 'This may be empty, too.' }));
  return problem('N064', holes, first.range, {
    ...(fix !== null && { fix }),
    ...(related.length > 0 && { related }),
    ...fieldsOf(all.map(({ of }) => of)),
  });
}

/** The fields that values are read from, for what is reported of them: none where one is no field of a record. */
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
  const holes = { left: written, right: source(check, rangeOf(right)) };
  const guarded = guardFor(check, place, (negative) => `${written} ${negative ? '==' : '!='} null`, range);
  check.problems.push(
    problem('N065', { ...holes, guard: guarded.text }, range, {
      ...(guarded.fix !== null && { fix: guarded.fix }),
      ...fieldsOf([left, right]),
    }),
  );
}

export interface Guarded {
  /** How the guarded expression would read. */
  readonly text: string;
  /** Where that is written, if not here. */
  readonly place?: GuardPlace;
  readonly fix: NonNullable<ExpressionProblem['fix']> | null;
}

/**
 * How an expression is guarded where it stands. `condition(true)` says that the value is missing, `condition(false)`
 * that it is there.
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
    // There need not be anything to stand behind `else`: of what refers to a record there mostly is not.
    const stated = check.scope.effectCondition ?? null;
    const before = stated === null ? '' : `${/\bor\b|\|\|/.test(stated) ? `(${stated})` : stated} and `;
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

/** Values whose guard stands in another cell, because nothing could stand behind their `else`. */
const GUARDS_ELSEWHERE: Partial<Record<Purpose, Elsewhere>> = {
  // The time of a timer: every other guard is a condition, which is guarded where it stands.
  guard: { write: (condition) => condition, place: 'row' },
  tile: { write: (condition) => `… where ${condition}`, place: 'shows' },
  call: { write: (condition) => `if ${condition}`, place: { causes: [] } },
};

function guardElsewhere({ scope }: Check, values: readonly Expression[]): Elsewhere | undefined {
  const elsewhere = GUARDS_ELSEWHERE[scope.purpose];
  const { causes = [] } = scope;
  if (elsewhere === undefined || causes.length < 2) return elsewhere;
  // Where there are several causes: those that don't say it already.
  const silent = causes.filter(({ given }) => {
    const facts = given.reduce((known, fact) => known.union(factsOf(fact, true)), NO_FACTS);
    return !values.every((value) => hasValue(facts, value));
  });
  return silent.length === 0 ? elsewhere : { ...elsewhere, place: { causes: silent.map(({ name }) => name) } };
}

/** The whole value under a guard; where it may be empty, nothing needs to stand behind `else`. */
function valueGuard(check: Check, guard: Extract<GuardPoint, { kind: 'value' }>, condition: string): Guarded {
  const [from, to] = guard.range;
  const start = `if ${condition} then `;
  const written = shorten(source(check, guard.range));
  if (check.scope.mayBeEmpty !== true) return { text: `${start}${written} else …`, place: 'value', fix: null };
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
