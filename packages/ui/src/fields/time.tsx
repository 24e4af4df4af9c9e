import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { TypedTime } from './lazy-inputs.ts';
import { lineInput, textDraft } from './plain.tsx';
import { useTouch } from './use-touch.ts';

const NativeInput = lineInput({ type: 'time' });

function TimeView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().time(String(value))}</time>;
}

/** On a touch device, the device's own time input; otherwise the time is typed, in the form of the reader's region. */
function TimeInput(props: InputProps) {
  if (!useTouch()) return <TypedTime {...props} />;
  // A browser leaves out seconds that are none.
  return <NativeInput {...props} onChange={(time) => props.onChange(textOf(time).replace(/^\d\d:\d\d$/, '$&:00'))} />;
}

export const time: FieldParts = { View: TimeView, Input: TimeInput, ...textDraft };
