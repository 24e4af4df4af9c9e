import { Button, Group, Stack } from '@mantine/core';
import type { AskView, EntityView, EventView, FieldView, RecordView } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { client } from '../data/client.ts';
import { splitErrors } from '../data/errors.ts';
import { useRefresh, useWriteKey } from '../data/writes.ts';
import { type Draft, draftOf, wireOf } from '../fields/drafts.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
import { AskedChild } from './asked-child.tsx';
import { notifyDone } from './notify.ts';
import { ProblemAlert } from './problem-alert.tsx';

export interface FiredEvent {
  event: EventView;
  /** Null for an event that creates. */
  record: RecordView | null;
  etag: string | null;
}

interface EventDialogProps {
  entity: EntityView;
  fired: FiredEvent;
  onClose: () => void;
  onDone?: (record: RecordView) => void;
  /** Fires it elsewhere than on one record, and says itself what came of it. */
  send?: (body: Record<string, unknown>) => void;
}

/** Asks what an event asks, fires it, and shows why it was refused. */
export function EventDialog({ entity, fired, onClose, onDone, send }: EventDialogProps) {
  const words = useWords();
  const surroundings = useSurroundings();
  const refresh = useRefresh();
  const writeKey = useWriteKey();
  const { event, record, etag } = fired;
  const asks = event.asks.map((ask) => ({ ...ask, field: askedField(ask) }));
  const fields = asks.filter((ask) => ask.child === null).map((ask) => ask.field);
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, null, surroundings));
  const [children, setChildren] = useState<Readonly<Record<string, Draft>>>(() =>
    Object.fromEntries(
      asks.flatMap((ask) => (ask.child === null ? [] : [[ask.name, draftOf(ask.child, null, surroundings)]])),
    ),
  );
  const fire = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      client.fire(entity.path, record?.id ?? null, event.name, body, {
        ifMatch: etag,
        idempotencyKey: writeKey.keyFor(body),
      }),
    onSettled: (_, error) => writeKey.answered(error),
    onSuccess: async ({ record: result }) => {
      await refresh();
      notifyDone(words.done(event.label), words);
      onDone?.(result);
      onClose();
    },
  });
  const { byField, others } = splitErrors(fire.error, (path) => asks.some((ask) => ask.name === path.split('.')[0]));
  const count = Object.keys(byField).length;
  const stale = fire.error instanceof ProblemError && fire.error.code === 'STALE';

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const added = asks.flatMap((ask) => {
      if (ask.child === null) return [];
      const child = entered(wireOf(ask.child, children[ask.name] ?? {}, surroundings));
      return ask.required || Object.keys(child).length > 0 ? [[ask.name, child] as const] : [];
    });
    const body = { ...entered(wireOf(fields, draft, surroundings)), ...Object.fromEntries(added) };
    if (send) send(body);
    else fire.mutate(body);
  }

  return (
    <Dialog
      onClose={onClose}
      title={record ? `${event.label}: ${record._title}` : event.label}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {fire.error && (
            <ProblemAlert
              error={fire.error}
              {...(stale
                ? { title: words.conflictTitle }
                : count > 0
                  ? { title: words.errorSummary(count + others.length) }
                  : {})}
            />
          )}
          <FormValues value={{ ...record, ...wireOf(fields, draft, surroundings) }}>
            {asks.map(({ name, label, field, child }, index) =>
              child === null ? (
                <FieldInput
                  key={name}
                  field={field}
                  value={draft[name]}
                  errors={byField}
                  focused={index === 0}
                  onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
                />
              ) : (
                <AskedChild
                  key={name}
                  name={name}
                  label={label}
                  fields={child}
                  draft={children[name] ?? {}}
                  errors={byField}
                  focused={index === 0}
                  onChange={(changed) => setChildren((before) => ({ ...before, [name]: changed }))}
                />
              ),
            )}
          </FormValues>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            {stale ? (
              <Button onClick={() => void refresh().then(onClose)}>{words.reload}</Button>
            ) : (
              <Button type="submit" loading={fire.isPending}>
                {event.label}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function askedField(ask: AskView): FieldView {
  return { ...ask.field, name: ask.name, label: ask.label, required: ask.required };
}

/** What was filled in; an event takes what is left out as null. */
function entered(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
