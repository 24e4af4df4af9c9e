import type { Parser } from './parser.ts';
import { problem, type Range, replacement } from './problem.ts';
import type { QuerySyntax, Syntax } from './syntax.ts';
import type { QueryForm } from './tree.ts';

/** Reads `form([value of] source [as name] [where …] [have …] [order key desc, …])` behind the form's name. */
export function parseQuery(parser: Parser, form: QueryForm, formRange: Range): Syntax {
  parser.advance();
  let source = parser.expression(0);
  let value: Syntax | null = null;
  if (parser.take('of')) {
    value = source;
    source = parser.expression(0);
  }
  if (parser.at(',') && (form === 'min' || form === 'max')) return severalValues(parser, form, formRange, source);

  let as: { name: string; range: Range } | null = null;
  let where: Syntax | null = null;
  let have: Syntax | null = null;
  let order: { by: Syntax; descending: boolean }[] = [];
  const seen = new Set<string>();
  for (;;) {
    const { token } = parser;
    const part = token.kind === 'name' && ['as', 'where', 'have', 'order'].includes(token.text) ? token.text : null;
    if (part === null) break;
    parser.advance();
    if (seen.has(part)) parser.report(problem('N078', { what: part }, token.range));
    seen.add(part);
    if (part === 'as') as = alias(parser);
    else if (part === 'where') where = parser.expression(0);
    else if (part === 'have') have = parser.expression(0);
    else order = keys(parser);
  }
  parser.expect(')');
  const query: QuerySyntax = {
    kind: 'query',
    form,
    formRange,
    value,
    source,
    as,
    where,
    have,
    order,
    range: [formRange[0], parser.previousEnd()],
  };
  return query;
}

function alias(parser: Parser): { name: string; range: Range } | null {
  const { token } = parser;
  if (token.kind !== 'name') {
    parser.unexpected('a name for the queried record');
    return null;
  }
  parser.advance();
  return { name: token.text, range: token.range };
}

function keys(parser: Parser): { by: Syntax; descending: boolean }[] {
  const order: { by: Syntax; descending: boolean }[] = [];
  do {
    const by = parser.expression(0);
    const descending = parser.take('desc');
    if (!descending) parser.take('asc');
    order.push({ by, descending });
  } while (parser.take(','));
  return order;
}

/** `min(a, b)`: the function `least` is meant. */
function severalValues(parser: Parser, form: 'min' | 'max', formRange: Range, first: Syntax): Syntax {
  const meant = form === 'min' ? 'least' : 'greatest';
  parser.report(problem('N083', { form, meant }, formRange, { fix: replacement(`Write ${meant}`, formRange, meant) }));
  parser.advance();
  const values = [first, ...parser.sequence(')')];
  return {
    kind: 'call',
    name: meant,
    nameRange: formRange,
    of: null,
    arguments: values,
    range: [formRange[0], parser.previousEnd()],
  };
}
