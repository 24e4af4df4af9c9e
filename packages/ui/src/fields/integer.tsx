import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { ExactInput } from './exact-input.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { textDraft } from './plain.tsx';

/** Numbers in a column are grouped alike; a year is not grouped at all. */
function IntegerView({ field, value }: ViewProps) {
  const format = useFormat();
  return <>{isYear(field.name) ? String(value) : format.count(String(value))}</>;
}

function isYear(name: string): boolean {
  return /(^|_)years?(_|$)/.test(name);
}

/** An integer is a number on the wire; any other text is sent unchanged, and the product refuses it. */
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
