import { StateBadge } from '../parts/state-badge.tsx';
import { ChoiceInput } from './enum.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { textDraft } from './plain.tsx';

function StateView({ field, value }: ViewProps) {
  return <StateBadge field={field} value={String(value)} />;
}

/** A state changes by events; only a filter asks for one. */
export const state: FieldParts = { View: StateView, Input: ChoiceInput, ...textDraft };
