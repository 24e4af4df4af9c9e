import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './dialog.tsx';
import { useWords } from '../words/words.ts';

/** Asks before what was entered is lost, in the product and when the page is closed. */
export function UnsavedChanges({ dirty, onLeave }: { dirty: boolean; onLeave: () => void }) {
  const words = useWords();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog onClose={blocker.reset} title={words.unsavedTitle} closeButtonProps={{ 'aria-label': words.stay }}>
      <Stack>
        <Text size="sm">{words.unsavedDetail}</Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              onLeave();
              blocker.proceed();
            }}
          >
            {words.leave}
          </Button>
          <Button data-autofocus onClick={blocker.reset}>
            {words.stay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
