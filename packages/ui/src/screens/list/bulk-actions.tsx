import { Button, Group, Text } from '@mantine/core';
import { type EntityView, type EventView, ProblemError, randomKey, type RecordView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { useRefresh } from '../../data/writes.ts';
import { EventDialog } from '../../parts/event-dialog.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { useWords } from '../../words/words.ts';
import { type BulkResult, BulkResults } from './bulk-results.tsx';
import classes from './bulk.module.css';

interface BulkActionsProps {
  entity: EntityView;
  selected: readonly RecordView[];
  /** The events that every selected record permits its reader now. */
  events: readonly EventView[];
  onClear: () => void;
}

/**
 * What may be done with several records at once: only what each of them permits. It is one event after another, each
 * judged by itself, and each has its own result.
 */
export function BulkActions({ entity, selected, events, onClear }: BulkActionsProps) {
  const words = useWords();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<EventView | null>(null);
  const run = useMutation({
    mutationFn: async ({ event, body }: { event: EventView; body: Record<string, unknown> }) => {
      const results: BulkResult[] = [];
      for (const record of selected) results.push(await fireOne(entity, record, event, body));
      return { event, results };
    },
    onSettled: async () => {
      onClear();
      await refresh();
    },
  });
  return (
    <>
      {selected.length > 0 && (
        <Group className={classes.bar ?? ''} gap="xs" aria-live="polite">
          <Text size="sm" fw={500}>
            {words.selected(selected.length)}
          </Text>
          {events.map((event) => (
            <Button
              key={event.name}
              size="compact-sm"
              loading={run.isPending}
              onClick={() => (event.asks.length > 0 ? setAsking(event) : run.mutate({ event, body: {} }))}
            >
              {event.label}
            </Button>
          ))}
          {events.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.nothingForAll}
            </Text>
          )}
          <Button size="compact-sm" variant="default" onClick={onClear}>
            {words.clearSelection}
          </Button>
        </Group>
      )}
      {asking && (
        <EventDialog
          entity={entity}
          fired={{ event: asking, record: null, etag: null }}
          send={(body) => {
            setAsking(null);
            run.mutate({ event: asking, body });
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {run.data && <BulkResults title={run.data.event.label} results={run.data.results} onClose={run.reset} />}
      {run.error && <RefusalDialog error={run.error} onClose={run.reset} />}
    </>
  );
}

/** A refusal is the result of its own record; a fault ends the row of them. */
async function fireOne(
  entity: EntityView,
  record: RecordView,
  event: EventView,
  body: Record<string, unknown>,
): Promise<BulkResult> {
  try {
    await client.fire(entity.path, record.id, event.name, body, { idempotencyKey: randomKey() });
    return { record, problem: null };
  } catch (error) {
    if (error instanceof ProblemError && error.status >= 400 && error.status < 500) {
      return { record, problem: error.problem };
    }
    throw error;
  }
}
