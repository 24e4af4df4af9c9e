import { Failure } from '../failure.ts';
import { NotReadable } from './foreign.ts';

/** A node of the syntax tree (ESTree), whose parts are read by their names. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}

/** A source of TypeScript that is read, not run: what its names stand for, and the lines of its parts. */
export interface Source {
  /** The initial values of the constants of the file. */
  readonly constants: ReadonlyMap<string, Node>;
  /** The names that are imported, with their module and their name there; `*`: all of it. */
  readonly imports: ReadonlyMap<string, { readonly module: string; readonly name: string }>;
  readonly lineOf: (node: Node) => number;
}

/**
 * Reads a source of TypeScript.
 * @throws {NotReadable} at the line where it is none
 */
export async function readSource(file: string, text: string): Promise<Source> {
  const { parseSync } = await import('oxc-parser').catch(() => {
    throw new Failure(
      'What reads TypeScript is not installed, because npm left out what is optional: `npm install oxc-parser`.',
    );
  });
  const { program, errors } = parseSync(file, text, { lang: 'ts', sourceType: 'module' });
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const [error] = errors;
  if (error !== undefined) throw new NotReadable(lineAt(error.labels[0]?.start ?? 0), error.message);
  const constants = new Map<string, Node>();
  const imports = new Map<string, { module: string; name: string }>();
  for (const statement of nodesOf(program.body)) {
    const declared = nodeOf(statement['declaration']) ?? statement;
    if (statement.type === 'ImportDeclaration') {
      for (const each of nodesOf(statement['specifiers'])) {
        const name = each.type === 'ImportSpecifier' ? nameOf(each['imported']) : '*';
        imports.set(nameOf(each['local']), { module: textOfLiteral(statement['source']), name });
      }
    }
    if (declared.type === 'VariableDeclaration')
      for (const each of nodesOf(declared['declarations'])) {
        const value = nodeOf(each['init']);
        if (value !== null) constants.set(nameOf(each['id']), value);
      }
    if (declared.type === 'FunctionDeclaration') constants.set(nameOf(declared['id']), declared);
  }
  return { constants, imports, lineOf: ({ start }) => lineAt(start) };
}

export function nodeOf(value: unknown): Node | null {
  return isNode(value) ? bare(value) : null;
}

export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.flatMap((each: unknown) => (isNode(each) ? [bare(each)] : [])) : [];
}

/** The name of an identifier; `''`: it is none. */
export function nameOf(value: unknown): string {
  const node = nodeOf(value);
  if (node?.type === 'Identifier' && typeof node['name'] === 'string') return node['name'];
  return node?.type === 'Literal' ? textOfLiteral(node) : '';
}

/** The parts of `a.b` as names; null: the node has another form. */
export function memberOf(node: Node | null): { readonly of: Node; readonly name: string } | null {
  if (node?.type !== 'MemberExpression') return null;
  const of = nodeOf(node['object']);
  const name = nameOf(node['property']);
  return of === null || name === '' ? null : { of, name };
}

/** The called function and the arguments of a call; null: the node is none. */
export function callOf(node: Node | null): { readonly callee: Node; readonly args: readonly Node[] } | null {
  if (node?.type !== 'CallExpression') return null;
  const callee = nodeOf(node['callee']);
  return callee === null ? null : { callee, args: nodesOf(node['arguments']) };
}

/** The value that a function without parameters, or with known ones, gives back; null: it does more than that. */
export function resultOf(node: Node | null): Node | null {
  if (node === null || !/^(?:Arrow)?Function(?:Expression|Declaration)$/.test(node.type)) return null;
  const body = nodeOf(node['body']);
  if (body === null || !/^(?:BlockStatement|FunctionBody)$/.test(body.type)) return body;
  const [only, ...others] = nodesOf(body['body']);
  return only?.type === 'ReturnStatement' && others.length === 0 ? nodeOf(only['argument']) : null;
}

