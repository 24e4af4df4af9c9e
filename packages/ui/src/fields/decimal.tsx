import { useFormat } from '../format/format.ts';
import { ExactInput } from './exact-input.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { textDraft } from './plain.tsx';

function DecimalView({ field, value }: ViewProps) {
  return <>{useFormat().decimal(String(value), field.scale)}</>;
}

export const decimal: FieldParts = { View: DecimalView, Input: ExactInput, numeric: true, ...textDraft };
