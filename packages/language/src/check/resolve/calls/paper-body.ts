import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import { splitTemplate, type TemplatePart } from '../../../expression/template.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { PaperPart } from '../../../model/papers.ts';
import type { Code } from '../../../syntax/tree.ts';
import { opposite } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { recordType } from '../types.ts';
import { contentOf, type Part, part, spanOf } from '../words.ts';
import { readForEach } from './for-each.ts';
import { LINK, reportMarkup } from './mail-body.ts';

/** The words in braces are a value, or a word that begins, divides or ends a part of the words. */
type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value' | 'if' | 'else' | 'for' | 'end'; readonly words: Part };

/**
 * Reads the words of a paper: Markdown with placeholders, with parts that depend on a condition (`{if …}`, `{else}`,
 * `{end}`) and parts that are repeated (`{for l in lines}`, `{end}`). Null if there are mistakes, which are reported.
 */
export function readPaperBody(context: Context, block: Code, scope: Scope): readonly PaperPart[] | null {
  const words = contentOf(block);
  reportMarkup(context, words);
  const { parts, problems } = splitTemplate(words.text);
  // A brace that stands alone is no template of its own, which is reported as it is in any other words.
  for (const { range } of problems) context.template(part(words, ...range), scope);
  const reading = new Reading(context, tokensOf(words, parts));
  const body = reading.parts(scope);
  return reading.isBroken || problems.length > 0 ? null : body;
}

function tokensOf(words: Part, parts: readonly TemplatePart[]): readonly Token[] {
  const { text } = words;
  const tokens: Token[] = [];
  let from = 0;
  const literal = (to: number) => {
    const between = withoutPadding(text, from, Math.max(from, to)).replaceAll(/\{\{|\}\}/g, ([brace = '']) => brace);
    if (between !== '') tokens.push({ kind: 'text', text: between });
  };
  for (const found of parts) {
    if (typeof found === 'string') continue;
    const [start, end] = [found.range[0] - 1, found.range[1] + 1];
    const kind = kindOf(found.text);
    // A line with such a word alone is no line of the paper.
    const line = kind === 'value' ? null : lineOf(text, start, end);
    literal(line?.start ?? start);
    tokens.push({ kind, words: part(words, ...found.range) });
    from = line?.end ?? end;
  }
  literal(text.length);
  return tokens;
}

function kindOf(text: string): Exclude<Token['kind'], 'text'> {
  const words = text.trim();
  if (words === 'else' || words === 'end') return words;
  if (/^for\s+\w+\s+in\b/.test(words)) return 'for';
  // `if a then b else c` is a value.
  return /^if\b/.test(words) && !/\bthen\b/.test(withoutQuotes(words)) ? 'if' : 'value';
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""');
}

const LINE_END = /\r\n?|\n/;

/** A part of the words, with line feeds, in which the cells of tables have one blank around them, however a formatter aligns them. */
function withoutPadding(text: string, from: number, to: number): string {
  const lines = text.slice(from, to).split(LINE_END);
  const firstBegin = text.lastIndexOf('\n', from - 1) + 1;
  return lines
    .map((line, place) => {
      if (!(place === 0 ? text.startsWith('|', firstBegin) : line.startsWith('|'))) return line;
      const cells = line.replaceAll(/ {2,}(?=\|)|(?<=\|) {2,}/g, ' ');
      return /^\|[-:| ]+$/.test(cells) ? cells.replaceAll(/-{3,}/g, '---') : cells;
    })
    .join('\n');
}

/**
 * The line in which nothing else stands; null if something does. Formatters take a word between the rows of a table for a
 * row, and one below a quote for a part of it.
 */
function lineOf(text: string, start: number, end: number): { readonly start: number; readonly end: number } | null {
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const stop = next < 0 ? text.length : next;
  const isAlone = /^[\s>]*\|?\s*$/.test(text.slice(begin, start)) && /^[\s|]*$/.test(text.slice(end, stop));
  return isAlone ? { start: begin, end: Math.min(stop + 1, text.length) } : null;
}

/** Reads tokens one after the other. */
class Reading {
  isBroken = false;
  readonly context: Context;
  readonly tokens: readonly Token[];
  #at = 0;

  constructor(context: Context, tokens: readonly Token[]) {
    this.context = context;
    this.tokens = tokens;
  }

  /** The parts up to the end of the words, or of what `open` has begun: then up to its `{end}` or `{else}`. */
  parts(scope: Scope, open: Part | null = null): PaperPart[] {
    const found: PaperPart[] = [];
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.kind === 'text') found.push(token.text);
      else if (token.kind === 'value') this.#add(found, this.#value(token.words, scope, found.at(-1)));
      else if (token.kind === 'if') this.#add(found, this.#condition(token.words, scope));
      else if (token.kind === 'for') this.#add(found, this.#rows(token.words, scope));
      else if (open !== null) {
        this.#at -= 1;
        return found;
      } else this.#report(token.words, 'nothingOpen');
    }
    if (open !== null) this.#report(open, 'notEnded');
    return found;
  }

  #next(): Token | undefined {
    const token = this.tokens[this.#at];
    this.#at += 1;
    return token;
  }

  #add(found: PaperPart[], read: PaperPart | null): void {
    if (read === null) this.isBroken = true;
    else found.push(read);
  }

  #value(words: Part, scope: Scope, before: PaperPart | undefined): Expression | null {
    const value = this.context.expression(words, scope, null);
    if (value === null || typeof before !== 'string' || !LINK.test(before) || value.kind === 'constant') return value;
    const label = /\[([^[\]]*)\]\(<?$/.exec(before)?.[1] ?? '';
    this.context.report('N782', CALLS_CODES.N782, { label }, words.span);
    return null;
  }

  #condition(words: Part, scope: Scope): PaperPart | null {
    const boolean = { kind: 'boolean', nullable: true } as const;
    const condition = this.context.expression(part(words, 2, words.text.length), scope, boolean);
    const given = scope.given ?? [];
    const known = (fact: Expression | null): Scope => ({ ...scope, given: fact === null ? given : [...given, fact] });
    const then = this.parts(known(condition), words);
    const otherwise = this.#takes('else') ? this.parts(known(condition && opposite(condition)), words) : [];
    this.#end(scope);
    return condition && { kind: 'if', condition, then, otherwise };
  }

  #rows(words: Part, scope: Scope): PaperPart | null {
    const records = readForEach(this.context, part(words, 3, words.text.length), scope);
    const inner: Scope =
      records === null
        ? scope
        : {
            ...scope,
            variables: { ...scope.variables, [records.variable]: recordType(records.source.entity) },
          };
    const parts = this.parts(inner, words);
    this.#end(scope);
    return records && { kind: 'for', records, parts };
  }

  #takes(kind: Token['kind']): boolean {
    if (this.tokens[this.#at]?.kind !== kind) return false;
    this.#at += 1;
    return true;
  }

  #end(scope: Scope): void {
    for (let token = this.tokens[this.#at]; token?.kind === 'else'; token = this.tokens[this.#at]) {
      this.#report(token.words, 'secondElse');
      this.#at += 1;
      this.parts(scope, token.words);
    }
    this.#takes('end');
  }

  #report(words: Part, why: 'nothingOpen' | 'notEnded' | 'secondElse'): void {
    this.isBroken = true;
    const { context } = this;
    context.report('N781', CALLS_CODES.N781, { why, text: words.text }, spanOf(words, 0, words.text.length));
  }
}
