import type { FieldView } from '@nonet/client';
import { compileToClosure } from '@nonet/language';
import { type Draft, draftOf, isSameDraft } from './drafts.ts';
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
  return { ...draft, ...defaultsOf(open, means) };
}

/** Whether a field contains the value that the product would compute for it. */
export function isDefault(field: FieldView, draft: Draft, means: Means): boolean {
  return field.default !== null && isSameDraft([field], draft, defaultsOf([field], means), means.environment);
}

/** The defaults in the form of their inputs. */
function defaultsOf(fields: readonly FieldView[], { environment, user, settings, now }: Means): Draft {
  const values = { variables: { user }, constants: {}, now, ...settings };
  const worked = fields.flatMap((field) => {
    if (field.default === null) return [];
    const value = compileToClosure(field.default)(values);
    // A record, such as the user who fills in the form, is its id on the wire.
    return [[field, environment.parts(field.kind).toWire(value, field, environment)] as const];
  });
  const record = Object.fromEntries(worked.map(([{ name }, value]) => [name, value]));
  return draftOf(
    worked.map(([field]) => field),
    record,
    environment,
  );
}
