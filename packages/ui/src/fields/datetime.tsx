import { useProduct } from '../data/product.ts';
import { useFormat } from '../format/format.ts';
import { toInstant, toLocal } from '../format/zone.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { lineInput, textDraft } from './plain.tsx';
import { textOf } from '../format/text-of.ts';

function DateTimeView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().dateTime(String(value))}</time>;
}

const LocalInput = lineInput({ type: 'datetime-local' });

/** Entered on the clocks of the product's time zone; the draft is the instant. */
function DateTimeInput(props: InputProps) {
  const { timeZone } = useProduct().settings;
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
