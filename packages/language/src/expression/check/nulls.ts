import type { Purpose } from '../../vocabulary/purposes.ts';
import { type ExpressionProblem, problem, type Range } from '../problem.ts';
import type { Expression } from '../tree.ts';
import { withNull } from '../types.ts';
import { hasValue } from './facts.ts';
import { type Check, type GuardPoint, isUnknown, nullRuns, type Place, rangeOf, source } from './place.ts';

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
  // Of one path, what its first part needs is told; the next one is asked for with that guarded.
  const isTold = check.problems.some(({ id, range }) => id === 'N064' && range[0] === at[0] && range[1] < at[1]);
  if (isTold) return { ...expression, type: withNull(expression.type, false) };
  const what = source(check, at);
  const guarded = guardFor(check, place, (negative) => (negative ? `${what} == null` : `${what} != null`), at);
  check.problems.push(
    problem(
      'N064',
      { what, guard: guarded.text, ...(guarded.place && { place: guarded.place }) },
      at,
      guarded.fix === null ? {} : { fix: guarded.fix },
    ),
  );
  return { ...expression, type: withNull(expression.type, false) };
}

/** Both sides of an equality may be null (N065). */
export function reportBothNull(check: Check, place: Place, left: Expression, right: Expression, range: Range): void {
  const written = source(check, rangeOf(left));
  const holes = { left: written, right: source(check, rangeOf(right)) };
  const guarded = guardFor(check, place, (negative) => `${written} ${negative ? '==' : '!='} null`, range);
  check.problems.push(
    problem('N065', { ...holes, guard: guarded.text }, range, guarded.fix === null ? {} : { fix: guarded.fix }),
  );
}

export interface Guarded {
  /** How the guarded expression would read. */
  readonly text: string;
  /** Where that is written, if not here. */
  readonly place?: string;
  readonly fix: NonNullable<ExpressionProblem['fix']> | null;
}

/**
 * How an expression is guarded where it stands. `condition(true)` says that the value is missing, `condition(false)`
 * that it is there.
 */
export function guardFor(check: Check, place: Place, condition: (negative: boolean) => string, at: Range): Guarded {
  const { guard } = place;
  if (guard === null && check.scope.purpose === 'effect') {
    // There need not be anything to stand behind `else`: of what refers to a record there mostly is not.
    return { text: `EFFECT if ${condition(false)}`, fix: null };
  }
  if (guard === null) {
    const elsewhere = place.frames.length === 0 && check.scope.bare.length > 0 ? guardElsewhere(check) : undefined;
    if (elsewhere !== undefined) return { text: elsewhere.write(condition(false)), place: elsewhere.place, fix: null };
    return { text: `if ${condition(false)} then ${shorten(wholePath(check, at))} else …`, fix: null };
  }
  if (guard.kind === 'where') return whereGuard(guard, condition(false));
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
  readonly place: string;
}

/** Values whose guard stands in another cell, because nothing could stand behind their `else`. */
const GUARDS_ELSEWHERE: Partial<Record<Purpose, Elsewhere>> = {
  // The time of a timer: every other guard is a condition, which is guarded where it stands.
  guard: { write: (condition) => condition, place: 'in the `when` of this row' },
  tile: { write: (condition) => `… where ${condition}`, place: 'in `shows`' },
  call: { write: (condition) => `if ${condition}`, place: 'behind its cause in `when` (`where …` at a time)' },
};

function guardElsewhere({ scope }: Check): Elsewhere | undefined {
  return GUARDS_ELSEWHERE[scope.purpose];
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
