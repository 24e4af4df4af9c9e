import { Button, Group, Text } from '@mantine/core';
import { useWords } from '../words/words.ts';

/** Says that earlier input was restored, and discards it on request. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  const words = useWords();
  return (
    <Group gap="xs" component="output">
      <Text size="sm">{words.draftRestored}</Text>
      <Button variant="default" size="compact-sm" onClick={onDiscard}>
        {words.draftDiscard}
      </Button>
    </Group>
  );
}
