import { Checkbox, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';
import classes from './boolean.module.css';
import { clearsByKey } from './clears-by-key.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { Select } from './lazy-inputs.ts';

function BooleanView({ value }: ViewProps) {
  const words = useWords();
  return value === true ? (
    <Text span inherit>
      <IconCheck size={16} stroke={2.5} aria-hidden className="tick" /> {words.yes}
    </Text>
  ) : (
    <Text span inherit c="dimmed">
      {words.no}
    </Text>
  );
}

/** A box is yes or no; if the value may also be empty, that is a separate choice. */
function BooleanInput(props: InputProps) {
  return props.field.required ? <TwoStates {...props} /> : <ThreeStates {...props} />;
}

function TwoStates({ field, path, id, value, onChange, label, bare, error }: InputProps) {
  return (
    <Checkbox
      {...(bare ? { 'aria-label': label } : { label, description: field.meaning || undefined })}
      {...(id ? { id } : {})}
      error={error ?? undefined}
      aria-invalid={error !== null || undefined}
      name={path}
      className={(bare ? classes.bare : classes.beside) ?? ''}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

const VALUES: Readonly<Record<string, boolean>> = { yes: true, no: false };

function ThreeStates(props: InputProps) {
  const words = useWords();
  const chosen = props.value === true ? 'yes' : props.value === false ? 'no' : null;
  const choose = (state: string | null) => props.onChange(state === null ? null : (VALUES[state] ?? null));
  return (
    <Select
      {...inputProps(props)}
      {...clearsByKey(() => choose(null))}
      data={[
        { value: 'yes', label: words.yes },
        { value: 'no', label: words.no },
      ]}
      value={chosen}
      onChange={choose}
      placeholder="–"
      clearable
    />
  );
}

/** An optional field without input stays null. */
export const boolean: FieldParts = {
  View: BooleanView,
  Input: BooleanInput,
  toDraft: (value, field) => (value === undefined || value === null ? (field.required ? false : null) : value),
  toWire: (draft) => draft ?? null,
};
