import type { FieldView, UserView } from '@nonet/client';
import { compileToClosure, isLocal } from '@nonet/language';

export interface FormValues {
  /** The record as the form would send it, over what it was. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly user: UserView | null;
  readonly timeZone: string;
}

/**
 * Whether a field is asked for (3, `when`). Where that depends on more than the form's own values, it is asked for, and
 * the product judges.
 */
export function isAsked(field: FieldView, values: FormValues): boolean {
  if (field.when === null) return true;
  if (!isLocal(field.when, (_entity, name) => Object.hasOwn(values.record, name))) return true;
  const holds = compileToClosure(field.when);
  return (
    holds({
      variables: { this: values.record, user: values.user },
      constants: {},
      now: new Date().toISOString(),
      timeZone: values.timeZone,
    }) === true
  );
}
