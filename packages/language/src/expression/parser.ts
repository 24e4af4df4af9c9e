import type { DetailsOf } from '../diagnostics/catalogue.ts';
import { BINDING, OPERATORS } from './binding.ts';
import { lex, type Token } from './lexer.ts';
import { commasAhead, meantOperator, readForeignOperator, readListInParentheses, unitBehind } from './parse-habits.ts';
import { parseNumber } from './parse-number.ts';
import { parseQuery } from './parse-query.ts';
import { type ExpressionProblem, problem, type Range, replacement } from './problem.ts';
import { TokenReader } from './reader.ts';
import { QUERY_FORMS, type Syntax } from './syntax.ts';

/** Words that can't be the name of a value. */
const RESERVED = new Set(['and', 'or', 'not', 'if', 'then', 'else', 'in', 'is', 'true', 'false', 'null']);

const DEPTH_LIMIT = 100;
const NODE_LIMIT = 2000;

/** Reads an expression's text. Reports all problems; if there are some, the syntax contains `error` nodes. */
export function parse(text: string): { syntax: Syntax; problems: ExpressionProblem[] } {
  const { tokens, problems } = lex(text);
  if (tokens.length === 1 && problems.length === 0) {
    return { syntax: { kind: 'error', range: [0, text.length] }, problems: [problem('N084', {}, [0, text.length])] };
  }
  const parser = new Parser(text, tokens, problems);
  const syntax = parser.expression(BINDING.lowest);
  parser.finish();
  return { syntax, problems: inOrder(problems) };
}

function inOrder(problems: readonly ExpressionProblem[]): ExpressionProblem[] {
  return problems.toSorted((left, right) => left.range[0] - right.range[0]);
}

/*
 * expression ──▶ operand ──▶┬▶ or  and  ==  !=  <  <=  >  >=  in  not in  +  -  *  /  % ──▶ operand ─┬──▶
 *                           ├▶ at ──▶ operand ───────────────────────────────────────────────────────┤
 *                           ├▶ is ──▶ role ──────────────────────────────────────────────────────────┤
 *                           ├▶ ? ──▶ expression ──▶ : ──▶ expression ────────────────────────────────┤
 *                           ├▶ .name  .name(expression, …)  unit ────────────────────────────────────┤
 *                           └──────────────────────────────◀─────────────────────────────────────────┘
 *
 * operand ──▶┬▶ number  "text"  /regex/  true  false  null ──────────────────────────────┬──▶
 *            ├▶ name  name(expression, …)  count(Entity where …) and the other queries ──┤
 *            ├▶ [expression, …]  (expression)  -operand  !operand  not operand ──────────┤
 *            └▶ if ──▶ expression ──▶ then ──▶ expression ──▶ else ──▶ expression ───────┘
 *
 * `BINDING` says which operator binds more tightly.
 */

/** A Pratt parser: `expression(binding)` reads while operators bind more tightly than `binding`. */
class Parser extends TokenReader {
  private depth = 0;
  private nodes = 0;

  finish(): void {
    if (this.token.kind === 'end') return;
    this.unexpected('end');
    // Reads the rest, too, so that its own mistakes are reported together with this one.
    while (this.advance().kind !== 'end') {
      if (this.startsOperand()) this.expression(BINDING.lowest);
    }
  }

  private startsOperand(distance = 0): boolean {
    const { kind, text } = this.ahead(distance);
    return kind === 'name'
      ? !RESERVED.has(text)
      : kind === 'sign'
        ? text === '(' || text === '['
        : kind === 'number' || kind === 'text';
  }

  expression(binding: number): Syntax {
    this.depth += 1;
    if (this.depth > DEPTH_LIMIT) this.stop(DEPTH_LIMIT, 'levels');
    let left = this.operand();
    for (;;) {
      const next = this.infix(left, binding);
      if (next === null) break;
      left = next;
    }
    this.depth -= 1;
    return left;
  }

  private stop(limit: number, what: DetailsOf<'N054'>['what']): void {
    this.report(problem('N054', { limit, what }, this.token.range));
    this.stopped = true;
  }

  private make<Node extends Syntax>(node: Node): Node {
    this.nodes += 1;
    if (this.nodes > NODE_LIMIT && !this.stopped) this.stop(NODE_LIMIT, 'parts');
    return node;
  }

