import type { Expression, ListQuery, Query } from '@nonet/language';
import { evaluate, holds, type Records, type Variables, asView, asViews } from '../reference/evaluate.ts';
import { plain } from '../reference/plain.ts';

/**
 * The distance between a condition's value and the wanted one: 0 if they are equal, otherwise a number between 0 and 1
 * that falls as the compared values approach each other. A search follows it; it is smallest at a boundary.
 */
export function distance(records: Records, condition: Expression, variables: Variables, wanted: boolean): number {
  switch (condition.kind) {
    case 'unary':
      if (condition.operator === 'not') return distance(records, condition.operand, variables, !wanted);
      break;
    case 'binary': {
      const { operator, left, right } = condition;
      const both = operator === (wanted ? 'and' : 'or');
      if (operator === 'and' || operator === 'or') {
        const parts = [left, right].map((part) => distance(records, part, variables, wanted));
        return both ? ((parts[0] ?? 0) + (parts[1] ?? 0)) / 2 : Math.min(...parts);
      }
      return compared(records, condition, variables, wanted);
    }
    case 'conditional': {
      const chosen = holds(records, condition.condition, variables) ? condition.then : condition.otherwise;
      return distance(records, chosen, variables, wanted);
    }
    case 'query':
    case 'list query':
      return overEach(records, condition, variables, wanted);
    case 'call':
    case 'constant':
    case 'field':
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

function compared(
  records: Records,
  condition: Extract<Expression, { kind: 'binary' }>,
  variables: Variables,
  wanted: boolean,
): number {
  if (holds(records, condition, variables) === wanted) return 0;
  const [left, right] = [condition.left, condition.right].map((part) =>
    numberOf(evaluate(records, part, variables), part.type.kind),
  );
  if (typeof left !== 'number' || typeof right !== 'number') return 0.9;
  const difference = Math.abs(left - right);
  // Values that touch are not as good as those that fit.
  return 0.1 + 0.8 * (difference / (difference + 100));
}

const NUMBERS = new Set(['integer', 'decimal', 'money', 'size']);
const DAY_MILLISECONDS = 86_400_000;

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

function overEach(records: Records, query: Query | ListQuery, variables: Variables, wanted: boolean): number {
  const { form, variable, where, value } = query;
  if (form !== 'all' && form !== 'exists') return 0.9;
  const parts = queried(records, query, variables).map((each) => {
    const inner = { ...variables, [variable]: each };
    const selected = where === null ? 0 : distance(records, where, inner, true);
    const excluded = where === null ? 1 : distance(records, where, inner, false);
    if (form === 'exists') return wanted ? selected : excluded;
    const fits = value === null ? 0 : distance(records, value, inner, true);
    const breaks = value === null ? 1 : distance(records, value, inner, false);
    return wanted ? Math.min(excluded, fits) : (selected + breaks) / 2;
  });
  // `exists` wants one, and `all` wants every one; the other way about for their opposites.
  if ((form === 'exists') === wanted) return parts.length === 0 ? 0.95 : Math.min(...parts);
  const worst = parts.filter((part) => part > 0);
  return worst.length === 0 ? 0 : Math.min(0.99, Math.max(...worst) * (0.9 + 0.1 * (worst.length / parts.length)));
}
