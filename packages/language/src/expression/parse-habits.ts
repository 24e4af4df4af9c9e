import { TIME_UNITS } from '../vocabulary/units.ts';
import { BINDING } from './binding.ts';
import type { Token } from './lexer.ts';
import { quote } from './print.ts';
import { type Edit, problem, type Range } from './problem.ts';
import type { TokenReader } from './reader.ts';
import type { BinarySyntax, Syntax } from './syntax.ts';
import type { BinaryOperator } from './tree.ts';

/**
 * Operators of SQL and of programming languages that have another notation here. Each is reported with its fix (N053)
 * and then read as the right operator, so that the rest of the expression is checked as well.
 */

/** Words for operators that have one sign or word here. */
const WORDS: Readonly<Record<string, string>> = {
  and: 'and',
  or: 'or',
  in: 'in',
  is: 'is',
  equals: '==',
  eq: '==',
  ne: '!=',
  lt: '<',
  lte: '<=',
  le: '<=',
  gt: '>',
  gte: '>=',
  ge: '>=',
  mod: '%',
  xor: '!=',
};

/** The operator that a word means in its place (`AND`, `equals`, `mod`); null if it means none, or is correct. */
export function meantOperator({ kind, text }: Token): string | null {
  const meant = kind === 'name' && Object.hasOwn(WORDS, text.toLowerCase()) ? WORDS[text.toLowerCase()] : undefined;
  return meant === undefined || meant === text ? null : meant;
}

/** Functions of text that other languages write between their values: `name contains "x"`. */
const TEXT_FUNCTIONS: Readonly<Record<string, string>> = {
  contains: 'contains',
  includes: 'contains',
  startswith: 'startsWith',
  endswith: 'endsWith',
  matches: 'matches',
};

/** Reads an operator of another language behind `left`; null if none is there that may bind this loosely. */
export function readForeignOperator(reader: TokenReader, left: Syntax, binding: number): Syntax | null {
  const { token } = reader;
  if (token.kind === 'sign') return token.text === '?' ? readQuestion(reader, left, binding) : null;
  if (token.kind !== 'name' || binding >= BINDING.relation) return null;
  const word = token.text.toLowerCase();
  if (word === 'is') return readIs(reader, left);
  const isNegated = word === 'not';
  const operator = isNegated ? reader.ahead(1) : token;
  const name = operator.kind === 'name' ? operator.text.toLowerCase() : '';
  const isForeign = name === 'like' || name === 'ilike' || name === 'between' || Object.hasOwn(TEXT_FUNCTIONS, name);
  // `x.contains("y")` is right, and so is `contains(x, "y")` where a value begins.
  if (!isForeign) return null;
  if (isNegated) reader.advance();
  const start = token.range[0];
  reader.advance();
  if (name === 'between') return readBetween(reader, left, start, isNegated, binding);
  if (name === 'like' || name === 'ilike') return readLike(reader, left, start, isNegated, name === 'ilike');
  const right = reader.expression(BINDING.relation);
  return reported(reader, start, right.range[1], textCall(reader, left, TEXT_FUNCTIONS[name] ?? '', right), isNegated);
}

/** `a?.b` (null is guarded here, not skipped), `a ?? b` and `a ?: b`. */
function readQuestion(reader: TokenReader, left: Syntax, binding: number): Syntax | null {
  const { token } = reader;
  const next = reader.ahead(1);
  if (next.range[0] !== token.range[1] || next.kind !== 'sign') return null;
  const range: Range = [token.range[0], next.range[1]];
  if (next.text === '.') {
    const edits = [{ range, text: '.' }];
    reader.report(problem('N053', { written: '?.', meant: '.' }, range, { fix: { title: 'Write .', edits } }));
    reader.advance();
    return left;
  }
  if (next.text !== '?' && next.text !== ':') return null;
  reader.advance();
  reader.advance();
  const right = reader.expression(BINDING.sum);
  const what = reader.source(left.range);
  const condition: BinarySyntax = {
    kind: 'binary',
    operator: '!=',
    operatorRange: range,
    left,
    right: { kind: 'word', value: null, range },
    range: left.range,
  };
  const whole: Range = [left.range[0], right.range[1]];
  const meant = `if ${what} != null then ${what} else ${reader.source(right.range)}`;
  // An operand with the weakest binding that ends here is alone, or in brackets of its own.
  const isAlone = binding === BINDING.lowest && /^[),]?$/.test(reader.token.text) && reader.token.kind !== 'text';
  const edits = [{ range: whole, text: isAlone ? meant : `(${meant})` }];
  const fix = isPath(left) ? { fix: { title: `Write ${meant}`, edits } } : {};
  reader.report(problem('N053', { written: reader.source(range), meant }, range, fix));
  return { kind: 'conditional', condition, then: left, otherwise: right, range: whole };
}

