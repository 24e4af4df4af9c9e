import { BINDING } from './binding.ts';
import { problem, type Range, replacement } from './problem.ts';
import type { TokenReader } from './reader.ts';
import type { QuerySyntax, Syntax } from './syntax.ts';
import type { WrittenQueryForm } from './tree.ts';

const PARTS: ReadonlySet<string> = new Set(['as', 'where', 'have', 'order']);

/**
 * `sum(Fine where open, amount)` and `count(Loan, late)`, as others write a query: the value is behind its list, and a
 * condition behind `where`. Null if it is neither.
 */
function valueBehind(reader: TokenReader, form: WrittenQueryForm, source: Syntax, where: Syntax | null): Syntax | null {
  if (source.kind !== 'name' && source.kind !== 'member') return null;
  const comma = reader.advance();
  const start = source.range[0];
  const second = reader.expression(BINDING.lowest);
  const range: Range = [start, second.range[1]];
  const of = reader.source(source.range);
  const said = reader.source(second.range);
  const condition = where === null ? '' : ` where ${reader.source(where.range)}`;
  const isAsked = form === 'count' || form === 'exists' || form === 'first';
  const path = second.kind === 'name' ? `${of}.${said}` : `${said} of ${of}`;
  const meant = isAsked ? `${of} where ${said}` : `${path}${condition}`;
  const isClear = reader.at(')') && second.kind !== 'error' && !(isAsked && where !== null);
  if (!isClear) reader.report(problem('N052', { expected: { sign: ')' }, found: ',' }, comma.range));
  else
    reader.report(
      problem('N053', { written: reader.source(range), meant }, range, {
        fix: replacement(`Write ${meant}`, range, meant),
      }),
    );
  if (reader.at(')')) reader.advance();
  return { kind: 'error', range };
}

/** Reads `form([value of] source [as name] [where …] [have …] [order key desc, …])` behind the form's name. */
export function parseQuery(reader: TokenReader, form: WrittenQueryForm, formRange: Range): Syntax {
  reader.advance();
  let source = reader.expression(BINDING.lowest);
  let value: Syntax | null = null;
  if (reader.take('of')) {
    value = source;
    source = reader.expression(BINDING.lowest);
  }
  if (reader.at(',') && (form === 'min' || form === 'max')) return severalValues(reader, form, formRange, source);

  let as: { name: string; range: Range } | null = null;
  let where: Syntax | null = null;
  let have: Syntax | null = null;
  let order: { by: Syntax; descending: boolean }[] = [];
  const seen = new Set<string>();
  for (;;) {
    const { token } = reader;
    const word = token.kind === 'name' ? token.text.toLowerCase() : '';
    const part = PARTS.has(word) ? word : null;
    if (part === null) break;
    if (token.text !== part) {
      const fix = replacement(`Write ${part}`, token.range, part);
      reader.report(problem('N053', { written: token.text, meant: part }, token.range, { fix }));
    }
    reader.advance();
    if (seen.has(part)) reader.report(problem('N078', { what: part }, token.range));
    seen.add(part);
    if (part === 'as') as = alias(reader);
    else if (part === 'where') where = reader.expression(BINDING.lowest);
    else if (part === 'have') have = reader.expression(BINDING.lowest);
    else order = keys(reader);
  }
  const meant = reader.at(',') ? valueBehind(reader, form, source, where) : null;
  if (meant !== null) return meant;
  if (/^group$/i.test(reader.token.text)) reader.unexpected({ sign: ')' }, 'grouped');
  else reader.expect(')');
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
    reader.unexpected('queried');
    return null;
  }
  reader.advance();
  return { name: token.text, range: token.range };
}

function keys(reader: TokenReader): { by: Syntax; descending: boolean }[] {
  const order: { by: Syntax; descending: boolean }[] = [];
  do {
    const by = reader.expression(BINDING.lowest);
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
