import type { FieldParts } from './field.ts';
import { lineInput, TextView, textDraft } from './plain.tsx';

export const text: FieldParts = { View: TextView, Input: lineInput({ type: 'text' }), ...textDraft };
