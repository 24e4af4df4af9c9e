import type { FieldKind } from '@nonet/language';
import type { FieldView } from '@nonet/client';

const MOMENTS: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

/** A datetime is asked for by its days, one by many records by one of them, and what looks like text as text. */
const KINDS: Readonly<Partial<Record<FieldKind, FieldKind>>> = {
  datetime: 'date',
  many: 'reference',
  'long text': 'text',
  markdown: 'text',
  email: 'text',
  url: 'text',
  phone: 'text',
  number: 'text',
  slug: 'text',
  id: 'text',
  serial: 'text',
};

/** A field as a filter asks for a value of it: without its limits, and never required. */
export function askedAs(field: FieldView): FieldView {
  // Whoever may not know which roles there are names one.
  const kind = field.kind === 'roles' && field.choices === null ? 'text' : (KINDS[field.kind] ?? field.kind);
  return { ...field, kind, meaning: '', required: false, minimum: null, maximum: null };
}

export function isMoment({ kind }: FieldView): boolean {
  return MOMENTS.has(kind);
}