/** `x is null`, `status is "draft"`, `user is not manager`, `user is "manager"`. */
function readIs(reader: TokenReader, left: Syntax): Syntax | null {
  const { token } = reader;
  const isNegated = /^not$/i.test(reader.ahead(1).text) && reader.ahead(1).kind === 'name';
  const what = reader.ahead(isNegated ? 2 : 1);
  const value = wordOf(what) ?? (what.kind === 'text' && !isUser(left) ? textOf(what) : null);
  const range: Range = [token.range[0], what.range[1]];
  const skip = (): void => {
    for (let count = isNegated ? 3 : 2; count > 0; count -= 1) reader.advance();
  };
  const written = reader.source(range);
  if (value !== null) {
    skip();
    const operator = isNegated ? '!=' : '==';
    const meant = `${operator} ${value.kind === 'word' ? String(value.value) : quote(what.text)}`;
    reader.report(
      problem('N053', { written, meant }, range, { fix: { title: `Write ${meant}`, edits: [{ range, text: meant }] } }),
    );
    return { kind: 'binary', operator, operatorRange: range, left, right: value, range: [left.range[0], range[1]] };
  }
  const isRole = what.kind === 'name' || (what.kind === 'text' && /^\w+$/.test(what.text));
  if (!isRole || (!isNegated && what.kind === 'name' && token.text === 'is')) return null;
  skip();
  const is: Syntax = {
    kind: 'is',
    of: left,
    role: what.text,
    roleRange: what.range,
    range: [left.range[0], what.range[1]],
  };
  const edits: Edit[] = [{ range, text: `is ${what.text}` }];
  if (isNegated) edits.unshift({ range: [left.range[0], left.range[0]], text: 'not ' });
  const meant = isNegated ? `not ${reader.source(left.range)} is ${what.text}` : `is ${what.text}`;
  reader.report(problem('N053', { written, meant }, range, { fix: { title: `Write ${meant}`, edits } }));
  return isNegated ? { kind: 'unary', operator: 'not', operand: is, range: is.range } : is;
}

function isUser(left: Syntax): boolean {
  return left.kind === 'name' && left.name === 'user';
}

function wordOf({ kind, text, range }: Token): (Syntax & { kind: 'word' }) | null {
  if (kind !== 'name' || !/^(?:null|true|false)$/i.test(text)) return null;
  return { kind: 'word', value: /^null$/i.test(text) ? null : /^true$/i.test(text), range };
}

function textOf({ text, range }: Token): Syntax & { kind: 'text' } {
  return { kind: 'text', value: text, range };
}

/** `x between a and b`, both included. */
function readBetween(reader: TokenReader, left: Syntax, start: number, isNegated: boolean, binding: number): Syntax {
  const low = reader.expression(BINDING.relation);
  const and = reader.token;
  if (and.kind !== 'name' || and.text.toLowerCase() !== 'and') return reader.unexpected({ sign: 'and' });
  reader.advance();
  const high = reader.expression(BINDING.relation);
  const what = reader.source(left.range);
  const inside = `${what} >= ${reader.source(low.range)} and ${what} <= ${reader.source(high.range)}`;
  const meant = isNegated ? `not (${inside})` : inside;
  // The two comparisons belong together behind `not` and between relations.
  const written = !isNegated && binding > BINDING.and ? `(${inside})` : meant;
  const whole: Range = [left.range[0], high.range[1]];
  const at: Range = [start, high.range[1]];
  const fix = { title: `Write ${meant}`, edits: [{ range: whole, text: written }] };
  reader.report(problem('N053', { written: reader.source(at), meant }, at, { fix }));
  const compared = (operator: BinaryOperator, right: Syntax): BinarySyntax => ({
    kind: 'binary',
    operator,
    operatorRange: at,
    left,
    right,
    range: whole,
  });
  const both: Syntax = { ...compared('and', compared('<=', high)), left: compared('>=', low) };
  return isNegated ? { kind: 'unary', operator: 'not', operand: both, range: whole } : both;
}

/**
 * `name like "%x%"`: a part, a beginning, an end, or the whole. A pattern with an inner `_` or `%` has no equivalent.
 */
