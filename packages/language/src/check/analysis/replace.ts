import { rewrite } from '../../expression/rewrite.ts';
import type { Expression } from '../../expression/tree.ts';

/** The expression with another one in place of a variable, but for where a query inside it gives its name to something else. */
export function replaceVariable(expression: Expression, name: string, by: Expression): Expression {
  return rewrite(expression, (part) => {
    if (part.kind === 'variable') return part.name === name ? by : null;
    if (part.kind === 'query' && part.variable === name) {
      const { source } = part;
      if (source.kind !== 'list') return part;
      return { ...part, source: { ...source, of: replaceVariable(source.of, name, by) } };
    }
    if (part.kind === 'list query' && part.variable === name)
      return { ...part, list: replaceVariable(part.list, name, by) };
    return null;
  });
}
