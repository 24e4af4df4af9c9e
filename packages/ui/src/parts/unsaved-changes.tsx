import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { holdUnsaved, isAnythingUnsaved } from '../data/unsaved.ts';
import { useWords } from '../words/words.ts';

/** Asks before what was entered is lost, in the product and when the page is closed. */
export function UnsavedChanges({ dirty, onLeave }: { dirty: boolean; onLeave: () => void }) {
  const form = useId();
  useEffect(() => (dirty ? holdUnsaved(form) : undefined), [dirty, form]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveDialog
      onStay={blocker.reset}
      onKeep={blocker.proceed}
      onLeave={() => {
        onLeave();
        blocker.proceed();
      }}
    />
  );
}

/** Does what leaves everything on the page, and asks before what was entered anywhere is lost. */
export function useLeaving(): { leave: (go: () => void) => void; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  return {
    leave: (go) => (isAnythingUnsaved() ? setWaiting(() => go) : go()),
    dialog: waiting && (
      <LeaveDialog
        onStay={() => setWaiting(null)}
        onLeave={() => {
          setWaiting(null);
          waiting();
        }}
      />
    ),
  };
}

interface LeaveDialogProps {
  onStay: () => void;
  /** Gives up what was entered. */
  onLeave: () => void;
  /** Leaves it as a draft; not where somebody else takes the place of who entered it. */
  onKeep?: () => void;
}

/** Asks what to do with unsaved input. */
function LeaveDialog({ onStay, onLeave, onKeep }: LeaveDialogProps) {
  const words = useWords();
  return (
    <Dialog onClose={onStay} title={words.unsavedTitle} closeButtonProps={{ 'aria-label': words.stay }}>
      <Stack>
        <Text size="sm">{onKeep ? words.unsavedKept : words.unsavedDetail}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {words.leave}
          </Button>
          {onKeep && (
            <Button variant="default" onClick={onKeep}>
              {words.keepDraft}
            </Button>
          )}
          <Button data-autofocus onClick={onStay}>
            {words.stay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
