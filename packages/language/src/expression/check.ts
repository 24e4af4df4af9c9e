/** What the resolvers of the nine points use of expressions. */
export { checkExpression, type CheckedExpression } from './check-expression.ts';
export type { ExpressionProblem } from './problem.ts';
export { checkTemplate, type CheckedTemplate } from './template.ts';
