import { PasswordInput as LibraryInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../words/words.ts';

/** A password; the button in it shows what is typed, by keyboard too, and has its name in the reader's language. */
export function PasswordInput(props: PasswordInputProps) {
  const words = useWords();
  return (
    <LibraryInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
