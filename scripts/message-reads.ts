import { parseSync } from 'oxc-parser';

/** A place that searches or matches a message instead of reading the data that it was made from. */
export interface MessageRead {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Methods of a text that decide by its words. */
const READS: ReadonlySet<string> = new Set([
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'split',
  'startsWith',
]);

/** Nodes that leave the expression in them unchanged. */
const WRAPPERS: ReadonlySet<string> = new Set(['ChainExpression', 'ParenthesizedExpression', 'TSNonNullExpression']);

/** The names of messages and of their parts. */
const NAMES: ReadonlySet<unknown> = new Set(['consequence', 'detail', 'hint', 'message', 'reason', 'why']);

/** The places of a source text that decide by the words of a value of such a name, or of a value made from it. */
export function messageReads(file: string, source: string): readonly MessageRead[] {
  const { program } = parseSync(file, source);
  const made = new Set<string>();
  const isMessage = (node: unknown): boolean => {
    if (!isNode(node)) return false;
    const { type } = node;
    if (type === 'Identifier') return NAMES.has(node['name']) || made.has(nameOf(node));
    if (type === 'MemberExpression') return node['computed'] !== true && NAMES.has(nameOf(node['property']));
    if (type === 'LogicalExpression') return isMessage(node['left']);
    if (type === 'CallExpression') {
      const { callee } = node;
      return isNode(callee) && callee.type === 'MemberExpression' && isMessage(callee['object']);
    }
    return WRAPPERS.has(type) && isMessage(node['expression']);
  };
  const reads: MessageRead[] = [];
  const isPattern = new Set<unknown>();
  for (const node of nodesOf(program)) {
    if (node.type === 'ObjectPattern') for (const one of itemsOf(node['properties'])) isPattern.add(one);
    if (node.type === 'VariableDeclarator' && isMessage(node['init'])) {
      const { id } = node;
      if (isNode(id) && id.type === 'Identifier') made.add(nameOf(id));
    }
    // `{ message: words }`
    if (node.type === 'Property' && node['shorthand'] !== true && NAMES.has(nameOf(node['key']))) {
      const { value } = node;
      if (isNode(value) && value.type === 'Identifier' && isPattern.has(node)) made.add(nameOf(value));
    }
    if (node.type !== 'CallExpression') continue;
    const { callee } = node;
    if (!isNode(callee) || callee.type !== 'MemberExpression') continue;
    const method = nameOf(callee['property']);
    const isRead =
      (READS.has(method) && isMessage(callee['object'])) ||
      ((method === 'test' || method === 'exec') && isMessage(itemsOf(node['arguments'])[0]));
    if (isRead)
      reads.push({ line: source.slice(0, node.start).split('\n').length, text: source.slice(node.start, node.end) });
  }
  return reads;
}

/** A node and all below it, in the order of the text. */
function* nodesOf(node: unknown): Generator<Node> {
  if (!isNode(node)) return;
  yield node;
  for (const value of Object.values(node)) for (const child of itemsOf(value)) yield* nodesOf(child);
}

/** A list's items; a value that is no list is one. */
function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The name of an identifier; empty where a node has none. */
function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
