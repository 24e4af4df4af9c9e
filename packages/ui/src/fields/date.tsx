import { useFormat } from '../format/format.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { lineInput, textDraft } from './plain.tsx';

function DateView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().date(String(value))}</time>;
}

export const date: FieldParts = { View: DateView, Input: lineInput({ type: 'date' }), ...textDraft };
