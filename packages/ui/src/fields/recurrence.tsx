import { lazy, Suspense } from 'react';
import { useFormat } from '../format/format.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { textDraft } from './plain.tsx';

const RecurrenceEditor = lazy(() => import('./recurrence-editor.tsx'));

function RecurrenceView({ value }: ViewProps) {
  return <span>{useFormat().repeats(String(value))}</span>;
}

/** The draft is the wire's text. */
function RecurrenceInput(props: InputProps) {
  return (
    <Suspense>
      <RecurrenceEditor {...props} />
    </Suspense>
  );
}

export const recurrence: FieldParts = { View: RecurrenceView, Input: RecurrenceInput, wide: true, ...textDraft };
