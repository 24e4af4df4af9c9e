import { parseSync } from 'oxc-parser';

/** A place where a message is searched or matched, rather than what it was made from. */
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

/** Nodes around an expression that change nothing of it. */
const WRAPPERS: ReadonlySet<string> = new Set(['ChainExpression', 'ParenthesizedExpression', 'TSNonNullExpression']);

/** The places of a source text that decide by the words of something called `message`, or of what is made of one. */
export function messageReads(file: string, source: string): readonly MessageRead[] {
  const program = parseSync(file, source).program as unknown as Node;
  const made = new Set<string>();
  const isMessage = (node: Node | null | undefined): boolean => {
    if (!node) return false;
    const { type } = node;
    if (type === 'Identifier') return node['name'] === 'message' || made.has(node['name'] as string);
    if (type === 'MemberExpression')
      return node['computed'] !== true && (node['property'] as Node)['name'] === 'message';
    if (type === 'LogicalExpression') return isMessage(node['left'] as Node);
    if (type === 'CallExpression') {
      const callee = node['callee'] as Node;
      return callee.type === 'MemberExpression' && isMessage(callee['object'] as Node);
    }
    return WRAPPERS.has(type) && isMessage(node['expression'] as Node);
  };
  const reads: MessageRead[] = [];
  for (const node of nodesOf(program)) {
    if (node.type === 'VariableDeclarator' && isMessage(node['init'] as Node | null)) {
      const id = node['id'] as Node;
      if (id.type === 'Identifier') made.add(id['name'] as string);
    }
    if (node.type !== 'CallExpression') continue;
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression') continue;
    const method = (callee['property'] as Node)['name'] as string;
    const isRead =
      (READS.has(method) && isMessage(callee['object'] as Node)) ||
      ((method === 'test' || method === 'exec') && isMessage((node['arguments'] as readonly Node[])[0]));
    if (isRead)
      reads.push({ line: source.slice(0, node.start).split('\n').length, text: source.slice(node.start, node.end) });
  }
  return reads;
}

/** A node and all below it, in the order of the text. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) yield* nodesOf(child as Node);
}
