import { Button, Group, Stack } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { useConfirmation } from '../data/confirmation.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useWords } from '../words/words.ts';

/** Asks for confirmation of the document's warnings (5), in the document's words. */
export function ConfirmationDialog() {
  const words = useWords();
  const confirmation = useConfirmation();
  if (confirmation === null) return null;
  const { warning, answer } = confirmation;
  return (
    <Dialog
      onClose={() => answer(false)}
      title={words.confirmTitle}
      closeButtonProps={{ 'aria-label': words.cancel }}
      zIndex={300}
    >
      <Stack>
        <ProblemAlert error={warning} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {words.cancel}
          </Button>
          <Button onClick={() => answer(true)}>{words.confirmAnyway}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
