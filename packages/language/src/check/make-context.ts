import { wordsOfGap } from '../diagnostics/codes/reasons/gaps.ts';
import type { CodeId, DetailsOf } from '../diagnostics/catalogue.ts';
import type { Code } from '../diagnostics/code.ts';
import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { EXPRESSION_CODES } from '../diagnostics/codes/expressions.ts';
import { TABLE_CODES } from '../diagnostics/codes/tables.ts';
import { diagnose, type Extras } from '../diagnostics/diagnose.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkExpression, checkTemplate, type ExpressionProblem } from '../expression/check.ts';
import { parseValue } from '../expression/literal.ts';
import { parse as parseExpression } from '../expression/parser.ts';
import type { Schema, Scope } from '../expression/scope.ts';
import type { Type } from '../expression/type.ts';
import type { ClauseAddress, Gap } from '../model/clause.ts';
import type { Gone } from '../model/gone.ts';
import type { Named } from '../model/renames.ts';
import type { Span } from '../source/span.ts';
import type { Cell, SpecTree, Words } from '../syntax/tree.ts';
import type { Context, EffectRead, StatedRename } from './context.ts';
import { replacement } from './resolve/replacement.ts';
import { type Part, spanOf } from './resolve/words.ts';

/** The findings of one check of a document. */
export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly gaps: Gap[];
  readonly places: Map<ClauseAddress, Span>;
}

/** The context of one check. `schema` is complete before the first expression is read. */
export function makeContext(tree: SpecTree, schema: Schema, findings: Findings): Context {
  const { diagnostics, gaps, places } = findings;
  const listed = new Set<ClauseAddress>();
  const renamed: StatedRename[] = [];
  const statedAsNew: Named[] = [];
  const statedGone: { gone: Gone; place: Span }[] = [];
  const effectReads: EffectRead[] = [];

  const report = <Id extends CodeId>(
    id: Id,
    code: Code<DetailsOf<Id>>,
    details: DetailsOf<Id>,
    span: Span,
    extras: Extras = {},
  ): void => {
    diagnostics.push(diagnose(id, code, details, span, extras));
  };

  /** Reports what is wrong with a text at its place; `result` where it can be used all the same. */
  const unlessBroken = <Result>(
    words: Cell | Part,
    problems: readonly ExpressionProblem[],
    result: Result,
  ): Result | null => {
    for (const problem of problems) diagnostics.push(placed(words, problem));
    const { emphasis } = words;
    if (!emphasis) return problems.some(({ severity }) => severity === 'error') ? null : result;
    const title = 'Put the expression into backticks';
    const edits = [{ span: words.span, text: `\`${sourceOf(tree, words.span)}\`` }];
    report('N026', DOCUMENT_CODES.N026, { text: sourceOf(tree, emphasis) }, emphasis, { fix: { title, edits } });
    return null;
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
      if (listed.has(clause)) return;
      listed.add(clause);
      gaps.push({ clause, consequence: wordsOfGap({ consequence }) });
      if (!places.has(clause)) places.set(clause, span);
      report('N048', TABLE_CODES.N048, { clause, consequence }, span, { clause });
    },
    rename(rename, place) {
      renamed.push({ rename, place });
    },
    renamed,
    isNew: (named) => void statedAsNew.push(named),
    statedAsNew,
    gone: (gone, place) => void statedGone.push({ gone, place }),
    statedGone,
    effectRead: (read) => void effectReads.push(read),
    effectReads,
    expression(words: Cell | Part, scope: Scope, expected: Type | null) {
      if (/^(?:n\/a|nil|-+)$/i.test(words.text)) {
        const extra = replacement(words.span, 'none');
        report('N055', EXPRESSION_CODES.N055, { name: words.text, nearest: 'none' }, words.span, extra);
        return null;
      }
      const { expression, problems } = checkExpression(words.text, scope, schema, expected);
      return unlessBroken(words, problems, expression);
    },
    template(words: Cell | Part, scope: Scope) {
      const { template, problems } = checkTemplate(words.text, scope, schema);
      return unlessBroken(withoutEmphasis(words), problems, template);
    },
    syntax(words: Cell | Part) {
      unlessBroken(words, parseExpression(words.text).problems, null);
    },
    value(words: Cell | Part) {
      const { constant, problems } = parseValue(words.text);
      return unlessBroken(words, problems, constant);
    },
  };
}

/** Prose with placeholders may have emphasis; an expression may not. */
function withoutEmphasis(words: Cell | Part): Words {
  const { offsets } = words;
  return { text: words.text, span: words.span, ...(offsets && { offsets }) };
}

/** An expression's problem as a diagnostic, its ranges as places in the source. */
export function placed(
  words: Cell | Part,
  { id, severity, details, message, range, related, fix, offered, fields }: ExpressionProblem,
): Diagnostic {
  return {
    code: id,
    severity,
    details,
    message,
    span: spanOf(words, ...range),
    ...(offered !== undefined && { offered }),
    ...(fields && { fields }),
    ...(related && {
      related: related.map((other) => ({ span: spanOf(words, ...other.range), message: other.message })),
    }),
    ...(fix && {
      fix: {
        title: fix.title,
        ...(fix.isOffer && { isOffer: fix.isOffer }),
        edits: fix.edits.map((edit) => ({ span: spanOf(words, ...edit.range), text: edit.text })),
      },
    }),
  };
}

function sourceOf(tree: SpecTree, span: Span): string {
  return tree.files.find((file) => file.path === span.file)?.text.slice(span.start, span.end) ?? '';
}
