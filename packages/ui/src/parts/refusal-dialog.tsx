import { Button, Group, Modal, Stack } from '@mantine/core';
import { useWords } from '../words/words.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** Why an action was refused, where its screen has no better place to say so. */
export function RefusalDialog({ error, onClose }: { error: unknown; onClose: () => void }) {
  const words = useWords();
  return (
    <Modal opened onClose={onClose} title={words.refused} closeButtonProps={{ 'aria-label': words.hide }}>
      <Stack>
        <ProblemAlert error={error} />
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {words.hide}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
