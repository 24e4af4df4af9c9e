import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { JsonTemplate } from '../../../model/outbound-calls.ts';
import type { Span } from '../../../source/span.ts';
import type { Code } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { contentOf, type Part, spanOf } from '../words.ts';

/** Reads a fenced `json` block whose strings may hold `{placeholders}`. Null if it has mistakes, which are reported. */
export function readBody(context: Context, block: Code, scope: Scope): JsonTemplate | null {
  const words = contentOf(block);
  const refuse = (why: DetailsOf<'N708'>['why'], span: Span): null => {
    context.report('N708', CALLS_CODES.N708, { why }, span);
    return null;
  };
  if (block.language.toLowerCase() !== 'json') {
    return refuse({ because: 'language', language: block.language }, block.span);
  }
  const tree = parser.parse(block.text);
  let fault: number | null = null;
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) fault ??= node.from;
    },
  });
  const value = tree.topNode.firstChild;
  if (fault !== null || !value) {
    const at = Math.min(fault ?? 0, Math.max(0, block.text.length - 1));
    const brace = block.text.lastIndexOf('{', at);
    const placeholder = brace < 0 ? null : /^\{[^{}":,]*\}/.exec(block.text.slice(brace));
    if (placeholder) {
      const span = spanOf(words, brace, brace + placeholder[0].length);
      return refuse({ because: 'placeholder', text: placeholder[0] }, span);
    }
    const found = block.text.slice(at, at + 12).trim();
    const why = found === '' ? 'ends' : ({ because: 'unexpected', text: found } as const);
    return refuse(why, spanOf(words, at, Math.min(at + 1, block.text.length)));
  }
  return readValue(context, words, value, scope);
}

function readValue(context: Context, words: Part, node: SyntaxNode, scope: Scope): JsonTemplate | null {
  const source = words.text.slice(node.from, node.to);
  switch (node.name) {
    case 'String':
      return readString(context, stringOf(words, node), scope);
    case 'Object':
      return readObject(context, words, node, scope);
    case 'Array': {
      const items = valuesOf(node).map((item) => readValue(context, words, item, scope));
      return items.includes(null) ? null : { kind: 'array', items: items.filter((item) => item !== null) };
    }
    default:
      // JSON has no other values than texts, objects, arrays and these.
      return { kind: 'literal', value: JSON.parse(source) as number | boolean | null };
  }
}

function readObject(context: Context, words: Part, node: SyntaxNode, scope: Scope): JsonTemplate | null {
  const members: { name: string; value: JsonTemplate }[] = [];
  let complete = true;
  for (const property of node.getChildren('Property')) {
    const key = property.getChild('PropertyName');
    const value = property.lastChild;
    if (!key || !value) continue;
    const name = stringOf(words, key);
    if (members.some((member) => member.name === name.text)) {
      context.report('N708', CALLS_CODES.N708, { why: { because: 'twice', name: name.text } }, name.span);
      complete = false;
      continue;
    }
    const read = readValue(context, words, value, scope);
    if (read) members.push({ name: name.text, value: read });
    else complete = false;
  }
  return complete ? { kind: 'object', members } : null;
}

/** A string that is only `{expr}` keeps the type of its value. */
function readString(context: Context, words: Part, scope: Scope): JsonTemplate | null {
  const template = context.template(words, scope);
  if (template === null) return null;
  const [only] = template;
  if (template.length === 1 && only !== undefined && typeof only !== 'string')
    return { kind: 'value', expression: only };
  if (template.every((item) => typeof item === 'string')) return { kind: 'literal', value: template.join('') };
  return { kind: 'text', template };
}

function valuesOf(node: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (/^[A-Z]/.test(child.name)) values.push(child);
  }
  return values;
}

/** The value of a JSON string, each character with its place: an escape is in several characters of the source. */
function stringOf(words: Part, node: SyntaxNode): Part {
  const source = words.text.slice(node.from + 1, node.to - 1);
  let text = '';
  const starts: number[] = [];
  for (const match of source.matchAll(/\\u[0-9A-Fa-f]{4}|\\.|[^\\]/gs)) {
    const value = match[0].startsWith('\\') ? String(JSON.parse(`"${match[0]}"`)) : match[0];
    for (let index = 0; index < value.length; index += 1) starts.push(node.from + 1 + match.index);
    text += value;
  }
  starts.push(node.to - 1);
  const offsets = starts.map((index) => spanOf(words, index, index).start);
  return { text, span: spanOf(words, node.from + 1, node.to - 1), offsets };
}
