import { fitsForm } from '../../../vocabulary/text-forms.ts';
import { valuesByDefault } from '../../analysis/record-defaults.ts';
import { compilePattern } from '../../../expression/compile-pattern.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { decimal, formatDecimal } from '../../../expression/decimal.ts';
import { askedOfNew, type Bound, type Entity, type Field, type SeedRecord } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { hasValue } from '../../../model/field-kinds.ts';

/**
 * 3: Records that the document states comply with the lengths, ranges, patterns and forms of their fields, because they
 * are inserted unchanged; so does what a default gives them.
 */
export function checkRecordsInBounds(model: Model, context: Context): void {
  for (const entity of model.entities) {
    const asked = entity.fields.map(askedOfNew);
    for (const record of [...entity.records, ...entity.demoRecords]) judge(context, entity, asked, record);
  }
}

/** Reports all faults of one record as one error, in its row. */
function judge(context: Context, entity: Entity, fields: readonly Field[], record: SeedRecord): void {
  const { clause, values } = record;
  const byDefault = valuesByDefault(entity, record);
  const broken = fields.flatMap((field) => {
    const seed = values[field.name];
    const found = brokenBy(field, seed?.kind === 'value' ? seed.value : byDefault.get(field.name));
    return found === null ? [] : [{ field, ...found }];
  });
  const span = context.placeOf(clause);
  if (broken.length === 0 || !span) return;
  const related = broken.flatMap(({ field }) => context.placeOf(field.clause) ?? []);
  const reported = broken.map(({ field: { name }, value, rule }) => ({ field: name, value, rule }));
  context.report('N330', ENTITIES_CODES.N330, { entity: entity.name, broken: reported }, span, {
    clause,
    related: related.map((place) => ({ span: place, message: 'It is stated here.' })),
  });
}

/** The rule of a field that a value breaks; null if it breaks none, or its value is not known. */
function brokenBy(field: Field, value: unknown): { readonly value: string; readonly rule: string } | null {
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
