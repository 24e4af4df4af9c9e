import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../words/words.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** ⌘K, which comes once it is asked for: by its keys, or by the button. */
export function usePalette() {
  const words = useWords();
  const [asked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    void load().then(({ openPalette }) => openPalette());
  };
  // With the focus on any element, including inputs, tick boxes and lists of choices.
  useHotkeys([['mod+K', ask]], [], true);
  return {
    button: (
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={words.goTo}
        title="⌘K"
        onClick={ask}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    ),
    dialog: asked && (
      <Suspense>
        <Palette />
      </Suspense>
    ),
  };
}
