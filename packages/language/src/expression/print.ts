import { BINDING, OPERATORS } from './binding.ts';
import type { BinarySyntax, QuerySyntax, Syntax, UnarySyntax } from './syntax.ts';
import { toSyntax } from './to-syntax.ts';
import type { Expression } from './tree.ts';

/** The binding strength of each kind of syntax; see `BINDING`. */
function bindingOf(syntax: Syntax): number {
  switch (syntax.kind) {
    case 'conditional':
      return BINDING.conditional;
    case 'binary':
      return OPERATORS[syntax.operator]?.binding ?? BINDING.relation;
    case 'is':
      return BINDING.relation;
    case 'at':
      return BINDING.product;
    case 'unary':
      return isNotIn(syntax) ? BINDING.relation : syntax.operator === 'not' ? BINDING.not : BINDING.unary;
    case 'call':
    case 'error':
    case 'list':
    case 'member':
    case 'name':
    case 'number':
    case 'query':
    case 'regex':
    case 'text':
    case 'word':
      return BINDING.postfix;
  }
}

/** The expression's text in canonical words (`and`, `or`, `not`, `if`), with parentheses only where they are needed. */
export function printSyntax(syntax: Syntax, least: number = BINDING.lowest): string {
  const text = plain(syntax);
  return bindingOf(syntax) < least ? `(${text})` : text;
}

function plain(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'number':
      return syntax.unit === null ? syntax.text : `${syntax.text} ${syntax.unit}`;
    case 'text':
      return quote(syntax.value);
    case 'regex':
      return `/${syntax.source.replaceAll('/', '\\/')}/`;
    case 'word':
      return String(syntax.value);
    case 'name':
      return syntax.name;
    case 'member':
      return `${printSyntax(syntax.of, BINDING.postfix)}.${syntax.name}`;
    case 'list':
      return `[${syntax.items.map((item) => printSyntax(item)).join(', ')}]`;
    case 'unary':
      if (isNotIn(syntax)) return relation(syntax.operand, 'not in');
      return syntax.operator === 'not'
        ? `not ${printSyntax(syntax.operand, BINDING.not)}`
        : `-${printSyntax(syntax.operand, BINDING.unary)}`;
    case 'binary': {
      const binding = bindingOf(syntax);
      if (binding === BINDING.relation) return relation(syntax, syntax.operator);
      return `${printSyntax(syntax.left, binding)} ${syntax.operator} ${printSyntax(syntax.right, binding + 1)}`;
    }
    case 'conditional': {
      const { condition, then, otherwise } = syntax;
      return `if ${printSyntax(condition, BINDING.or)} then ${printSyntax(then, BINDING.or)} else ${printSyntax(otherwise, BINDING.conditional)}`;
    }
    case 'call': {
      const name = syntax.of === null ? syntax.name : `${printSyntax(syntax.of, BINDING.postfix)}.${syntax.name}`;
      return `${name}(${syntax.arguments.map((argument) => printSyntax(argument)).join(', ')})`;
    }
    case 'is':
      return `${printSyntax(syntax.of, BINDING.relation + 1)} is ${syntax.role}`;
    case 'at':
      return `${printSyntax(syntax.span, BINDING.product)} at ${printSyntax(syntax.record, BINDING.unary)}`;
    case 'query':
      return query(syntax);
    case 'error':
      return '';
  }
}

function isNotIn(syntax: Syntax): syntax is UnarySyntax & { readonly operand: BinarySyntax } {
  return (
    syntax.kind === 'unary' &&
    syntax.operator === 'not' &&
    syntax.operand.kind === 'binary' &&
    syntax.operand.operator === 'in'
  );
}

function relation({ left, right }: BinarySyntax, operator: string): string {
  return `${printSyntax(left, BINDING.relation + 1)} ${operator} ${printSyntax(right, BINDING.relation + 1)}`;
}

function query(syntax: QuerySyntax): string {
  const source = printSyntax(syntax.source);
  const parts = [syntax.value === null ? source : `${printSyntax(syntax.value)} of ${source}`];
  if (syntax.as !== null) parts.push(`as ${syntax.as.name}`);
  if (syntax.where !== null) parts.push(`where ${printSyntax(syntax.where)}`);
  if (syntax.have !== null) parts.push(`have ${printSyntax(syntax.have)}`);
  if (syntax.order.length > 0) {
    const keys = syntax.order.map(({ by, descending }) => `${printSyntax(by)}${descending ? ' desc' : ''}`);
    parts.push(`order ${keys.join(', ')}`);
  }
  return `${syntax.form}(${parts.join(' ')})`;
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text between quotes, as the language writes it. */
export function quote(value: string): string {
  const escaped = value.replaceAll(/[\\"\p{Cc}]/gu, (character) => {
    return ESCAPED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

/** A checked expression as its document could have written it. */
export function printExpression(expression: Expression, inner = 'this'): string {
  return printSyntax(toSyntax(expression, inner));
}
