/** The parts of expressions that the resolvers of the nine points use. */
export { type CheckedExpression, checkExpression } from './check-expression.ts';
export type { ExpressionProblem } from './problem.ts';
export { type CheckedTemplate, checkTemplate } from './template.ts';
