import type { Code } from '../diagnostics/code.ts';
import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { TABLE_CODES } from '../diagnostics/codes/tables.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkExpression, checkTemplate, type ExpressionProblem } from '../expression/check.ts';
import type { Schema, Scope } from '../expression/scope.ts';
import type { Expression, Template } from '../expression/tree.ts';
import type { Type } from '../expression/type.ts';
import type { ClauseAddress, Gap } from '../model/clause.ts';
import type { Span } from '../source/span.ts';
import type { Cell, SpecTree, Words } from '../syntax/tree.ts';
import type { Context } from './context.ts';
import { spanOf } from './resolve/words.ts';

/** What one check of a document has found. */
export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly gaps: Gap[];
  readonly places: Map<ClauseAddress, Span>;
}

/** The context of one check. `schema` is complete before the first expression is read. */
export function makeContext(tree: SpecTree, schema: Schema, findings: Findings): Context {
  const { diagnostics, gaps, places } = findings;

  const report = <Holes>(
    id: string,
    code: Code<Holes>,
    holes: Holes,
    span: Span,
    extra: Partial<Pick<Diagnostic, 'clause' | 'related' | 'fix'>> = {},
  ): void => {
    diagnostics.push({ code: id, severity: code.severity, message: code.message(holes), span, ...extra });
  };

  const pass = (words: Cell | Words, problems: readonly ExpressionProblem[]): void => {
    for (const problem of problems) {
      diagnostics.push({
        code: problem.id,
        severity: problem.severity,
        message: problem.message,
        span: spanOf(words, problem.range[0], problem.range[1]),
      });
    }
  };

  return {
    tree,
    schema,
    report,
    place(clause, span) {
      if (!places.has(clause)) places.set(clause, span);
    },
    placeOf: (clause) => places.get(clause),
    gap(clause, consequence, span) {
      if (gaps.some((gap) => gap.clause === clause)) return;
      gaps.push({ clause, consequence });
      if (!places.has(clause)) places.set(clause, span);
      report('N048', TABLE_CODES.N048, { clause, consequence }, span, { clause });
    },
    unsupported(what, span) {
      report('N049', DOCUMENT_CODES.N049, { what }, span);
    },
    expression(words: Cell | Words, scope: Scope, expected: Type | null): Expression | null {
      const { expression, problems } = checkExpression(words.text, scope, schema, expected);
      pass(words, problems);
      return problems.some((problem) => problem.severity === 'error') ? null : expression;
    },
    template(words: Cell | Words, scope: Scope): Template | null {
      const { template, problems } = checkTemplate(words.text, scope, schema);
      pass(words, problems);
      return problems.some((problem) => problem.severity === 'error') ? null : template;
    },
  };
}
