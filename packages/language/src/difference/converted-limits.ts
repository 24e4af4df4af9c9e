import type { Big } from 'big.js';
import { decimal, formatDecimal } from '../expression/decimal.ts';
import { rewrite } from '../expression/rewrite.ts';
import type { Expression } from '../expression/tree.ts';
import type { Type } from '../expression/type.ts';
import { and, FALSE, isThere, opposite, or } from '../check/analysis/build.ts';
import { decide, type Verdict } from '../check/analysis/decide.ts';
import { knowledgeOf } from '../check/analysis/knowledge.ts';
import type { Field } from '../model/entities.ts';
import { hasValue } from '../model/field-kinds.ts';
import type { Comparison } from './comparison.ts';
import type { Found } from './difference.ts';
import { newConversions } from './stored.ts';

/**
 * Whether the value of a `from` can be empty or exceed the limits of its field. The limits of the former document's
 * fields bound the stored values. `nonet plan` counts the records that are concerned.
 */
export function beyondLimits(comparison: Comparison, field: Field): Found[] {
  const conversion = newConversions(comparison).find((each) => each.conversion.clause === field.clause);
  const value = conversion?.expression ?? null;
  if (conversion === undefined) return [];
  const places = { clause: field.clause, former: null };
  const name = `The \`from\` of \`${conversion.conversion.entity}.${field.name}\``;
  if (value === null)
    return [
      {
        effect: 'lost',
        ...places,
        text: `${name} can't be read with the names of the former document; \`nonet check --former\` says why`,
      },
    ];
  const knowledge = knowledgeOf(comparison.former);
  const found: Found[] = [];
  const ask = (condition: Expression, words: string): void => {
    const verdict: Verdict = decide([condition], knowledge);
    if (conversion.conversion.elseOpen === true && verdict.kind !== 'never') {
      const example = verdict.kind === 'sometimes' ? { example: verdict.example } : {};
      const may = verdict.kind === 'sometimes' ? 'can' : 'may';
      const text = `${name} ${may} ${words}: such records are left without a value, as \`else open\` states`;
      found.push({ effect: 'behaviour', ...places, text, ...example });
      return;
    }
    if (verdict.kind === 'sometimes')
      found.push({ effect: 'stricter', ...places, text: `${name} can ${words}`, example: verdict.example });
    if (verdict.kind === 'unknown')
      found.push({
        effect: 'undecided',
        ...places,
        text: `${name}: whether it can ${words} depends on what is stored`,
      });
  };
  const measured = hasValue(field.type, 'number') ? value : hasValue(field.type, 'text') ? lengthOf(value) : null;
  if (measured === null) return found;
  for (const [bound, operator, words] of [
    [field.minimum, '<', 'be below'],
    [field.maximum, '>', 'exceed'],
  ] as const)
    if (bound !== null) ask(isBeyond(measured, operator, decimal(bound.value)), `${words} ${limitWords(field)}`);
  return found;
}

function limitWords({ minimum, maximum }: Field): string {
  return `\`${minimum?.value ?? ''}..${maximum?.value ?? ''}\``;
}

const INTEGER: Type = { kind: 'integer', nullable: false };

/** The condition that a value exists and exceeds a bound. For a quotient, the dividend is compared instead. */
function isBeyond(value: Expression, operator: '<' | '>', bound: Big): Expression {
  if (value.kind === 'literal' && value.value === null) return FALSE;
  if (value.kind === 'conditional') {
    const { condition, then, otherwise } = value;
    return or(
      and(condition, isBeyond(then, operator, bound)),
      and(opposite(condition), isBeyond(otherwise, operator, bound)),
    );
  }
  if (value.kind === 'binary' && value.operator === '/' && value.right.kind === 'literal') {
    const divisor = decimal(String(value.right.value));
    if (divisor.gt(0)) return isBeyond(value.left, operator, bound.times(divisor));
  }
  const isWhole = value.type.kind === 'integer' && bound.eq(bound.round());
  const right: Expression = {
    kind: 'literal',
    value: isWhole ? bound.toNumber() : formatDecimal(bound),
    type: isWhole ? INTEGER : { kind: 'decimal', scale: null, nullable: false },
  };
  const compared: Expression = {
    kind: 'binary',
    operator,
    left: value,
    right,
    type: { kind: 'boolean', nullable: false },
  };
  return value.type.nullable ? and(isThere(value), compared) : compared;
}

/** The length of a text, worked out as far as its form says it. */
function lengthOf(text: Expression): Expression {
  if (text.kind === 'literal') return { kind: 'literal', value: [...String(text.value ?? '')].length, type: INTEGER };
  if (text.kind === 'conditional')
    return rewrite({ ...text, type: INTEGER }, (part) =>
      part === text.then || part === text.otherwise ? lengthOf(part) : null,
    );
  if (text.kind === 'binary' && text.operator === '+')
    return { kind: 'binary', operator: '+', left: lengthOf(text.left), right: lengthOf(text.right), type: INTEGER };
  return { kind: 'call', name: 'size', arguments: [text], type: INTEGER };
}
