import type { FieldParts } from './field.ts';
import { ManyView } from './many.tsx';

/** The records that refer to this one: forms don't enter them. */
export const all: FieldParts = {
  View: ManyView,
  Input: () => null,
  wide: true,
  toDraft: (value) => value ?? [],
  toWire: () => undefined,
};
