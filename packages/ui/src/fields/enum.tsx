import { Select } from '@mantine/core';
import { formatValue, useFormat } from '../format/format.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { textDraft } from './plain.tsx';
import { textOf } from '../format/text-of.ts';

function EnumView({ field, value }: ViewProps) {
  return <>{formatValue(useFormat(), field, value)}</>;
}

export function ChoiceInput(props: InputProps) {
  const choices = props.field.choices ?? [];
  return (
    <Select
      {...inputProps(props)}
      data={choices.map((choice) => ({ value: choice.name, label: choice.label }))}
      value={textOf(props.value) || null}
      onChange={(value) => props.onChange(value ?? '')}
      clearable={!props.required}
      searchable={choices.length > 8}
      allowDeselect={!props.required}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

export const choice: FieldParts = { View: EnumView, Input: ChoiceInput, ...textDraft };
