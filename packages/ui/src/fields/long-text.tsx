import type { FieldParts } from './field.ts';
import { LongInput, TextView, textDraft } from './plain.tsx';

export const longText: FieldParts = { View: TextView, Input: LongInput, wide: true, ...textDraft };
