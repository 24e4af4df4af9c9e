import { problem, type Range, replacement } from './problem.ts';
import type { TokenReader } from './reader.ts';
import type { QuerySyntax, Syntax } from './syntax.ts';
import type { QueryForm } from './tree.ts';

/** Reads `form([value of] source [as name] [where …] [have …] [order key desc, …])` behind the form's name. */
export function parseQuery(reader: TokenReader, form: QueryForm, formRange: Range): Syntax {
  reader.advance();
  let source = reader.expression(0);
  let value: Syntax | null = null;
  if (reader.take('of')) {
    value = source;
    source = reader.expression(0);
  }
  if (reader.at(',') && (form === 'min' || form === 'max')) return severalValues(reader, form, formRange, source);

  let as: { name: string; range: Range } | null = null;
  let where: Syntax | null = null;
  let have: Syntax | null = null;
  let order: { by: Syntax; descending: boolean }[] = [];
  const seen = new Set<string>();
  for (;;) {
    const { token } = reader;
    const part = token.kind === 'name' && ['as', 'where', 'have', 'order'].includes(token.text) ? token.text : null;
    if (part === null) break;
    reader.advance();
    if (seen.has(part)) reader.report(problem('N078', { what: part }, token.range));
    seen.add(part);
    if (part === 'as') as = alias(reader);
    else if (part === 'where') where = reader.expression(0);
    else if (part === 'have') have = reader.expression(0);
    else order = keys(reader);
  }
  reader.expect(')');
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
    range: [formRange[0], reader.previousEnd()],
  };
  return query;
}

function alias(reader: TokenReader): { name: string; range: Range } | null {
  const { token } = reader;
  if (token.kind !== 'name') {
    reader.unexpected('a name for the queried record');
    return null;
  }
  reader.advance();
  return { name: token.text, range: token.range };
}

function keys(reader: TokenReader): { by: Syntax; descending: boolean }[] {
  const order: { by: Syntax; descending: boolean }[] = [];
  do {
    const by = reader.expression(0);
    const descending = reader.take('desc');
    if (!descending) reader.take('asc');
    order.push({ by, descending });
  } while (reader.take(','));
  return order;
}

/** `min(a, b)`: the function `least` is meant. */
function severalValues(reader: TokenReader, form: 'min' | 'max', formRange: Range, first: Syntax): Syntax {
  const meant = form === 'min' ? 'least' : 'greatest';
  reader.report(problem('N083', { form, meant }, formRange, { fix: replacement(`Write ${meant}`, formRange, meant) }));
  reader.advance();
  const values = [first, ...reader.sequence(')')];
  return {
    kind: 'call',
    name: meant,
    nameRange: formRange,
    of: null,
    arguments: values,
    range: [formRange[0], reader.previousEnd()],
  };
}