  private operand(): Syntax {
    const { token } = this;
    if (token.kind === 'number') return this.make(parseNumber(this));
    if (token.kind === 'text') return this.make({ kind: 'text', value: this.advance().text, range: token.range });
    if (token.kind === 'regex') return this.make({ kind: 'regex', source: this.advance().text, range: token.range });
    if (token.kind === 'name') return this.make(this.named(token));
    if (token.kind === 'sign') {
      if (token.text === '(') return this.parenthesized();
      if (token.text === '[') return this.make(this.list());
      if (token.text === '-' || token.text === '!') {
        this.advance();
        const operand = this.expression(BINDING.unary);
        const range: Range = [token.range[0], operand.range[1]];
        return this.make({ kind: 'unary', operator: token.text === '-' ? '-' : 'not', operand, range });
      }
    }
    return this.missing();
  }

  /** Reports a missing operand, and skips tokens that can't begin one, so that the rest is still read. */
  private missing(): Syntax {
    const error = this.unexpected('value');
    if (this.token.kind === 'sign' && !this.at(')') && !this.at(']') && !this.at(',')) {
      this.advance();
      if (this.startsOperand()) this.operand();
    }
    return error;
  }

  private parenthesized(): Syntax {
    const start = this.advance().range[0];
    const inner = this.expression(BINDING.lowest);
    const end = this.token.range[1];
    this.expect(')');
    return { ...inner, range: [start, Math.max(end, inner.range[1])] };
  }

  private list(): Syntax {
    const start = this.advance().range[0];
    const items = this.sequence(']');
    return { kind: 'list', items, range: [start, this.previousEnd()] };
  }

  private named(token: Token): Syntax {
    const { text, range } = token;
    if (text === 'true' || text === 'false' || text === 'null') {
      this.advance();
      return { kind: 'word', value: text === 'null' ? null : text === 'true', range };
    }
    if (text === 'not' || (text === 'NOT' && this.startsOperand(1))) {
      if (text === 'NOT') this.reportMeant(token, 'not');
      this.advance();
      const operand = this.expression(BINDING.not);
      return { kind: 'unary', operator: 'not', operand, range: [range[0], operand.range[1]] };
    }
    if (text === 'if') return this.conditional();
    if (RESERVED.has(text)) return this.missing();
    this.advance();
    if (!this.at('(')) return { kind: 'name', name: text, range };
    const form = QUERY_FORMS.find((known) => known === text || known.toUpperCase() === text);
    if (form !== undefined) {
      if (form !== text) this.reportMeant(token, form);
      return parseQuery(this, form, range);
    }
    this.advance();
    const values = this.sequence(')');
    return {
      kind: 'call',
      name: text,
      nameRange: range,
      of: null,
      arguments: values,
      range: [range[0], this.previousEnd()],
    };
  }

  private reportMeant({ text, range }: Token, meant: string): void {
    const fix = replacement(`Write ${meant}`, range, meant);
    this.report(problem('N053', { written: text, meant }, range, { fix }));
  }

  /** `if(a, b, c)`, as spreadsheets write it. */
  private conditionalCall(start: number): Syntax {
    this.advance();
    const [condition, then, otherwise] = this.sequence(')') as [Syntax, Syntax, Syntax];
    const range: Range = [start, this.previousEnd()];
    const [first, second, third] = [condition, then, otherwise].map((part) => this.source(part.range));
    const meant = `if ${first} then ${second} else ${third}`;
    const edits = [{ range, text: `(${meant})` }];
    const written = this.source(range);
    this.report(problem('N053', { written, meant }, range, { fix: { title: `Write ${meant}`, edits } }));
    return { kind: 'conditional', condition, then, otherwise, range };
  }

  private conditional(): Syntax {
    const start = this.advance().range[0];
    if (this.at('(') && commasAhead(this) === 2) return this.conditionalCall(start);
    const condition = this.expression(BINDING.conditional);
    this.expect('then');
    const then = this.expression(BINDING.conditional);
    this.expect('else');
    const otherwise = this.expression(BINDING.lowest);
    return { kind: 'conditional', condition, then, otherwise, range: [start, otherwise.range[1]] };
  }

