import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { mixedQueries } from '../../../expression/before.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import { walk } from '../../../expression/walk.ts';
import { type Part, part } from '../words.ts';
import type { EffectPlace } from './place.ts';

/** Reads an expression of an effect: a value, a condition (`guard`), or the records that it is on. */
export function readExpression(
  place: EffectPlace,
  words: Part,
  purpose: 'effect' | 'guard',
  expected: Type | null,
): Expression | null {
  const { context, scope } = place;
  const expression = context.expression(words, { ...scope, purpose }, expected);
  if (expression === null) return null;
  const mixed = mixedQueries(expression);
  for (const { range } of mixed) {
    const query = range === undefined ? words : part(words, ...range);
    context.report('N461', STATES_CODES.N461, { query: query.text }, query.span);
  }
  if (mixed.length > 0) return null;
  noteReads(place, words, expression);
  return expression;
}

/** Notes an effect's reads of its own record that do not say whether they mean the record before or after. */
function noteReads({ context, row, number = 0 }: EffectPlace, words: Part, expression: Expression): void {
  if (row === undefined) return;
  walk(expression, (node) => {
    if (node.kind !== 'field' || node.of.kind !== 'variable' || node.of.name !== 'this' || !node.range) return;
    const [start, end] = node.range;
    const written = words.text.slice(start, end);
    if (!/^new\b/.test(written))
      context.effectRead({ row, number, field: node.field, written, span: part(words, start, end).span });
  });
}
