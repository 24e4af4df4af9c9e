import type { FieldView } from '@nonet/client';
import type { Surroundings } from './field.ts';

/** A form's values by field name, each in the form that its kind's input takes. */
export type Draft = Readonly<Record<string, unknown>>;

/** What an input reports, as its value now. */
export function changedBy(change: unknown, before: unknown): unknown {
  return typeof change === 'function' ? (change as (before: unknown) => unknown)(before) : change;
}

/** The fields of `record` as a form holds them; without a record, each field's stated default. */
export function draftOf(
  fields: readonly FieldView[],
  record: Readonly<Record<string, unknown>> | null,
  surroundings: Surroundings,
): Draft {
  return Object.fromEntries(
    fields.map((field) => {
      const value = record === null ? field.defaultValue : record[field.name];
      return [field.name, surroundings.parts(field.kind).toDraft(value, field, surroundings)];
    }),
  );
}

/** A form's values as the wire takes them. */
export function wireOf(
  fields: readonly FieldView[],
  draft: Draft,
  surroundings: Surroundings,
): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .map(
        (field) => [field.name, surroundings.parts(field.kind).toWire(draft[field.name], field, surroundings)] as const,
      )
      .filter(([, value]) => value !== undefined),
  );
}

/** Whether two drafts of a form say the same. */
export function isSameDraft(
  fields: readonly FieldView[],
  one: Draft,
  other: Draft,
  surroundings: Surroundings,
): boolean {
  const [first, second] = [one, other].map((draft) => JSON.stringify(wireOf(fields, draft, surroundings)));
  return first === second;
}

/**
 * What the form of a new record sends: what was entered, and null only where a default was cleared. `isLeft`: what the
 * product puts in by itself is left to it.
 */
export function newValues(
  fields: readonly FieldView[],
  asked: readonly FieldView[],
  draft: Draft,
  isLeft: (field: FieldView) => boolean,
  surroundings: Surroundings,
): Record<string, unknown> {
  const entered = wireOf(fields, draft, surroundings);
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const isAsked = asked.includes(field);
    const value = isAsked ? entered[field.name] : null;
    const isStated = field.defaultValue !== null;
    if (value === undefined || (value === null && !isStated && field.default === null)) continue;
    if (
      isAsked &&
      (isStated ? isSameDraft([field], draft, draftOf([field], null, surroundings), surroundings) : isLeft(field))
    )
      continue;
    values[field.name] = value;
  }
  return values;
}

/** What the form of a change sends: only what differs; a field that is not asked for any more is emptied (3, `when`). */
export function changesOf(
  fields: readonly FieldView[],
  asked: readonly FieldView[],
  initial: Draft,
  draft: Draft,
  surroundings: Surroundings,
): Record<string, unknown> {
  const before = wireOf(fields, initial, surroundings);
  const after = wireOf(fields, draft, surroundings);
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const value = asked.includes(field) ? after[field.name] : null;
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before[field.name])) continue;
    changes[field.name] = value;
  }
  return changes;
}
