import { TextInput } from '@mantine/core';
import { readDecimal } from '@nonet/language';
import { useState } from 'react';
import { writeDecimal } from '../format/decimal.ts';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import type { InputProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { typedPlaces } from './limits.ts';

interface ExactInputProps extends InputProps {
  /** Shown before it. */
  unit?: string | undefined;
  /** The units that may be typed or pasted with it. */
  units?: readonly string[];
}

/** A number that stays an exact string: typed in the reader's way, held with a point. */
export function ExactInput({ unit, units, ...props }: ExactInputProps) {
  const { separators } = useFormat();
  const value = textOf(props.value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...inputProps(props)}
      inputMode="decimal"
      autoComplete="off"
      styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      leftSection={unit}
      leftSectionWidth={unit ? Math.max(28, unit.length * 10 + 12) : undefined}
      leftSectionProps={{ 'aria-hidden': true }}
      value={typed ?? writeDecimal(value, separators)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        props.onChange(
          readDecimal(event.currentTarget.value, separators, {
            places: typedPlaces(props.field),
            ...(units ? { units } : {}),
          }),
        );
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
