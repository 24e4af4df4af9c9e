import { parseSync } from 'oxc-parser';

/** One change of a source text that makes it wrong. */
export interface Fault {
  readonly file: string;
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/** Every place of a source where a condition can be negated, a comparison swapped, or a call deleted. */
export function faultsIn(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  const line = (at: number) => source.slice(0, at).split('\n').length;
  const add = (node: Node, what: string, text: string) =>
    faults.push({ file, what: `${file}:${line(node.start)} ${what}`, start: node.start, end: node.end, text });
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isNode(part)) return;
    const text = (node: Node) => source.slice(node.start, node.end);
    if ((part.type === 'IfStatement' || part.type === 'ConditionalExpression') && isNode(part.test)) {
      add(part.test, `negated: ${oneLine(text(part.test))}`, `!(${text(part.test)})`);
    } else if (
      (part.type === 'BinaryExpression' || part.type === 'LogicalExpression') &&
      isNode(part.left) &&
      isNode(part.right)
    ) {
      const operator = String(part.operator);
      const swapped = SWAPPED[operator];
      const between = source.slice(part.left.end, part.right.start);
      const at = part.left.end + between.indexOf(operator);
      if (swapped !== undefined)
        add(
          { type: '', start: at, end: at + operator.length },
          `${operator} for ${swapped}: ${oneLine(text(part))}`,
          swapped,
        );
    } else if (part.type === 'ExpressionStatement' && isNode(part.expression)) {
      const { expression } = part;
      const isCall = expression.type === 'CallExpression' || expression.type === 'AwaitExpression';
      if (isCall) add(part, `deleted: ${oneLine(text(part))}`, ';');
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(program);
  return faults;
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part && 'start' in part && 'end' in part;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 87)}…` : line;
}
