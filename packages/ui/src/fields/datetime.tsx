import { useFormat } from '../format/format.ts';
import { toInstant, toLocal } from '../format/zone.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { lineInput, textDraft } from './plain.tsx';
import { textOf } from '../format/text-of.ts';

function DateTimeView({ value }: ViewProps) {
  const format = useFormat();
  return (
    <time dateTime={String(value)} title={format.timeZone}>
      {format.dateTime(String(value))}
    </time>
  );
}

const LocalInput = lineInput({ type: 'datetime-local' });

/** Entered on the clocks of the reader's time zone; the draft is the instant. */
function DateTimeInput(props: InputProps) {
  const { timeZone } = useFormat();
  const instant = textOf(props.value);
  return (
    <LocalInput
      {...props}
      value={instant === '' ? '' : toLocal(instant, timeZone)}
      onChange={(local) => props.onChange(local === '' ? '' : toInstant(String(local), timeZone))}
    />
  );
}

export const datetime: FieldParts = { View: DateTimeView, Input: DateTimeInput, ...textDraft };