/** The entries of an object, with those of the constants and functions that are spread into it. */
export function entriesOf(
  source: Source,
  node: Node | null,
  depth = 0,
): readonly { readonly key: string; readonly value: Node }[] {
  const found = valueOf(source, node);
  if (found?.type !== 'ObjectExpression' || depth > DEPTH) return [];
  return nodesOf(found['properties']).flatMap((each) => {
    if (each.type === 'SpreadElement') return entriesOf(source, nodeOf(each['argument']), depth + 1);
    const value = nodeOf(each['value']);
    const key = nameOf(each['key']);
    return value === null || key === '' || each['computed'] === true ? [] : [{ key, value }];
  });
}

/** Constants are followed so far. */
const DEPTH = 10;

/** The node that a name, a call of a function without arguments, or a member of a constant object stands for; itself, where it is none of these. */
export function valueOf(source: Source, node: Node | null, depth = 0): Node | null {
  if (node === null || depth > DEPTH) return null;
  const constant = source.constants.get(nameOf(node));
  if (node.type === 'Identifier' && constant !== undefined) return valueOf(source, constant, depth + 1);
  const call = callOf(node);
  if (call?.args.length === 0 && call.callee.type === 'Identifier') {
    const result = resultOf(source.constants.get(nameOf(call.callee)) ?? null);
    if (result !== null) return valueOf(source, result, depth + 1);
  }
  const member = memberOf(node);
  const of = member === null ? null : valueOf(source, member.of, depth + 1);
  if (of?.type === 'ObjectExpression')
    return valueOf(
      source,
      entriesOf(source, of, depth + 1).find(({ key }) => key === member?.name)?.value ?? null,
      depth + 1,
    );
  return node;
}

/** A text, number or boolean that is written; undefined: it is none. */
export function literalOf(source: Source, node: Node | null): string | number | boolean | undefined {
  const found = valueOf(source, node);
  if (found?.type === 'Literal') {
    const value = found['value'];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  }
  if (found?.type === 'UnaryExpression' && found['operator'] === '-') {
    const value = literalOf(source, nodeOf(found['argument']));
    return typeof value === 'number' ? -value : undefined;
  }
  return found?.type === 'TemplateLiteral' && nodesOf(found['expressions']).length === 0
    ? quasisOf(found)[0]
    : undefined;
}

/** The texts of a list, or the values of an object of texts (an `enum` of constants); null: they are not all known. */
export function textsOf(source: Source, node: Node | null): readonly string[] | null {
  const found = valueOf(source, node);
  const call = callOf(found);
  if (memberOf(call?.callee ?? null)?.name === 'values') return textsOf(source, call?.args[0] ?? null);
  const parts =
    found?.type === 'ArrayExpression'
      ? nodesOf(found['elements'])
      : found?.type === 'ObjectExpression'
        ? entriesOf(source, found).map(({ value }) => value)
        : [];
  const texts: string[] = [];
  for (const part of parts) {
    const isSpread = part.type === 'SpreadElement';
    const spread = isSpread ? textsOf(source, nodeOf(part['argument'])) : null;
    const value = isSpread ? undefined : literalOf(source, part);
    if (spread === null && typeof value !== 'string') return null;
    texts.push(...(spread ?? []), ...(typeof value === 'string' ? [value] : []));
  }
  return texts.length === 0 ? null : texts;
}

/** The texts between the expressions of a template. */
export function quasisOf(template: Node): readonly string[] {
  return nodesOf(template['quasis']).map((quasi) => {
    const value: unknown = quasi['value'];
    const cooked: unknown = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : '';
    return typeof cooked === 'string' ? cooked : '';
  });
}

function textOfLiteral(value: unknown): string {
  const node = nodeOf(value);
  return typeof node?.['value'] === 'string' ? node['value'] : '';
}

/** An expression without the types that TypeScript adds: they say nothing about its value. */
function bare(node: Node): Node {
  const inside: unknown = node['expression'];
  return /^(?:TS(?:As|Satisfies|NonNull)Expression|ParenthesizedExpression)$/.test(node.type) && isNode(inside)
    ? bare(inside)
    : node;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
