import { Text } from '@mantine/core';
import { textOf } from '../format/text-of.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { PasswordInput } from './lazy-inputs.ts';

function SecretView() {
  return (
    <Text span inherit c="dimmed">
      ••••••
    </Text>
  );
}

function SecretInput(props: InputProps) {
  const words = useWords();
  return (
    <PasswordInput
      {...inputProps(props)}
      autoComplete="new-password"
      placeholder={props.required ? undefined : words.secretKept}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** Write-only: an empty input leaves the secret as it is. */
export const secret: FieldParts = {
  View: SecretView,
  Input: SecretInput,
  toDraft: () => '',
  toWire: (draft) => (draft === '' ? undefined : draft),
};
