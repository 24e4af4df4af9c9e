import { BINDING } from './binding.ts';
import type { DetailsOf } from '../diagnostics/catalogue.ts';
import type { Token } from './lexer.ts';
import { type ExpressionProblem, problem, type Range } from './problem.ts';
import type { Syntax } from './syntax.ts';

/** Reads tokens one after the other, and collects the problems of what it meets. */
export abstract class TokenReader {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private readonly problems: ExpressionProblem[];
  private position = 0;
  /** Once set, only the end is read and nothing more is reported. */
  protected stopped = false;

  constructor(text: string, tokens: readonly Token[], problems: ExpressionProblem[]) {
    this.text = text;
    this.tokens = tokens;
    this.problems = problems;
  }

  /** Reads an expression whose operators bind more tightly than `binding`. */
  abstract expression(binding: number): Syntax;

  get token(): Token {
    return this.ahead(0);
  }

  ahead(distance: number): Token {
    const last = this.tokens[this.tokens.length - 1];
    const token = this.stopped ? last : (this.tokens[this.position + distance] ?? last);
    if (token === undefined) throw new Error('A list of tokens without its end');
    return token;
  }

  advance(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.position += 1;
    return token;
  }

  at(text: string, kind: Token['kind'] = /^\w/.test(text) ? 'name' : 'sign'): boolean {
    return this.token.kind === kind && this.token.text === text;
  }

  take(text: string): boolean {
    if (!this.at(text)) return false;
    this.advance();
    return true;
  }

  report(reported: ExpressionProblem): void {
    if (!this.stopped) this.problems.push(reported);
  }

  /** The token that is expected here, or its problem. */
  expect(text: string): void {
    if (!this.take(text)) this.unexpected({ sign: text });
  }

  /** Reports an unexpected token; `hint` says what it probably means. */
  unexpected(expected: DetailsOf<'N052'>['expected'], hint?: DetailsOf<'N052'>['hint']): Syntax {
    const { token } = this;
    const at = token.range[0];
    // One place has one problem: what could not be read is reported where it begins.
    if (
      !this.problems.some(
        (known) => known.severity === 'error' && known.range[0] <= at && at <= known.range[1] && known.id !== 'N053',
      )
    ) {
      const found = token.kind === 'end' ? null : shown(token);
      this.report(problem('N052', { expected, found, ...(hint !== undefined && { hint }) }, token.range));
    }
    return { kind: 'error', range: token.range };
  }

  /** Values with commas between, up to and with the closing sign. */
  sequence(close: ')' | ']'): Syntax[] {
    const items: Syntax[] = [];
    while (!this.at(close) && this.token.kind !== 'end') {
      items.push(this.expression(BINDING.lowest));
      if (!this.take(',')) break;
    }
    this.expect(close);
    return items;
  }

  /** The expression's text at a range. */
  source([start, end]: Range): string {
    return this.text.slice(start, end);
  }

  previousEnd(): number {
    return this.tokens[this.position - 1]?.range[1] ?? 0;
  }
}

function shown(token: Token): string {
  return token.kind === 'text' ? JSON.stringify(token.text) : token.kind === 'regex' ? `/${token.text}/` : token.text;
}
