import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { useWords } from '../words/words.ts';
import { ProblemAlert } from './problem-alert.tsx';

interface RefusalDialogProps {
  error?: unknown;
  /** Why, where no error says it. */
  children?: ReactNode;
  onClose: () => void;
}

/** Why an action was refused, where its screen has no better place to say so. */
export function RefusalDialog({ error, children, onClose }: RefusalDialogProps) {
  const words = useWords();
  return (
    <Dialog onClose={onClose} title={words.refused} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      <Stack>
        {children ?? <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {words.closeDialog}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
