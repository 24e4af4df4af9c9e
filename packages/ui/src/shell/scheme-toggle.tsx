import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';

/** Light or dark: the system's choice until the reader makes one. */
export function SchemeToggle() {
  const words = useWords();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      size="md"
      aria-label={other === 'dark' ? words.darkMode : words.lightMode}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
    </ActionIcon>
  );
}