  /** One more operator behind `left`, or null if the expression ends for this binding. */
  private infix(left: Syntax, binding: number): Syntax | null {
    const { token } = this;
    if (token.kind !== 'sign' && token.kind !== 'name') return null;
    const start = left.range[0];
    const foreign = readForeignOperator(this, left, binding);
    if (foreign !== null) return foreign === left ? this.infix(left, binding) : this.make(foreign);
    const unit = unitBehind(this, left);
    if (unit !== null) return this.make(this.inUnits(left, unit));
    if (this.isNotIn()) return binding >= BINDING.relation ? null : this.notIn(left);
    if (token.text === '.' && token.kind === 'sign') return this.make(this.member(left));
    if (token.text === '[' && token.kind === 'sign') {
      this.unexpected('operator');
      this.advance();
      this.sequence(']');
      return { kind: 'error', range: [start, this.previousEnd()] };
    }
    if (token.text === '?' && token.kind === 'sign') {
      if (binding >= BINDING.conditional) return null;
      this.advance();
      const then = this.expression(BINDING.conditional);
      this.expect(':');
      const otherwise = this.expression(BINDING.lowest);
      return this.make({ kind: 'conditional', condition: left, then, otherwise, range: [start, otherwise.range[1]] });
    }
    if (token.text === 'is' && token.kind === 'name') {
      if (binding >= BINDING.relation) return null;
      this.advance();
      const role = this.token;
      if (role.kind !== 'name' || RESERVED.has(role.text)) return this.unexpected('role');
      this.advance();
      return this.make({ kind: 'is', of: left, role: role.text, roleRange: role.range, range: [start, role.range[1]] });
    }
    if (token.text === 'at' && token.kind === 'name') {
      if (binding >= BINDING.product) return null;
      this.advance();
      const record = this.expression(BINDING.product);
      return this.make({ kind: 'at', span: left, record, range: [start, record.range[1]] });
    }
    const meant = meantOperator(token);
    const operator = meant ?? token.text;
    const known = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (known === undefined || known.binding <= binding) return null;
    if (meant !== null) this.reportMeant(token, meant);
    this.advance();
    const inParentheses = known.operator === 'in' ? readListInParentheses(this) : null;
    const right = inParentheses ?? this.expression(known.binding);
    if (known.binding === BINDING.relation) this.checkChain();
    const range: Range = [start, Math.max(right.range[1], token.range[1])];
    return this.make({ kind: 'binary', operator: known.operator, operatorRange: token.range, left, right, range });
  }

  /** `x not in list`, which is `not (x in list)`. */
  private isNotIn(): boolean {
    const next = this.ahead(1);
    return (
      this.token.kind === 'name' && next.kind === 'name' && /^not$/i.test(this.token.text) && /^in$/i.test(next.text)
    );
  }

  private notIn(left: Syntax): Syntax {
    const words = [this.token, this.ahead(1)];
    for (const word of words) {
      if (word.text !== word.text.toLowerCase()) this.reportMeant(word, word.text.toLowerCase());
      this.advance();
    }
    const right = readListInParentheses(this) ?? this.expression(BINDING.relation);
    this.checkChain();
    const range: Range = [left.range[0], right.range[1]];
    const operatorRange: Range = [words[0]?.range[0] ?? 0, words[1]?.range[1] ?? 0];
    const operand = this.make({ kind: 'binary', operator: 'in', operatorRange, left, right, range });
    return this.make({ kind: 'unary', operator: 'not', operand, range });
  }

  /** `n days`: `n * 1 day`. */
  private inUnits(left: Syntax, { unit, tokens }: NonNullable<ReturnType<typeof unitBehind>>): Syntax {
    const start = this.advance().range[0];
    if (tokens === 2) this.advance();
    const unitRange: Range = [start, this.previousEnd()];
    const one = unit === 'working days' || unit.length <= 3 ? unit : unit.replace(/s$/, '');
    const right: Syntax = { kind: 'number', text: '1', unit: one, unitRange, range: unitRange };
    return {
      kind: 'binary',
      operator: '*',
      operatorRange: unitRange,
      left,
      right,
      range: [left.range[0], unitRange[1]],
    };
  }

  private checkChain(): void {
    const { token } = this;
    const next =
      (token.kind === 'sign' || token.kind === 'name') && Object.hasOwn(OPERATORS, token.text)
        ? OPERATORS[token.text]
        : undefined;
    if (next?.binding === BINDING.relation) this.report(problem('N077', {}, token.range));
  }

  private member(left: Syntax): Syntax {
    this.advance();
    const name = this.token;
    const start = left.range[0];
    if (name.kind !== 'name') return this.unexpected('field');
    this.advance();
    if (!this.at('('))
      return { kind: 'member', of: left, name: name.text, nameRange: name.range, range: [start, name.range[1]] };
    this.advance();
    const values = this.sequence(')');
    return {
      kind: 'call',
      name: name.text,
      nameRange: name.range,
      of: left,
      arguments: values,
      range: [start, this.previousEnd()],
    };
  }
}
