import type { FieldView } from '@nonet/client';
import { compileToClosure, inOrderOfDefaults, readsItsRecord, valuesNeeded } from '@nonet/language';
import { type Draft, draftOf, isSameDraft, wireOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';
import type { FormValues } from './when.ts';

/** The context in which defaults are worked out. */
export interface Means extends Pick<FormValues, 'user' | 'settings'> {
  readonly environment: FieldEnvironment;
  /** When the record was begun (RFC 3339). */
  readonly now: string;
}

/** A new draft, or row, with the defaults that are worked out here (3, `default`); what is `given` stays as it is. */
export function begun(fields: readonly FieldView[], draft: Draft, means: Means, given: Draft | null): Draft {
  const open = fields.filter(({ name }) => given === null || !Object.hasOwn(given, name));
  return { ...draft, ...defaultsOf(open, fields, draft, means) };
}

/**
 * A draft after a change of some of its fields: defaults that read these follow, as long as they contain what was
 * worked out before, so that nobody has entered anything else.
 */
export function followed(
  fields: readonly FieldView[],
  before: Draft,
  after: Draft,
  changed: ReadonlySet<string>,
  means: Means,
): Draft {
  const follows = fields.filter(
    (field) =>
      field.default !== null &&
      readsItsRecord(field.default) &&
      !changed.has(field.name) &&
      isDefault(field, fields, before, means),
  );
  return follows.length === 0 ? after : { ...after, ...defaultsOf(follows, fields, after, means) };
}

/** Whether a field contains the value that the product would compute for it; `fields`: all of its form. */
export function isDefault(field: FieldView, fields: readonly FieldView[], draft: Draft, means: Means): boolean {
  if (field.default === null) return false;
  return isSameDraft([field], draft, defaultsOf([field], fields, draft, means), means.environment);
}

/**
 * The defaults of `wanted` in the form of their inputs, by the other values of the draft. One that reads a required
 * value which is not there yet is empty.
 */
function defaultsOf(wanted: readonly FieldView[], fields: readonly FieldView[], draft: Draft, means: Means): Draft {
  const { environment, user, settings, now } = means;
  const expressions = fields.map((field) => ({ field, name: field.name, default: field.default, computed: null }));
  const open = expressions.filter(({ field }) => field.default !== null && wanted.includes(field));
  const worked: Record<string, unknown> = {};
  for (const { field, default: expression } of inOrderOfDefaults(open, expressions)) {
    if (expression === null) continue;
    const record = wireOf(fields, { ...draft, ...worked }, environment);
    const isKnown = [...valuesNeeded(expression, expressions)].every((name) => {
      const read = fields.find((other) => other.name === name);
      return read !== undefined && (!read.required || (record[name] ?? null) !== null);
    });
    const values = { variables: { user, this: record }, constants: {}, now, ...settings };
    const value = isKnown ? compileToClosure(expression)(values) : null;
    // A record, such as the user who fills in the form, is its id on the wire.
    const wire = isKnown ? environment.parts(field.kind).toWire(value, field, environment) : null;
    worked[field.name] = draftOf([field], { [field.name]: wire }, environment)[field.name];
  }
  return worked;
}
