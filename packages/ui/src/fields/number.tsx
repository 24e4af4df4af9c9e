import type { FieldParts } from './field.ts';
import { lineInput, PlainView, textDraft } from './plain.tsx';

/** `number CL-{yyyy}-{0000}`: given on create, never entered. */
export const number: FieldParts = { View: PlainView, Input: lineInput({ type: 'text' }), ...textDraft };
