import { Select } from '@mantine/core';
import { formatValue, useFormat } from '../format/format.ts';
import { clearsByKey } from './clears-by-key.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { textDraft } from './plain.tsx';
import { textOf } from '../format/text-of.ts';

function EnumView({ field, value }: ViewProps) {
  return <>{formatValue(useFormat(), field, value)}</>;
}

export function ChoiceInput(props: InputProps) {
  const choices = props.field.choices ?? [];
  const isSearched = choices.length > 8;
  return (
    <Select
      {...inputProps(props)}
      {...(isSearched || props.required ? {} : clearsByKey(() => props.onChange('')))}
      data={choices.map((choice) => ({ value: choice.name, label: choice.label }))}
      value={textOf(props.value) || null}
      onChange={(value) => props.onChange(value ?? '')}
      clearable={!props.required}
      searchable={isSearched}
      allowDeselect={!props.required}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

export const choice: FieldParts = { View: EnumView, Input: ChoiceInput, ...textDraft };
