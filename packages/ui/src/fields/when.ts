import type { FieldView, ProductView, UserView } from '@nonet/client';
import { compileToClosure, isLocal } from '@nonet/language';

export interface FormValues {
  /** The record as the form would send it, over what it was. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly user: UserView | null;
  readonly settings: Pick<ProductView['settings'], 'timeZone' | 'workingDays' | 'holidays'>;
}

/**
 * Whether a field is asked for (3, `when`). If that depends on more than the form's own values, it is asked for, and
 * the product judges.
 */
export function isAsked(field: FieldView, values: FormValues): boolean {
  if (field.when === null) return true;
  const known = { field: (_: string, name: string) => Object.hasOwn(values.record, name), constant: () => false };
  if (!isLocal(field.when, known)) return true;
  const holds = compileToClosure(field.when);
  return (
    holds({
      variables: { this: values.record, user: values.user },
      constants: {},
      now: new Date().toISOString(),
      ...values.settings,
    }) === true
  );
}
