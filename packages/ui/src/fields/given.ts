import type { RecordView, ScreenActionView } from '@nonet/client';
import { compileToClosure } from '@nonet/language';
import type { FormValues } from './when.ts';

export type CreateFrom = Extract<ScreenActionView, { kind: 'create from' }>;

/** The values with which a form of another record begins (2, `Label -> create E(…)`), as a record has them. */
export function givenValues(
  action: CreateFrom,
  record: RecordView | null,
  { user, settings }: Omit<FormValues, 'record'>,
): Record<string, unknown> {
  const environment = { variables: { this: record, user }, constants: {}, now: new Date().toISOString(), ...settings };
  return Object.fromEntries(
    Object.entries(action.values).map(([field, value]) => [field, compileToClosure(value)(environment)]),
  );
}
