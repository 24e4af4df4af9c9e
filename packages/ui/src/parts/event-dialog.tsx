import { Button, Group, Modal, Stack } from '@mantine/core';
import type { EntityView, EventView, FieldView, RecordView } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../data/client.ts';
import { splitErrors } from '../data/errors.ts';
import { useRefresh, useWriteKey } from '../data/writes.ts';
import { type Draft, draftOf, wireOf } from '../fields/drafts.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
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
}

/** Asks what an event asks, fires it, and shows why it was refused. */
export function EventDialog({ entity, fired, onClose, onDone }: EventDialogProps) {
  const words = useWords();
  const surroundings = useSurroundings();
  const refresh = useRefresh();
  const writeKey = useWriteKey();
  const { event, record, etag } = fired;
  const fields = event.asks.map(
    (ask): FieldView => ({ ...ask.field, name: ask.name, label: ask.label, required: ask.required }),
  );
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, null, surroundings));
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
  const { byField, others } = splitErrors(fire.error, (path) =>
    fields.some((field) => field.name === path.split('.')[0]),
  );
  const stale = fire.error instanceof ProblemError && fire.error.code === 'STALE';

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const values = wireOf(fields, draft, surroundings);
    fire.mutate(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)));
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={record ? `${event.label}: ${record._title}` : event.label}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {fire.error && (
            <ProblemAlert error={fire.error} listed={others} {...(stale ? { title: words.conflictTitle } : {})} />
          )}
          <FormValues value={{ ...record, ...wireOf(fields, draft, surroundings) }}>
            {fields.map((field, index) => (
              <FieldInput
                key={field.name}
                field={field}
                value={draft[field.name]}
                errors={byField}
                focused={index === 0}
                onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
              />
            ))}
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
    </Modal>
  );
}
