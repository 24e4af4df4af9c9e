import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readDuration } from '../format/duration.ts';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { textDraft } from './plain.tsx';

function DurationView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().duration(String(value))}</time>;
}

/** Entered in words ("3 days", "1:30"); the draft is ISO 8601, as on the wire: `P3D`. */
function DurationInput(props: InputProps) {
  const format = useFormat();
  const value = textOf(props.value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps(props)}
      autoComplete="off"
      placeholder={format.duration('P1DT2H')}
      value={typed ?? format.duration(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        props.onChange(readDuration(currentTarget.value, format.locale));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

export const duration: FieldParts = { View: DurationView, Input: DurationInput, ...textDraft };
