import type { Expression } from '../../expression/tree.ts';
import type { Shape } from '../../model/exact-calls.ts';

/** The fields that a shape sets, read backwards. */
export function fieldsSet(shape: Shape | null): readonly string[] {
  return (shape?.properties ?? []).flatMap(({ value }) => {
    if (value.kind === 'password') return ['password'];
    return value.kind === 'ignored' ? [] : setBy(value.expression);
  });
}

/** The field itself, or the reference whose `id` it shows. */
function setBy(expression: Expression): readonly string[] {
  if (expression.kind !== 'field') return [];
  if (expression.of.kind === 'variable') return expression.of.name === 'this' ? [expression.field] : [];
  return expression.field === 'id' ? setBy(expression.of) : [];
}
