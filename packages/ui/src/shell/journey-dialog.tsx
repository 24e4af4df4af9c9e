import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { RecordView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endJourney, type Journey } from '../data/journeys.ts';
import { recordQuery } from '../data/queries.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useJourneyState } from '../parts/journey-state.ts';
import { useLaterWords } from '../words/later-words.ts';

/** How often the record is asked for the address, in milliseconds: somebody waits for it. */
const EVERY = 700;
const NOT_READ: RecordView = { id: '', _title: '' };

/** Waits for the address to which a journey leads, and goes there. */
export default function JourneyDialog({ journey }: { journey: Journey }) {
  const words = useLaterWords();
  const { entity, id, field } = journey;
  const { data } = useQuery({ ...recordQuery(entity.path, id, []), staleTime: 0, refetchInterval: EVERY });
  const { address, isOpen } = useJourneyState(field, data?.record ?? NOT_READ);
  const href = isOpen ? address?.href : undefined;
  useEffect(() => {
    if (href === undefined) return;
    // Whoever comes back by the browser's own button is not led away again.
    endJourney();
    window.location.assign(href);
  }, [href]);
  const isOver = data !== undefined && !isOpen;
  return (
    <Dialog
      onClose={endJourney}
      size="sm"
      title={isOver ? words.journeyFailedTitle : words.journeyTitle}
      withCloseButton={false}
    >
      <Stack gap="md">
        {isOver ? (
          <Text size="sm" role="alert">
            {words.journeyFailed}
          </Text>
        ) : (
          <Group wrap="nowrap" component="output">
            <Loader size="sm" aria-hidden />
            <Text size="sm">{address === null ? words.journeyAsked : words.journeyGoing(address.host)}</Text>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={endJourney}>
            {words.journeyStay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
