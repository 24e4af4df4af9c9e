import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import classes from './screen-tools.module.css';

/** The tools that change the view of a screen. One button shows them on a telephone. */
export function ScreenTools({ children }: { children: ReactNode }) {
  const words = useWords();
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        hiddenFrom="sm"
        variant="default"
        size={36}
        className={classes.toggle ?? ''}
        aria-label={words.tools}
        aria-expanded={opened}
        onClick={toggle}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
      </ActionIcon>
      <div className={classes.tools} data-open={opened || undefined}>
        {children}
      </div>
    </>
  );
}
