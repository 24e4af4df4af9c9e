import { Button, Group, Text } from '@mantine/core';
import type { EntityView, EventView, ListQuery, RecordView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../data/load-part.ts';
import { useProduct } from '../../data/product.ts';
import { client } from '../../data/client.ts';
import { exportRecords, saveAs } from '../../data/export.ts';
import { useRefresh, useWrite } from '../../data/writes.ts';
import { useFormat } from '../../format/format.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EventDialog } from '../../parts/lazy-dialogs.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { useWords } from '../../words/words.ts';
import { type Action, actOnAll, wholeList } from './act-on-all.ts';
import { BulkResults } from './bulk-results.tsx';
import classes from './bulk.module.css';
import type { Selection } from './use-selection.ts';

const BulkEditDialog = lazyPart(async () => ({ default: (await import('./bulk-edit-dialog.tsx')).BulkEditDialog }));

interface BulkActionsProps {
  entity: EntityView;
  selection: Selection;
  /** Whether the list offers deleted records for restoring. */
  restores: boolean;
  /** Whether the list's footer covers its last visible row. */
  endless: boolean;
  /** The list as it is narrowed, and the name of its file, where it may be exported. */
  exported: { readonly query: ListQuery; readonly name: string } | null;
  /** The whole list as it is narrowed, and the number of its records; null where the page is all of it. */
  whole: { readonly query: ListQuery; readonly count: number } | null;
  /** The events that the list offers, and whether it deletes and edits: for the whole list. */
  offers: { readonly events: readonly string[]; readonly deletes: boolean; readonly edits: boolean };
}

interface Run extends Action {
  readonly label: string;
  /** Null: the whole list. */
  readonly records: readonly RecordView[] | null;
}

/**
 * Actions on several records: only those that each of them allows. They are done one after the other, each is judged
 * separately, and each has its own result.
 */
export default function BulkActions({
  entity,
  selection,
  restores,
  endless,
  exported,
  whole,
  offers,
}: BulkActionsProps) {
  const words = useWords();
  const format = useFormat();
  const { maximumPageSize: most } = useProduct().settings;
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null);
  const stopped = useRef(false);
  const refresh = useRefresh();
  const [asking, setAsking] = useState<EventView | 'delete' | 'edit' | null>(null);
  const run = useWrite({
    mutationFn: async ({ label, records, ...action }: Run) => {
      stopped.current = false;
      const all = records ?? (whole ? await wholeList(entity.path, whole.query, most) : []);
      setProgress({ done: 0, all: all.length });
      const results = await actOnAll(entity.path, action, all, (done) => {
        setProgress({ done, all: all.length });
        return !stopped.current;
      });
      return { label, action, results };
    },
    onSettled: async () => {
      setProgress(null);
      selection.clear();
      await refresh();
    },
  });
  const { selected } = selection;
  const isWhole = selection.isWhole && whole !== null;
  // Each record of the whole list is judged when its turn comes.
  const events = isWhole ? entity.events.filter(({ name }) => offers.events.includes(name)) : selection.events;
  const deletable = isWhole ? offers.deletes : selection.deletable;
  const count = format.count(isWhole ? whole.count : selected.length);
  const download = useMutation({
    mutationFn: ({ query }: NonNullable<typeof exported>) =>
      isWhole
        ? client.exportCsv(entity.path, query)
        : exportRecords(
            entity.path,
            query,
            selected.map(({ id }) => id),
          ),
    onSuccess: (blob, { name }) => saveAs(blob, name),
  });
  const start = (label: string, action: Action) => {
    setAsking(null);
    run.mutate({ label, records: isWhole ? null : selected, ...action });
  };
  return (
    <>
      {selected.length > 0 && (
        <Group className={classes.bar ?? ''} data-endless={endless || undefined} gap="xs" aria-live="polite">
          <Text size="sm" fw={500}>
            {isWhole ? words.wholeSelected(count) : words.selected(selected.length)}
          </Text>
          {whole && !isWhole && selection.isPage && whole.count > selected.length && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectWhole}>
              {words.selectWhole(format.count(whole.count))}
            </Button>
          )}
          {progress && progress.all > progress.done && (
            <>
              <Text size="sm" c="dimmed" component="output">
                {words.bulkProgress(format.count(progress.done), format.count(progress.all))}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => (stopped.current = true)}>
                {words.stop}
              </Button>
            </>
          )}
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
          {offers.edits && (
            <Button size="compact-sm" variant="default" loading={run.isPending} onClick={() => setAsking('edit')}>
              {words.bulkEdit}
            </Button>
          )}
          {deletable && (
            <Button
              size="compact-sm"
              variant="default"
              c="var(--mantine-color-error)"
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
          {events.length === 0 && !deletable && !exported && !offers.edits && (
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
          title={words.deleteMany(isWhole ? whole.count : selected.length)}
          text={isWhole ? words.wholeSelected(count) : selected.map(({ _title }) => _title).join(', ')}
          label={words.delete}
          onConfirm={() => start(words.delete, { action: 'delete' })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'edit' && (
        <Suspense>
          <BulkEditDialog
            entity={entity}
            count={count}
            onApply={(label, body) => start(label, { action: 'update', body })}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
      {asking !== null && asking !== 'delete' && asking !== 'edit' && (
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
