import { type CallExpression, type Node, parse } from 'acorn';
import { nodesIn, syntaxErrorOf } from '../script-nodes.ts';

/** A request of a page to the product, whose names stand in the script: `nonet.fire('Loan', id, 'extend')`. */
export interface Asked {
  /** From 1, in the file. */
  readonly line: number;
  readonly method: AskedMethod;
  readonly entity: string;
  /** The event of `fire`; null where it is worked out. */
  readonly event: string | null;
  /** The fields that an `update` changes; null where they are worked out. */
  readonly fields: readonly string[] | null;
}

export type AskedMethod = 'list' | 'read' | 'follow' | 'create' | 'update' | 'delete' | 'fire';

const METHODS: ReadonlySet<string> = new Set<AskedMethod>([
  'list',
  'read',
  'follow',
  'create',
  'update',
  'delete',
  'fire',
]);

/** The place of a script's first character in its file, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Script =
  | {
      readonly kind: 'script';
      readonly asks: readonly Asked[];
      readonly imports: readonly { readonly line: number; readonly from: string }[];
    }
  | { readonly kind: 'not read'; readonly line: number; readonly column: number; readonly reason: string };

/** Reads the requests of a script to the product, and its imports, without running it. */
export function readScript(text: string, sourceType: 'script' | 'module', place: Place): Script {
  const asks: Asked[] = [];
  const imports: { line: number; from: string }[] = [];
  let program: Node;
  try {
    program = parse(text, { ecmaVersion: 'latest', sourceType, locations: true });
  } catch (error) {
    const found = syntaxErrorOf(error);
    return { kind: 'not read', ...inFile(found, place), reason: found.reason };
  }
  for (const node of nodesIn(program)) {
    const { line } = inFile({ line: node.loc?.start.line ?? 1, column: 1 }, place);
    if ('source' in node && isLiteral(node.source)) imports.push({ line, from: node.source.value });
    if (node.type !== 'CallExpression') continue;
    const asked = askedBy(node as CallExpression, line);
    if (asked !== null) asks.push(asked);
  }
  return { kind: 'script', asks, imports };
}

function inFile({ line, column }: Place, place: Place): Place {
  return { line: line + place.line - 1, column: line === 1 ? column + place.column - 1 : column };
}

function askedBy({ callee, arguments: given }: CallExpression, line: number): Asked | null {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return null;
  if (callee.object.type !== 'Identifier' || callee.object.name !== 'nonet') return null;
  const { name } = callee.property;
  const entity = given[0];
  if (!isMethod(name) || !isLiteral(entity)) return null;
  const event = name === 'fire' ? given[2] : undefined;
  const values = name === 'update' ? given[2] : undefined;
  return {
    line,
    method: name,
    entity: entity.value,
    event: isLiteral(event) ? event.value : null,
    fields: values?.type === 'ObjectExpression' ? keysIn(values.properties) : null,
  };
}

function keysIn(properties: readonly Node[]): string[] | null {
  const keys = properties.map((property) => {
    if (!('key' in property) || ('computed' in property && property.computed === true)) return null;
    const { key } = property as { key: Node & { readonly name?: string } };
    return isLiteral(key) ? key.value : (key.name ?? null);
  });
  return keys.every((key) => key !== null) ? keys : null;
}

function isMethod(name: string): name is AskedMethod {
  return METHODS.has(name);
}

function isLiteral(node: unknown): node is Node & { readonly value: string } {
  return (
    typeof node === 'object' &&
    node !== null &&
    'type' in node &&
    node.type === 'Literal' &&
    'value' in node &&
    typeof node.value === 'string'
  );
}
