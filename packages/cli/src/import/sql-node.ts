import { isObject } from '@nonet/language';

/** A node of PostgreSQL's own tree: an object with one key, its kind. */
export type SqlNode = Readonly<Record<string, unknown>>;

/** The content of a node of this kind; null for any other. */
export function contentOf(node: unknown, kind: string): SqlNode | null {
  const content = isObject(node) ? node[kind] : undefined;
  return isObject(content) ? content : null;
}

/** A text of a node; empty, where PostgreSQL's JSON leaves it out. */
export function stringIn(node: SqlNode, key: string): string {
  const text = node[key];
  return typeof text === 'string' ? text : '';
}

/** The nodes of a list; none where there is no list. */
export function nodesOf(list: unknown): readonly SqlNode[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The text of a `String` node. */
export function textOf(node: unknown): string | null {
  const text = contentOf(node, 'String')?.['sval'];
  return typeof text === 'string' ? text : null;
}

/** The texts of a list of `String` nodes, as names are. */
export function textsOf(list: unknown): readonly string[] {
  return nodesOf(list).flatMap((node) => textOf(node) ?? []);
}

/** The value of a literal; a cast around it is left out. Null: it is no literal, or NULL. */
export function literalIn(node: unknown): string | number | boolean | null {
  const cast = contentOf(node, 'TypeCast');
  if (cast !== null) return literalIn(cast['arg']);
  const literal = contentOf(node, 'A_Const');
  if (literal === null) return null;
  const { sval, ival, fval, boolval } = literal;
  // PostgreSQL's JSON leaves out what is zero, false or empty.
  if (isObject(sval)) return stringIn(sval, 'sval');
  if (isObject(ival)) return Number(ival['ival'] ?? 0);
  if (isObject(fval)) return Number(fval['fval']);
  return isObject(boolval) ? boolval['boolval'] === true : null;
}

/** The column that an expression is, without casts; null: it is none. */
export function columnIn(node: unknown): string | null {
  const cast = contentOf(node, 'TypeCast');
  if (cast !== null) return columnIn(cast['arg']);
  const names = textsOf(contentOf(node, 'ColumnRef')?.['fields']);
  return names.length === 1 ? (names[0] ?? null) : null;
}

/** The last part of the name of a function or an operator. */
export function nameIn(list: unknown): string {
  return textsOf(list).at(-1) ?? '';
}
