import { Button, Group, Text } from '@mantine/core';
import { useWords } from '../words/words.ts';

/** Says that what was entered before is here again, and discards it when asked. */
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
