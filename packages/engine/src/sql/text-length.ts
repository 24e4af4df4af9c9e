import type { Expression, FieldAccess } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';

/**
 * The maximum number of characters of a computed text; the evaluator in JavaScript has the same limit
 * (`evaluate/length.ts`).
 */
export const LONGEST_TEXT = 10_000_000;
/** More characters than any text that was sent: the size of a request's body is limited. */
const LONGEST_STORED = 1_100_000;
/** More characters than any number, date or choice in its written form. */
const LONGEST_WRITTEN = 2_000;

/** The maximum number of characters of a text, as far as its parts bound it. */
export function longest(expression: Expression, index: PlanIndex): number {
  const of = (part: Expression | undefined): number => (part === undefined ? 0 : longest(part, index));
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? expression.value.length : LONGEST_WRITTEN;
    case 'field':
      return ofField(expression, index);
    case 'binary':
      return of(expression.left) + of(expression.right);
    case 'conditional':
      return Math.max(of(expression.then), of(expression.otherwise));
    case 'call': {
      const [first, , by] = expression.arguments;
      if (expression.name === 'text') return LONGEST_WRITTEN;
      // Every character may be replaced by a whole text.
      if (expression.name === 'replace') return of(first) * Math.max(1, of(by));
      // A letter in small or capital letters, or in its normal form, may be up to three.
      if (['lower', 'upper'].includes(expression.name)) return of(first) * 3;
      return Math.max(...expression.arguments.map(of), 0);
    }
    case 'query':
      return expression.value === null ? LONGEST_STORED : of(expression.value);
    case 'constant':
    case 'given call':
    case 'list':
    case 'list query':
    case 'role':
    case 'unary':
    case 'variable':
      return LONGEST_STORED;
  }
}

function ofField({ of: holder, field: name, type }: FieldAccess, index: PlanIndex): number {
  if (type.kind !== 'text') return LONGEST_WRITTEN;
  const field = holder.type.kind === 'record' ? index.findField(holder.type.entity, name) : null;
  if (field === null) return LONGEST_STORED;
  if (field.computed !== null) return Math.min(LONGEST_TEXT * 3, longest(field.computed, index));
  return Math.min(LONGEST_STORED, Number(field.maximum?.value ?? LONGEST_STORED));
}
