import { type FieldKind, hasValue } from '@nonet/language';
import type { FieldView } from '@nonet/client';

const MOMENTS: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

/** A datetime is asked for by its days, repeating dates by their dates, one by many records by one of them, and what looks like text as text. */
function askedKind(kind: FieldKind): FieldKind {
  if (kind === 'datetime' || kind === 'recurrence') return 'date';
  if (kind === 'many') return 'reference';
  return hasValue({ kind }, 'text', 'made text', 'id') ? 'text' : kind;
}

/** A field as a filter asks for a value of it: without its limits, and never required. */
export function askedAs(field: FieldView): FieldView {
  // Readers who may not know the roles type the name of one.
  const kind = field.kind === 'roles' && field.choices === null ? 'text' : askedKind(field.kind);
  return { ...field, kind, meaning: '', required: false, minimum: null, maximum: null };
}

export function isMoment({ kind }: FieldView): boolean {
  return MOMENTS.has(kind);
}