function readLike(reader: TokenReader, left: Syntax, start: number, isNegated: boolean, ignoresCase: boolean): Syntax {
  const pattern = reader.token;
  const right = reader.expression(BINDING.relation);
  const match = right.kind === 'text' ? /^(%?)([^%_]+)(%?)$/.exec(pattern.text) : null;
  const [, first, text = '', last] = match ?? [];
  const name = first === '%' ? (last === '%' ? 'contains' : 'endsWith') : 'startsWith';
  const value: Syntax = right.kind === 'text' ? { ...right, value: text } : right;
  if (text === '' || ignoresCase) {
    const range: Range = [start, right.range[1]];
    const meant = ignoresCase ? 'contains(lowerAscii(text), part)' : 'contains(text, part)';
    reader.report(problem('N053', { written: reader.source(range), meant }, range));
    return textCall(reader, left, name, value).syntax;
  }
  if (first === '' && last === '') {
    const range: Range = [start, right.range[1]];
    const meant = `${isNegated ? '!=' : '=='} ${quote(text)}`;
    const fix = { title: `Write ${meant}`, edits: [{ range, text: meant }] };
    reader.report(problem('N053', { written: reader.source(range), meant }, range, { fix }));
    const operator = isNegated ? '!=' : '==';
    return { kind: 'binary', operator, operatorRange: range, left, right: value, range: [left.range[0], range[1]] };
  }
  return reported(reader, start, right.range[1], textCall(reader, left, name, value, quote(text)), isNegated);
}

interface Meant {
  readonly syntax: Syntax;
  readonly text: string;
}

function textCall(
  reader: TokenReader,
  left: Syntax,
  name: string,
  right: Syntax,
  written = reader.source(right.range),
): Meant {
  const text = `${name}(${reader.source(left.range)}, ${written})`;
  const range: Range = [left.range[0], right.range[1]];
  return { syntax: { kind: 'call', name, nameRange: range, of: null, arguments: [left, right], range }, text };
}

/** Reports that `left … right` is written as a call, and gives it. */
function reported(
  reader: TokenReader,
  start: number,
  end: number,
  { syntax, text }: Meant,
  isNegated: boolean,
): Syntax {
  const meant = isNegated ? `not ${text}` : text;
  const range: Range = [start, end];
  const fix = { title: `Write ${meant}`, edits: [{ range: syntax.range, text: meant }] };
  reader.report(problem('N053', { written: reader.source(range), meant }, range, { fix }));
  return isNegated ? { kind: 'unary', operator: 'not', operand: syntax, range: syntax.range } : syntax;
}

/** A list of values in round brackets behind `in`, as SQL writes it; null if none is there. */
export function readListInParentheses(reader: TokenReader): Syntax | null {
  if (!reader.at('(') || !holdsValues(reader)) return null;
  const open = reader.advance().range;
  const items: Syntax[] = [];
  do items.push(reader.expression(BINDING.lowest));
  while (reader.take(','));
  const close = reader.token.range;
  reader.expect(')');
  const range: Range = [open[0], Math.max(close[1], open[1])];
  const written = reader.source(range);
  const meant = `[${written.slice(1, -1)}]`;
  const edits = [
    { range: open, text: '[' },
    { range: close, text: ']' },
  ];
  reader.report(problem('N053', { written, meant }, range, { fix: { title: `Write ${meant}`, edits } }));
  return { kind: 'list', items, range };
}

/** Whether these brackets contain several values, or one that is written out. */
function holdsValues(reader: TokenReader): boolean {
  const first = reader.ahead(1);
  const second = reader.ahead(2);
  const closes = second.kind === 'sign' && second.text === ')';
  if ((first.kind === 'text' || first.kind === 'number') && closes) return true;
  return commasAhead(reader) > 0;
}

/** The number of commas in the brackets that open here, outside further ones; 0 if the brackets are not closed. */
export function commasAhead(reader: TokenReader): number {
  let depth = 0;
  let commas = 0;
  for (let distance = 0; ; distance += 1) {
    const { kind, text } = reader.ahead(distance);
    if (kind === 'end') return 0;
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[') depth += 1;
    else if (text === ')' || text === ']') depth -= 1;
    else if (text === ',' && depth === 1) commas += 1;
    if (depth === 0) return commas;
  }
}

/** The unit of time behind a value that is no number (`lead_time days`), as written; null if there is none. */
export function unitBehind(
  reader: TokenReader,
  left: Syntax,
): { readonly unit: string; readonly tokens: 1 | 2 } | null {
  if (!['name', 'member', 'call', 'query', 'binary', 'unary', 'conditional'].includes(left.kind)) return null;
  const { token } = reader;
  const next = reader.ahead(1);
  if (token.kind !== 'name') return null;
  if (token.text === 'working' && next.kind === 'name' && /^days?$/.test(next.text))
    return { unit: 'working days', tokens: 2 };
  // `hours(from, to)` is a function.
  const isCall = next.kind === 'sign' && next.text === '(';
  return Object.hasOwn(TIME_UNITS, token.text) && !isCall ? { unit: token.text, tokens: 1 } : null;
}

function isPath(syntax: Syntax): boolean {
  return syntax.kind === 'name' || (syntax.kind === 'member' && isPath(syntax.of));
}
