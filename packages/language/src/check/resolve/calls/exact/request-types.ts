import type { Expression } from '../../../../expression/tree.ts';
import { rewrite } from '../../../../expression/rewrite.ts';
import type { Type } from '../../../../expression/type.ts';
import { withNull } from '../../../../expression/types.ts';
import { walk } from '../../../../expression/walk.ts';
import type { ExactCallAction } from '../../../../model/exact-calls.ts';
import type { Span } from '../../../../source/span.ts';

/** An expression of a call, and where its parts stand. */
export interface ReadExpression {
  readonly expression: Expression;
  readonly spanOf: (part: Expression) => Span;
}

/** A value of a request that cannot be what two of its uses take it for. */
export interface Contradiction {
  readonly name: string;
  readonly first: { readonly type: Type; readonly at: Span };
  readonly second: { readonly type: Type; readonly at: Span };
}

/** The parts of a request whose values take the type that they meet. */
const PARTS: ReadonlySet<string> = new Set(['path', 'query', 'body']);

/** `body.amount`, where a part of an expression is a value of the request; else null. */
function nameOf(part: Expression): string | null {
  return part.kind === 'field' && part.of.kind === 'variable' && PARTS.has(part.of.name)
    ? `${part.of.name}.${part.field}`
    : null;
}

/**
 * One type for each value of a request, from all its uses in a call (7): `body.amount != null` does not determine it,
 * `body.amount * 100` makes it a number. Values that are compared with each other have one type.
 */
export function typesOfRequest(expressions: readonly ReadExpression[]): {
  readonly types: ReadonlyMap<string, Type>;
  readonly contradictions: readonly Contradiction[];
} {
  const groups = new Map<string, string>();
  const rootOf = (name: string): string => {
    const next = groups.get(name);
    return next === undefined || next === name ? name : rootOf(next);
  };
  const uses: { name: string; type: Type; at: Span }[] = [];
  for (const { expression, spanOf } of expressions) {
    walk(expression, (part) => {
      for (const [left, right] of alike(part)) groups.set(rootOf(left), rootOf(right));
      const name = nameOf(part);
      if (name !== null && part.type.kind !== 'given') uses.push({ name, type: part.type, at: spanOf(part) });
    });
  }
  const types = new Map<string, Type>();
  const contradictions: Contradiction[] = [];
  const kept = new Map<string, (typeof uses)[number]>();
  for (const use of uses) {
    const root = rootOf(use.name);
    const before = kept.get(root);
    if (before === undefined || formOf(use.name, before.type) === null) kept.set(root, use);
    else if (isOther(use.name, before.type, use.type) && !contradictions.some(({ name }) => rootOf(name) === root))
      contradictions.push({ name: use.name, first: before, second: use });
  }
  for (const { expression } of expressions)
    walk(expression, (part) => {
      const name = nameOf(part);
      const use = name === null ? undefined : kept.get(rootOf(name));
      if (name !== null && use !== undefined) types.set(name, use.type);
    });
  return { types, contradictions };
}

/** The values of a request that two sides of a comparison or of a choice are, so that they have one type. */
function alike(part: Expression): readonly (readonly [string, string])[] {
  const sides =
    part.kind === 'binary' && part.operator !== 'and' && part.operator !== 'or'
      ? [part.left, part.right]
      : part.kind === 'conditional'
        ? [part.then, part.otherwise]
        : part.kind === 'list'
          ? part.items
          : [];
  const names = sides.flatMap((side) => nameOf(side) ?? []);
  return names.slice(1).map((name, place) => [names[place] ?? name, name] as const);
}

/** The form of JSON that a value has in a body, or of its text in an address; null if any form will do. */
function formOf(name: string, { kind }: Type): string | null {
  if (kind === 'record' || kind === 'json' || kind === 'unknown') return null;
  if (kind === 'boolean') return 'boolean';
  if (['integer', 'decimal', 'money', 'size', 'rate'].includes(kind)) return 'number';
  if (name.startsWith('body.')) return 'text';
  return kind === 'text' || kind === 'enum' ? null : kind;
}

function isOther(name: string, first: Type, second: Type): boolean {
  const [one, other] = [formOf(name, first), formOf(name, second)];
  return one !== null && other !== null && one !== other;
}

/** The expression with the types that values of the request have elsewhere, if it states none itself. */
export function withTypes(expression: Expression, types: ReadonlyMap<string, Type>): Expression {
  return rewrite(expression, (part) => {
    const name = nameOf(part);
    const type = name === null || part.type.kind !== 'given' ? undefined : types.get(name);
    return type === undefined ? null : { ...part, type: withNull(type, part.type.nullable) };
  });
}

/** The action of a call, with other expressions in the place of its own. */
export function mapAction(does: ExactCallAction, map: (expression: Expression) => Expression): ExactCallAction {
  switch (does.kind) {
    case 'create': {
      const values = Object.entries(does.values).map(([name, value]) => [name, map(value)] as const);
      return { ...does, values: Object.fromEntries(values) };
    }
    case 'list': {
      const filters = does.filters.map((filter) => ({ ...filter, condition: map(filter.condition) }));
      return { ...does, where: does.where && map(does.where), filters };
    }
    case 'delete each':
      return { ...does, where: does.where && map(does.where) };
    case 'add':
    case 'delete':
    case 'fire':
    case 'nothing':
    case 'read':
    case 'refuse':
    case 'remove':
    case 'reset':
    case 'sign in':
    case 'sign out':
    case 'sign up':
    case 'update':
    case 'user':
      return does;
  }
}
