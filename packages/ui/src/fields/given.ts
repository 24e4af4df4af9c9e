import type { RecordView, ScreenActionView } from '@nonet/client';
import { compileToClosure, fieldsRead } from '@nonet/language';
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

/** The records besides the screen's own from which values are read, as paths of references. */
export function givenPaths({ values }: CreateFrom): string[] {
  const reads = Object.values(values).flatMap((value) => fieldsRead(value));
  const paths = reads.flatMap(({ path }) => (path.length > 1 ? [path.slice(0, -1).join('.')] : []));
  return [...new Set(paths)];
}
