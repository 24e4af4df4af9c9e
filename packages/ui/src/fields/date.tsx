import { useFormat } from '../format/format.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { TypedDate } from './lazy-inputs.ts';
import { lineInput, textDraft } from './plain.tsx';
import { useTouch } from './use-touch.ts';

const NativeInput = lineInput({ type: 'date' });

function DateView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().date(String(value))}</time>;
}

/** On a touch device, the device's own date input; otherwise the date is typed, in the reader's order. */
function DateInput(props: InputProps) {
  return useTouch() ? <NativeInput {...props} /> : <TypedDate {...props} />;
}

export const date: FieldParts = { View: DateView, Input: DateInput, ...textDraft };
