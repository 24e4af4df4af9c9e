import type { FieldParts } from './field.ts';
import { lineInput, PlainView, textDraft } from './plain.tsx';

/** ISO 8601, as on the wire: `P30D`. */
export const duration: FieldParts = { View: PlainView, Input: lineInput({ type: 'text' }), ...textDraft };
