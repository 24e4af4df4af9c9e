import type { Expression, ListQuery, Query } from '@nonet/language';
import { evaluate, holds, type Records, type Variables, asView, asViews } from '../reference/evaluate.ts';
import { plain } from '../reference/plain.ts';

/**
 * The distance between a condition's value and the wanted one: 0 if they are equal, otherwise a number between 0 and 1
 * that falls as the compared values approach each other. A search follows it; it is smallest at a boundary.
 *
 * @param most A distance that is too great to matter: any number from there on may stand for a greater one. So what can't
 *   be nearest of all is not evaluated to its end.
 */
export function distance(
  records: Records,
  condition: Expression,
  variables: Variables,
  wanted: boolean,
  most = Infinity,
): number {
  switch (condition.kind) {
    case 'unary':
      if (condition.operator === 'not') return distance(records, condition.operand, variables, !wanted, most);
      break;
    case 'binary': {
      const { operator, left, right } = condition;
      if (operator !== 'and' && operator !== 'or') return compared(records, condition, variables, wanted);
      if (operator === (wanted ? 'and' : 'or')) {
        const one = distance(records, left, variables, wanted, 2 * most);
        return one >= 2 * most ? one / 2 : (one + distance(records, right, variables, wanted, 2 * most - one)) / 2;
      }
      const one = distance(records, left, variables, wanted, most);
      return one === 0 ? 0 : Math.min(one, distance(records, right, variables, wanted, Math.min(one, most)));
    }
    case 'conditional': {
      const chosen = holds(records, condition.condition, variables) ? condition.then : condition.otherwise;
      return distance(records, chosen, variables, wanted, most);
    }
    case 'query':
    case 'list query':
      return overEach(records, condition, variables, wanted, most);
    case 'call':
    case 'constant':
    case 'field':
    case 'given call':
    case 'list':
    case 'literal':
    case 'role':
    case 'variable':
      break;
  }
  return holds(records, condition, variables) === wanted ? 0 : 0.9;
}

/** How close a comparison is to changing its result; it is smallest at a boundary. */
export function margin(records: Records, condition: Expression, variables: Variables): number {
  return distance(records, condition, variables, !holds(records, condition, variables));
}

type Comparison = Extract<Expression, { kind: 'binary' }>;

function compared(records: Records, condition: Comparison, variables: Variables, wanted: boolean): number {
  const { left, right } = condition;
  if (!isMeasured(left) || !isMeasured(right)) return holds(records, condition, variables) === wanted ? 0 : 0.9;
  const values = { left: evaluate(records, left, variables), right: evaluate(records, right, variables) };
  if (holds(records, ofValues(condition), values) === wanted) return 0;
  const [one, other] = [numberOf(values.left, left.type.kind), numberOf(values.right, right.type.kind)];
  if (one === null || other === null) return 0.9;
  const difference = Math.abs(one - other);
  // Values that touch are not as good as those that fit.
  return 0.1 + 0.8 * (difference / (difference + 100));
}

const known = new WeakMap<Comparison, Comparison>();

/** The comparison of two values that have been worked out already: one may be the sum of many records. */
function ofValues(condition: Comparison): Comparison {
  let found = known.get(condition);
  if (found === undefined) {
    const { left, right } = condition;
    found = {
      ...condition,
      left: { kind: 'variable', name: 'left', type: left.type },
      right: { kind: 'variable', name: 'right', type: right.type },
    };
    known.set(condition, found);
  }
  return found;
}

const NUMBERS = new Set(['integer', 'decimal', 'money', 'size']);
const DAY_MILLISECONDS = 86_400_000;

/** Whether values of an expression can be more or less far from each other. */
function isMeasured({ type: { kind } }: Expression): boolean {
  return NUMBERS.has(kind) || kind === 'date' || kind === 'datetime';
}

function numberOf(value: unknown, kind: string): number | null {
  if (value === null) return null;
  if (NUMBERS.has(kind)) return Number(value);
  return kind === 'date' || kind === 'datetime' ? Date.parse(plain(value)) / DAY_MILLISECONDS : null;
}

/** The records or values that a query goes over. */
export function queried(records: Records, query: Query | ListQuery, variables: Variables): readonly unknown[] {
  if (query.kind === 'list query') return (evaluate(records, query.list, variables) as readonly unknown[] | null) ?? [];
  const { source } = query;
  if (source.kind === 'entity') return records.living(source.entity).map(({ id }) => records.view(id));
  const owner = asView(evaluate(records, source.of, variables));
  return asViews(owner?.[source.field]) ?? [];
}

function overEach(
  records: Records,
  query: Query | ListQuery,
  variables: Variables,
  wanted: boolean,
  most: number,
): number {
  const { form, variable, where, value } = query;
  if (form !== 'all' && form !== 'exists') return 0.9;
  const each = queried(records, query, variables).map((record) => ({ ...variables, [variable]: record }));
  const of = (part: Expression | null, names: Variables, holding: boolean, limit: number) =>
    part === null ? (holding ? 0 : 1) : distance(records, part, names, holding, limit);
  // `exists` wants one, and `all` wants every one; the other way about for their opposites.
  if ((form === 'exists') === wanted) {
    let nearest = each.length === 0 ? 0.95 : Infinity;
    for (const names of each) {
      const limit = Math.min(nearest, most);
      const selected = of(where, names, true, form === 'exists' ? limit : 2 * limit);
      const breaks = form === 'exists' || selected >= 2 * limit ? 0 : of(value, names, false, 2 * limit - selected);
      nearest = Math.min(nearest, form === 'exists' ? selected : (selected + breaks) / 2);
      if (nearest === 0) break;
    }
    return nearest;
  }
  let worst = 0;
  let wrong = 0;
  for (const names of each) {
    const excluded = of(where, names, false, Infinity);
    const part = form === 'exists' || excluded === 0 ? excluded : Math.min(excluded, of(value, names, true, excluded));
    if (part === 0) continue;
    worst = Math.max(worst, part);
    wrong += 1;
    if (LEAST_SHARE * Math.min(worst, 1) >= most) break;
  }
  return wrong === 0 ? 0 : Math.min(0.99, worst * (LEAST_SHARE + (1 - LEAST_SHARE) * (wrong / each.length)));
}

/** How much of the greatest distance counts however few records are wrong. */
const LEAST_SHARE = 0.9;
