import type { FieldView } from '@nonet/client';
import { compileToClosure } from '@nonet/language';
import { type Draft, draftOf, isSameDraft } from './drafts.ts';
import type { Surroundings } from './field.ts';
import type { FormValues } from './when.ts';

/** What defaults are worked out with. */
export interface Means extends Pick<FormValues, 'user' | 'settings'> {
  readonly surroundings: Surroundings;
  /** When the record was begun (RFC 3339). */
  readonly now: string;
}

/** A new draft, or row, with the defaults that are worked out here (3, `default`); what is `given` stays as it is. */
export function begun(fields: readonly FieldView[], draft: Draft, means: Means, given: Draft | null): Draft {
  const open = fields.filter(({ name }) => given === null || !Object.hasOwn(given, name));
  return { ...draft, ...defaultsOf(open, means) };
}

/** Whether a field holds what the product works out where it is left out. */
export function isDefault(field: FieldView, draft: Draft, means: Means): boolean {
  return field.default !== null && isSameDraft([field], draft, defaultsOf([field], means), means.surroundings);
}

/** As their inputs hold them. */
function defaultsOf(fields: readonly FieldView[], { surroundings, user, settings, now }: Means): Draft {
  const environment = { variables: { user }, constants: {}, now, ...settings };
  const worked = fields.flatMap((field) => {
    if (field.default === null) return [];
    const value = compileToClosure(field.default)(environment);
    // A record, such as the user who enters it, stands on the wire as its id.
    return [[field, surroundings.parts(field.kind).toWire(value, field, surroundings)] as const];
  });
  const record = Object.fromEntries(worked.map(([{ name }, value]) => [name, value]));
  return draftOf(
    worked.map(([field]) => field),
    record,
    surroundings,
  );
}
