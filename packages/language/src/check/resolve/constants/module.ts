import {
  type ArrowFunctionExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  type Expression,
  type Node,
  parse,
  type Program,
} from 'acorn';
import { isNode, syntaxErrorOf } from '../script-nodes.ts';

/** A function that a module exports. */
export interface ModuleFunction {
  /** From 1. */
  readonly line: number;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** The numbers of values that it takes: `least` without those that have a default. */
  readonly least: number;
  readonly most: number;
}

export type Module =
  | { readonly kind: 'module'; readonly functions: ReadonlyMap<string, ModuleFunction> }
  | { readonly kind: 'imports'; readonly line: number; readonly from: string }
  | { readonly kind: 'not read'; readonly line: number; readonly column: number; readonly reason: string };

type AnyFunction = FunctionDeclaration | FunctionExpression | ArrowFunctionExpression;

/** The functions that an ECMAScript module exports by name, without running it. */
export function readModule(text: string): Module {
  const program = parsed(text);
  if ('kind' in program) return program;
  const declared = new Map<string, AnyFunction>();
  const exported = new Map<string, AnyFunction>();
  for (const statement of program.body) {
    if ('source' in statement && statement.source)
      return { kind: 'imports', line: lineOf(statement), from: String(statement.source.value) };
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? (statement.declaration ?? null) : statement;
    for (const [name, found] of declaration === null ? [] : functionsOf(declaration)) {
      declared.set(name, found);
      if (isExport) exported.set(name, found);
    }
  }
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported: as } of statement.specifiers) {
      const found = local.type === 'Identifier' ? declared.get(local.name) : undefined;
      if (found !== undefined && as.type === 'Identifier') exported.set(as.name, found);
    }
  }
  return { kind: 'module', functions: new Map([...exported].map(([name, found]) => [name, described(found)])) };
}

function parsed(text: string): Program | Extract<Module, { readonly kind: 'not read' }> {
  try {
    const program = parse(text, { ecmaVersion: 2023, sourceType: 'module', locations: true });
    const waits = awaitOutside(program);
    if (waits === null) return program;
    const { line, column } = waits.loc?.start ?? { line: 1, column: 0 };
    return {
      kind: 'not read',
      line,
      column: column + 1,
      reason: '`await` stands in no function: a file is read at once',
    };
  } catch (error) {
    return { kind: 'not read', ...syntaxErrorOf(error) };
  }
}

/** An `await` that the file itself waits for. */
function awaitOutside(node: Node): Node | null {
  if (/Function/.test(node.type)) return null;
  if (node.type === 'AwaitExpression' || ('await' in node && node.await === true)) return node;
  for (const part of Object.values(node).flat()) {
    const found = isNode(part) ? awaitOutside(part) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The functions that a declaration names. */
function functionsOf(statement: Program['body'][number]): [string, AnyFunction][] {
  if (statement.type === 'FunctionDeclaration') return [[statement.id.name, statement]];
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }): [string, AnyFunction][] =>
    id.type === 'Identifier' && isFunction(init) ? [[id.name, init]] : [],
  );
}

function isFunction(init: Expression | null | undefined): init is FunctionExpression | ArrowFunctionExpression {
  return init?.type === 'FunctionExpression' || init?.type === 'ArrowFunctionExpression';
}

function described(found: AnyFunction): ModuleFunction {
  const { params } = found;
  const optional = params.findIndex(({ type }) => type === 'AssignmentPattern' || type === 'RestElement');
  const isOpen = params.some(({ type }) => type === 'RestElement');
  return {
    line: lineOf(found),
    isAsync: found.async,
    isGenerator: found.generator,
    least: optional < 0 ? params.length : optional,
    most: isOpen ? Number.POSITIVE_INFINITY : params.length,
  };
}

function lineOf({ loc }: { readonly loc?: { readonly start: { readonly line: number } } | null }): number {
  return loc?.start.line ?? 1;
}
