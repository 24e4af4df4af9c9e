import { Alert, Anchor, Loader, Stack, Text } from '@mantine/core';
import type { FieldView, RecordView } from '@nonet/client';
import { IconExternalLink } from '@tabler/icons-react';
import { useLaterWords } from '../words/later-words.ts';
import { useJourneyState } from './journey-state.ts';

/** Says on a record that it waits for what is done elsewhere, and leads there again while the journey is open. */
export default function JourneyNote({ field, record }: { field: FieldView; record: RecordView }) {
  const words = useLaterWords();
  const { address, isOpen } = useJourneyState(field, record);
  if (!isOpen) return null;
  return (
    <Alert variant="light" icon={<Loader size={18} aria-hidden />} data-clause={field.clause}>
      <Stack gap={4} align="flex-start">
        <Text size="sm" component="output">
          {address === null ? words.journeySoon : words.journeyWaits(address.host)}
        </Text>
        {address !== null && (
          <Anchor href={address.href} size="sm" fw={500} rel="noreferrer">
            {words.journeyOpen(address.host)} <IconExternalLink size={14} aria-hidden />
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}
