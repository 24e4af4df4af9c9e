import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readDecimal, writeDecimal } from '../format/decimal.ts';
import { useFormat } from '../format/format.ts';
import type { InputProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { textOf } from '../format/text-of.ts';

/** A number that stays an exact string: typed in the reader's way, held with a point. */
export function ExactInput({ unit, ...props }: InputProps & { unit?: string | undefined }) {
  const { separators } = useFormat();
  const value = textOf(props.value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps(props)}
      inputMode="decimal"
      autoComplete="off"
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      leftSection={unit}
      leftSectionWidth={unit ? Math.max(28, unit.length * 10 + 12) : undefined}
      leftSectionProps={{ 'aria-hidden': true }}
      value={typed ?? writeDecimal(value, separators)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        props.onChange(readDecimal(event.currentTarget.value, separators));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
