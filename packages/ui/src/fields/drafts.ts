import type { FieldView } from '@nonet/client';
import type { FieldEnvironment } from './field.ts';

/** A form's values by field name, each in the form that its kind's input takes. */
export type Draft = Readonly<Record<string, unknown>>;

/** The value that an input reports. */
export function changedBy(change: unknown, before: unknown): unknown {
  return typeof change === 'function' ? (change as (before: unknown) => unknown)(before) : change;
}

/** The fields of `record` as a form holds them; without a record, each field's stated default. */
export function draftOf(
  fields: readonly FieldView[],
  record: Readonly<Record<string, unknown>> | null,
  environment: FieldEnvironment,
): Draft {
  return Object.fromEntries(
    fields.map((field) => {
      const value = record === null ? field.defaultValue : record[field.name];
      return [field.name, environment.parts(field.kind).toDraft(value, field, environment)];
    }),
  );
}

/** A form's values as the wire takes them. */
export function wireOf(
  fields: readonly FieldView[],
  draft: Draft,
  environment: FieldEnvironment,
): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .map(
        (field) => [field.name, environment.parts(field.kind).toWire(draft[field.name], field, environment)] as const,
      )
      .filter(([, value]) => value !== undefined),
  );
}

/** Whether two drafts of a form have the same values. */
export function isSameDraft(
  fields: readonly FieldView[],
  one: Draft,
  other: Draft,
  environment: FieldEnvironment,
): boolean {
  const [first, second] = [one, other].map((draft) => JSON.stringify(wireOf(fields, draft, environment)));
  return first === second;
}

/**
 * The body for a new record: the entered values, and null only where a default was cleared. `isLeft`: fields that the
 * product fills itself are left out.
 */
export function newValues(
  fields: readonly FieldView[],
  asked: readonly FieldView[],
  draft: Draft,
  isLeft: (field: FieldView) => boolean,
  environment: FieldEnvironment,
): Record<string, unknown> {
  const entered = wireOf(fields, draft, environment);
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const isAsked = asked.includes(field);
    const value = isAsked ? entered[field.name] : null;
    const isStated = field.defaultValue !== null;
    if (value === undefined || (value === null && !isStated && field.default === null)) continue;
    if (
      isAsked &&
      (isStated ? isSameDraft([field], draft, draftOf([field], null, environment), environment) : isLeft(field))
    )
      continue;
    values[field.name] = value;
  }
  return values;
}

/** The body of a change: the fields that differ; a field that is no longer asked for becomes null (3, `when`). */
export function changesOf(
  fields: readonly FieldView[],
  asked: readonly FieldView[],
  initial: Draft,
  draft: Draft,
  environment: FieldEnvironment,
): Record<string, unknown> {
  const before = wireOf(fields, initial, environment);
  const after = wireOf(fields, draft, environment);
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const value = asked.includes(field) ? after[field.name] : null;
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before[field.name])) continue;
    changes[field.name] = value;
  }
  return changes;
}
