import type { BinaryOperator } from './tree.ts';

/** The binding strengths of operators, from the loosest. The word `not` binds as in SQL, the sign `!` as in CEL. */
export const BINDING = {
  lowest: 0,
  conditional: 1,
  or: 2,
  and: 3,
  not: 4,
  relation: 5,
  sum: 6,
  product: 7,
  unary: 8,
  postfix: 9,
} as const;

/** The operators between two values, as they are written. */
export const OPERATORS: Readonly<Record<string, { operator: BinaryOperator; binding: number }>> = {
  or: { operator: 'or', binding: BINDING.or },
  '||': { operator: 'or', binding: BINDING.or },
  and: { operator: 'and', binding: BINDING.and },
  '&&': { operator: 'and', binding: BINDING.and },
  '==': { operator: '==', binding: BINDING.relation },
  '!=': { operator: '!=', binding: BINDING.relation },
  '<': { operator: '<', binding: BINDING.relation },
  '<=': { operator: '<=', binding: BINDING.relation },
  '>': { operator: '>', binding: BINDING.relation },
  '>=': { operator: '>=', binding: BINDING.relation },
  in: { operator: 'in', binding: BINDING.relation },
  '+': { operator: '+', binding: BINDING.sum },
  '-': { operator: '-', binding: BINDING.sum },
  '*': { operator: '*', binding: BINDING.product },
  '/': { operator: '/', binding: BINDING.product },
  '%': { operator: '%', binding: BINDING.product },
};
