/** What the resolvers of the nine points use of expressions. */
export { type CheckedExpression, checkExpression } from './check-expression.ts';
export type { ExpressionProblem } from './problem.ts';
export { type CheckedTemplate, checkTemplate } from './template.ts';
