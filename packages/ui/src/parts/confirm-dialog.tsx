import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useWords } from '../words/words.ts';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The label of the action that is confirmed. */
  label: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before something is removed. */
export function ConfirmDialog({ title, text, label, onConfirm, onClose }: ConfirmDialogProps) {
  const words = useWords();
  return (
    <Dialog onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.cancel }}>
      <Stack>
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" onClick={onConfirm}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
