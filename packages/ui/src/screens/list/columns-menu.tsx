import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '../../data/load-part.ts';
import { Popover } from '../../parts/overlays.tsx';
import { useWords } from '../../words/words.ts';
import type { ColumnsChoiceProps } from './columns-choice.tsx';

const ColumnsChoice = lazyPart(() => import('./columns-choice.tsx'));

/** The button that opens the choice of a list's columns; the choice is fetched then. */
export function ColumnsMenu(props: ColumnsChoiceProps) {
  const words = useWords();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={words.columns} title={words.columns}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.columns} mah="60dvh" style={{ overflowY: 'auto' }}>
        <Suspense fallback={words.loading}>
          <ColumnsChoice {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
