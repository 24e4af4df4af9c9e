import { Group, Text } from '@mantine/core';
import { IconCircleDashed } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';
import { Explained } from './explained.tsx';

/** Marks a gap of the document, and names the clause that would state it. */
export function OpenMark({ clause, label }: { clause: string; label?: string }) {
  const words = useWords();
  return (
    <Explained label={`${words.openTitle} (${clause})`}>
      <Group
        component="span"
        gap={4}
        display="inline-flex"
        c="dimmed"
        tabIndex={0}
        role="note"
        aria-label={`${label ?? ''} ${words.openTitle} (${clause})`.trim()}
      >
        <IconCircleDashed size={14} aria-hidden />
        <Text span size="sm" fs="italic">
          {label ? words.partOpen(label) : words.notSpecified}
        </Text>
      </Group>
    </Explained>
  );
}
