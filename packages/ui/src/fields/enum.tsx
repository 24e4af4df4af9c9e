import { textOf } from '../format/text-of.ts';
import { ChoiceBadge } from '../parts/state-badge.tsx';
import { clearsByKey } from './clears-by-key.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { Select } from './lazy-inputs.ts';
import { textDraft } from './plain.tsx';

function EnumView({ field, value }: ViewProps) {
  return <ChoiceBadge field={field} value={textOf(value)} />;
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
