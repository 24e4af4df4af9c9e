import { Button, Group, Text } from '@mantine/core';
import {
  type BulkRequest,
  type EntityView,
  type EventView,
  type ListQuery,
  randomKey,
  type RecordView,
} from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { exportRecords, saveAs } from '../../data/export.ts';
import { useRefresh, useWrite } from '../../data/writes.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EventDialog } from '../../parts/lazy-dialogs.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { useWords } from '../../words/words.ts';
import { type BulkResult, BulkResults } from './bulk-results.tsx';
import classes from './bulk.module.css';
import type { Selection } from './use-selection.ts';

interface BulkActionsProps {
  entity: EntityView;
  selection: Selection;
  /** Whether the list offers deleted records for restoring. */
  restores: boolean;
  /** Whether the list's footer covers its last visible row. */
  endless: boolean;
  /** The list as it is narrowed, and the name of its file, where it may be exported. */
  exported: { readonly query: ListQuery; readonly name: string } | null;
}

type Action = Pick<BulkRequest, 'action' | 'event' | 'body'>;

interface Run extends Action {
  readonly label: string;
  readonly records: readonly RecordView[];
}

/** The product takes so many records at a time. */
const MOST_AT_ONCE = 100;

/**
 * Actions on several records: only those that each of them allows. They are done one after the other, each is judged
 * separately, and each has its own result.
 */
export function BulkActions({ entity, selection, restores, endless, exported }: BulkActionsProps) {
  const words = useWords();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<EventView | 'delete' | null>(null);
  const run = useWrite({
    mutationFn: async ({ label, records, ...action }: Run) => ({
      label,
      action,
      results: await actOnAll(entity.path, action, records),
    }),
    onSettled: async () => {
      selection.clear();
      await refresh();
    },
  });
  const { selected, events, deletable } = selection;
  const download = useMutation({
    mutationFn: ({ query }: NonNullable<typeof exported>) =>
      exportRecords(
        entity.path,
        query,
        selected.map(({ id }) => id),
      ),
    onSuccess: (blob, { name }) => saveAs(blob, name),
  });
  const start = (label: string, action: Action) => {
    setAsking(null);
    run.mutate({ label, records: selected, ...action });
  };
  return (
    <>
      {selected.length > 0 && (
        <Group className={classes.bar ?? ''} data-endless={endless || undefined} gap="xs" aria-live="polite">
          <Text size="sm" fw={500}>
            {words.selected(selected.length)}
          </Text>
          {events.map((event) => (
            <Button
              key={event.name}
              size="compact-sm"
              loading={run.isPending}
              onClick={() =>
                event.asks.length > 0 ? setAsking(event) : start(event.label, { action: 'event', event: event.name })
              }
            >
              {event.label}
            </Button>
          ))}
          {deletable && (
            <Button
              size="compact-sm"
              variant="outline"
              color="red"
              loading={run.isPending}
              onClick={() => setAsking('delete')}
            >
              {words.delete}
            </Button>
          )}
          {exported && (
            <Button
              size="compact-sm"
              variant="default"
              loading={download.isPending}
              onClick={() => download.mutate(exported)}
            >
              {words.exportCsv}
            </Button>
          )}
          {events.length === 0 && !deletable && !exported && (
            <Text size="sm" c="dimmed">
              {words.nothingForAll}
            </Text>
          )}
          <Button size="compact-sm" variant="default" onClick={selection.clear}>
            {words.clearSelection}
          </Button>
        </Group>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={words.deleteMany(selected.length)}
          text={selected.map(({ _title }) => _title).join(', ')}
          label={words.delete}
          onConfirm={() => start(words.delete, { action: 'delete' })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking !== null && asking !== 'delete' && (
        <EventDialog
          entity={entity}
          fired={{ event: asking, record: null, etag: null }}
          send={(body) => start(asking.label, { action: 'event', event: asking.name, body })}
          onClose={() => setAsking(null)}
        />
      )}
      {run.data && (
        <BulkResults
          title={run.data.label}
          results={run.data.results}
          onRestore={
            restores && run.data.action.action === 'delete'
              ? (records) => run.mutate({ label: words.restore, action: 'restore', records })
              : undefined
          }
          onClose={run.reset}
        />
      )}
      {run.error && <RefusalDialog error={run.error} onClose={run.reset} />}
      {download.error && <RefusalDialog error={download.error} onClose={download.reset} />}
    </>
  );
}

/** In the order of the records, with as many in one request as the product accepts. */
async function actOnAll(path: string, action: Action, records: readonly RecordView[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let place = 0; place < records.length; place += MOST_AT_ONCE) {
    const part = records.slice(place, place + MOST_AT_ONCE);
    // The rows follow other people's changes, so the user acts on what they see.
    const items = part.map(({ id }) => ({ id, ...(action.action === 'delete' ? { if_match: '*' } : {}) }));
    const answers = await client.bulk(path, { ...action, items }, randomKey());
    for (const [at, record] of part.entries()) {
      const answer = answers[at];
      results.push({ record, problem: answer && 'problem' in answer ? answer.problem : null });
    }
  }
  return results;
}
