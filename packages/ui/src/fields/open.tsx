import { OpenMark } from '../parts/open-mark.tsx';
import type { FieldParts, InputProps, ViewProps } from './field.ts';

function OpenView({ field }: ViewProps) {
  return <OpenMark clause={field.clause} />;
}

function OpenInput({ field }: InputProps) {
  return <OpenMark clause={field.clause} label={field.label} />;
}

/** A field whose type is not shown holds nothing. */
export const open: FieldParts = {
  View: OpenView,
  Input: OpenInput,
  toDraft: () => undefined,
  toWire: () => undefined,
};
