import type { SchemaTerm } from './scope.ts';
import type { Range } from './problem.ts';
import type { Expression, QuerySource } from './tree.ts';
import { children, walk } from './walk.ts';

/** The number of an expression's parts; a part in several places counts for each. */
export function sizeOf(expression: Expression): number {
  return children(expression).reduce((size, child) => size + sizeOf(child), 1);
}

/** The size that a term's call will have, known before it is built. */
export function inlinedSize(body: Expression, values: ReadonlyMap<string, Expression>): number {
  const sizes = new Map([...values].map(([name, value]) => [name, sizeOf(value)]));
  let size = 0;
  walk(body, (part) => {
    size += part.kind === 'variable' ? (sizes.get(part.name) ?? 1) : 1;
  });
  return size;
}

/**
 * Replaces the call of a term (9) by the term's body, with the arguments in the parameters' places. Every part of the
 * body has the position of the call, so that errors are reported there. The records of the body's queries get names of
 * the term's own (`$leave_days_1`), which cannot clash with an argument: a term never calls itself, so an argument
 * never is inside a query of the same term.
 */
export function inline(
  { name, body }: SchemaTerm & { readonly body: Expression },
  values: ReadonlyMap<string, Expression>,
  range: Range,
): Expression {
  let queries = 0;
  return copy(body, new Map());

  function copy(part: Expression, renamed: ReadonlyMap<string, string>): Expression {
    const inside = (child: Expression): Expression => copy(child, renamed);
    switch (part.kind) {
      case 'literal':
      case 'constant':
        return { ...part, range };
      case 'variable': {
        const value = values.get(part.name);
        return value ?? { ...part, name: renamed.get(part.name) ?? part.name, range };
      }
      case 'list':
        return { ...part, items: part.items.map(inside), range };
      case 'field':
      case 'role':
        return { ...part, of: inside(part.of), range };
      case 'unary':
        return { ...part, operand: inside(part.operand), range };
      case 'binary':
        return { ...part, left: inside(part.left), right: inside(part.right), range };
      case 'conditional':
        return {
          ...part,
          condition: inside(part.condition),
          then: inside(part.then),
          otherwise: inside(part.otherwise),
          range,
        };
      case 'call':
      case 'given call':
        return { ...part, arguments: part.arguments.map(inside), range };
      case 'query': {
        queries += 1;
        const variable = `$${name}_${queries}`;
        const within = new Map([...renamed, [part.variable, variable]]);
        const read = (child: Expression): Expression => copy(child, within);
        const source: QuerySource =
          part.source.kind === 'list' ? { ...part.source, of: inside(part.source.of) } : part.source;
        return {
          ...part,
          source,
          variable,
          where: part.where && read(part.where),
          value: part.value && read(part.value),
          order: part.order.map(({ by, descending }) => ({ by: read(by), descending })),
          range,
        };
      }
      case 'list query': {
        const { list, where, value } = part;
        queries += 1;
        const variable = `$${name}_${queries}`;
        const within = new Map([...renamed, [part.variable, variable]]);
        const read = (child: Expression | null): Expression | null => child && copy(child, within);
        return { ...part, list: inside(list), variable, where: read(where), value: read(value), range };
      }
    }
  }
}
