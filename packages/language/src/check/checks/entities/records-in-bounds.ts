import { compilePattern } from '../../../expression/compile-pattern.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { decimal, formatDecimal } from '../../../expression/decimal.ts';
import type { Bound, Entity, Field, SeedRecord } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 3: Records that the document states keep to the lengths, ranges and patterns of their fields: they are put in as they stand. */
export function checkRecordsInBounds(model: Model, context: Context): void {
  for (const entity of model.entities) {
    const bounded = entity.fields.filter(
      ({ minimum, maximum, pattern }) => minimum !== null || maximum !== null || pattern !== null,
    );
    if (bounded.length === 0) continue;
    for (const record of [...entity.records, ...entity.demoRecords]) judge(context, entity, bounded, record);
  }
}

/** All that is wrong with one record is one error, in its row. */
function judge(context: Context, entity: Entity, fields: readonly Field[], { clause, values }: SeedRecord): void {
  const broken = fields.flatMap((field) => {
    const seed = values[field.name];
    const found = seed?.kind === 'value' ? brokenBy(field, seed.value) : null;
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

/** The rule of a field that a value breaks; null where it breaks none, or its value is not known. */
function brokenBy(field: Field, value: unknown): { readonly value: string; readonly rule: string } | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  const measure = MEASURES[field.type.kind]?.(text);
  if (measure !== undefined) {
    const { minimum, maximum } = field;
    const isBelow = minimum !== null && isKnown(minimum) && decimal(measure).lt(minimum.value);
    const isAbove = maximum !== null && isKnown(maximum) && decimal(measure).gt(maximum.value);
    const bounds = [minimum, maximum].map((bound) => (bound === null ? '' : written(field, bound.value)));
    if (isBelow || isAbove) return { value: written(field, text), rule: bounds.join('..') };
  }
  const { pattern } = field;
  if (pattern !== null && !compilePattern(pattern).matcher(text).find()) return { value: text, rule: `/${pattern}/` };
  return null;
}

/** What a deployment gives is not known before it runs. */
function isKnown({ value }: Bound): boolean {
  return /^-?\d/.test(value);
}

/** A value as a document writes it. */
function written({ type }: Field, value: string): string {
  return type.kind === 'percent' ? `${formatDecimal(decimal(value).times(100))} %` : value;
}

const lengthOf = (text: string): number => Array.from(text).length;
const itself = (text: string): string => text;

/** What the bounds of a type limit: the length of a text, or a number. */
const MEASURES: Readonly<Partial<Record<Field['type']['kind'], (text: string) => string | number>>> = {
  text: lengthOf,
  'long text': lengthOf,
  markdown: lengthOf,
  email: lengthOf,
  url: lengthOf,
  phone: lengthOf,
  integer: itself,
  decimal: itself,
  money: itself,
  percent: itself,
};
