import type { FieldParts } from './field.ts';
import { ManyView } from './many.tsx';

/** What refers to the record: nobody fills it in. */
export const all: FieldParts = {
  View: ManyView,
  Input: () => null,
  wide: true,
  toDraft: (value) => value ?? [],
  toWire: () => undefined,
};
