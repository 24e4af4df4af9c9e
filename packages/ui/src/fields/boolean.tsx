import { Checkbox, Text } from '@mantine/core';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';

function BooleanView({ value }: ViewProps) {
  const words = useWords();
  return value === true ? (
    <Text span inherit>
      {words.yes}
    </Text>
  ) : (
    <Text span inherit c="dimmed">
      {words.no}
    </Text>
  );
}

function BooleanInput({ field, path, id, value, onChange, label, bare, error }: InputProps) {
  return (
    <Checkbox
      {...(bare ? { 'aria-label': label } : { label, description: field.meaning || undefined })}
      {...(id ? { id } : {})}
      error={error ?? undefined}
      aria-invalid={error !== null || undefined}
      name={path}
      mt={bare ? 8 : 26}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** A box that nobody touched on an optional field stays open: null. */
export const boolean: FieldParts = {
  View: BooleanView,
  Input: BooleanInput,
  toDraft: (value, field) => (value === undefined || value === null ? (field.required ? false : null) : value),
  toWire: (draft) => draft ?? null,
};
