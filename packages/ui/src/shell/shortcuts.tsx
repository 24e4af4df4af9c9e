import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { lazyPart } from '../data/load-part.ts';

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'));

/** `?`: which keys do what. */
export function Shortcuts() {
  const [opened, setOpened] = useState(false);
  useHotkeys([['shift+?', () => setOpened(true)]]);
  if (!opened) return null;
  return (
    <Suspense>
      <ShortcutsDialog onClose={() => setOpened(false)} />
    </Suspense>
  );
}
