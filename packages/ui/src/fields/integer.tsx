import { useFormat } from '../format/format.ts';
import { ExactInput } from './exact-input.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { textDraft } from './plain.tsx';
import { textOf } from '../format/text-of.ts';

function IntegerView({ value }: ViewProps) {
  return <>{useFormat().integer(String(value))}</>;
}

/** An integer is a number on the wire; what was typed otherwise goes as it is, for the product to refuse. */
export const integer: FieldParts = {
  View: IntegerView,
  Input: ExactInput,
  numeric: true,
  toDraft: textDraft.toDraft,
  toWire: (draft) => {
    const text = textOf(draft).trim();
    if (text === '') return null;
    return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  },
};
