import { checkExpression } from './check-expression.ts';
import { type ExpressionProblem, problem, type Range } from './problem.ts';
import type { Schema, Scope } from './scope.ts';
import type { Expression, Template } from './tree.ts';

export interface CheckedTemplate {
  /** Null if the text has errors. */
  readonly template: Template | null;
  readonly problems: readonly ExpressionProblem[];
}

/** Text between placeholders, and the source of a placeholder with its place. */
export type TemplatePart = string | { readonly text: string; readonly range: Range };

/** Splits a text at its `{placeholders}`; `{{` and `}}` are braces. Quotes inside a placeholder may hold braces. */
export function splitTemplate(text: string): { parts: TemplatePart[]; problems: ExpressionProblem[] } {
  const parts: TemplatePart[] = [];
  const problems: ExpressionProblem[] = [];
  let literal = '';
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    const doubled = text[at + 1] === character;
    if (character !== '{' && character !== '}') {
      literal += character;
      at += 1;
    } else if (doubled) {
      literal += character;
      at += 2;
    } else {
      const end = character === '{' ? closingBrace(text, at + 1) : null;
      if (end === null) {
        problems.push(problem('N080', { brace: character }, [at, at + 1]));
        at += 1;
        continue;
      }
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push({ text: text.slice(at + 1, end), range: [at + 1, end] });
      at = end + 1;
    }
  }
  if (literal !== '') parts.push(literal);
  return { parts, problems };
}

/** The `}` that closes a placeholder, or null. */
function closingBrace(text: string, from: number): number | null {
  let quote: string | null = null;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== null) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '}') return at;
    else if (character === '{') return null;
  }
  return null;
}

/** Checks a message, title or URL with expressions in it. The ranges are those of the whole text. */
export function checkTemplate(text: string, scope: Scope, schema: Schema): CheckedTemplate {
  const { parts, problems: braces } = splitTemplate(text);
  const problems: ExpressionProblem[] = [...braces];
  const template: (string | Expression)[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      template.push(part);
      continue;
    }
    const checked = checkExpression(part.text, scope, schema, null);
    const offset = part.range[0];
    problems.push(...checked.problems.map((found) => moved(found, offset)));
    if (checked.expression !== null) template.push(checked.expression);
  }
  const failed = problems.some((found) => found.severity === 'error');
  return { template: failed ? null : template, problems };
}

function moved(found: ExpressionProblem, by: number): ExpressionProblem {
  const move = (range: Range): Range => [range[0] + by, range[1] + by];
  return {
    ...found,
    range: move(found.range),
    ...(found.related && { related: found.related.map((other) => ({ ...other, range: move(other.range) })) }),
    ...(found.fix && {
      fix: { ...found.fix, edits: found.fix.edits.map((edit) => ({ ...edit, range: move(edit.range) })) },
    }),
  };
}
