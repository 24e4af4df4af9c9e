import { compilePattern } from '../../expression/compile-pattern.ts';
import { decimal, formatDecimal } from '../../expression/decimal.ts';
import type { Bound, Field } from '../../model/entities.ts';
import { hasValue } from '../../model/field-kinds.ts';
import { fitsForm } from '../../vocabulary/text-forms.ts';

/** The rule of a field that a value breaks; null if it breaks none, or its value is not known. */
export function brokenBy(field: Field, value: unknown): { readonly value: string; readonly rule: string } | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  const measure = measured(field, text);
  if (measure !== null) {
    const { minimum, maximum } = field;
    const isBelow = minimum !== null && isKnown(minimum) && decimal(measure).lt(minimum.value);
    const isAbove = maximum !== null && isKnown(maximum) && decimal(measure).gt(maximum.value);
    const bounds = [minimum, maximum].map((bound) => (bound === null ? '' : written(field, bound.value)));
    if (isBelow || isAbove) return { value: written(field, text), rule: bounds.join('..') };
  }
  // A value that a record states was read in this form; one by a default may lack it.
  if (!fitsForm(field.type.kind, text)) return { value: text, rule: field.type.kind };
  const { pattern } = field;
  if (pattern !== null && !compilePattern(pattern).matcher(text).find()) return { value: text, rule: `/${pattern}/` };
  return null;
}

/** Values that a deployment gives are not known before it runs. */
function isKnown({ value }: Bound): boolean {
  return /^-?\d/.test(value);
}

/** A value as a document writes it. */
function written({ type }: Field, value: string): string {
  return type.kind === 'percent' ? `${formatDecimal(decimal(value).times(100))} %` : value;
}

/** The quantity that the bounds of a field limit: the length of a text, or a number; null if they limit neither. */
function measured({ type }: Field, text: string): string | number | null {
  if (hasValue(type, 'text')) return Array.from(text).length;
  return hasValue(type, 'number') ? text : null;
}
