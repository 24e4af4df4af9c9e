import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { fetchPart } from '../data/load-part.ts';
import { useWords } from '../words/words.ts';
import { startTypingAhead, type TypedAhead } from './typed-ahead.ts';

const load = () => fetchPart(() => import('./palette.tsx'));
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** ⌘K, which comes once it is asked for: by its keys, or by the button. */
export function usePalette() {
  const words = useWords();
  const [asked, setAsked] = useState(false);
  const ahead = useRef<TypedAhead>(null);
  const isOpen = useRef(false);
  const ask = async () => {
    // To open it once more would come later than a key that closes it meanwhile.
    if (isOpen.current) return;
    setAsked(true);
    let isWanted = true;
    ahead.current ??= startTypingAhead(() => {
      isWanted = false;
      ahead.current = null;
    });
    const { openPalette } = await load();
    if (isWanted) openPalette();
  };
  const onOpen = () => {
    isOpen.current = true;
    const typed = ahead.current?.take() ?? '';
    ahead.current = null;
    return typed;
  };
  const onClose = () => {
    isOpen.current = false;
  };
  // With the focus on any element, including inputs, tick boxes and lists of choices.
  useHotkeys([['mod+K', () => void ask()]], [], true);
  return {
    button: (
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={words.goTo}
        title="⌘K"
        onClick={() => void ask()}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    ),
    dialog: asked && (
      <Suspense>
        <Palette onOpen={onOpen} onClose={onClose} />
      </Suspense>
    ),
  };
}
