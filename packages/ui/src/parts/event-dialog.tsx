import { Button, Group, Stack } from '@mantine/core';
import type { AskView, EntityView, EventView, FieldView, RecordView } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { client } from '../data/client.ts';
import { useRefresh, useWriteKey } from '../data/writes.ts';
import { changedBy, type Draft, draftOf, wireOf } from '../fields/drafts.ts';
import type { Surroundings } from '../fields/field.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { PlaceContext } from '../fields/place.ts';
import type { FormField } from '../fields/places.ts';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
import { AskedChild } from './asked-child.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { notifyDone } from './notify.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useRefusal } from './use-refusal.ts';

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
  const id = useId();
  const { event, record, etag } = fired;
  const asked = useMemo(() => event.asks.map(askedField), [event]);
  const [draft, setDraft] = useState<Draft>(() => askedDraft(asked, surroundings));
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
  const refusal = useRefusal(fire.error, asked, draft);
  const stale = fire.error instanceof ProblemError && fire.error.code === 'STALE';

  function change(name: string, changed: unknown) {
    setDraft((before) => ({ ...before, [name]: changedBy(changed, before[name]) }));
  }

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const body = askedBody(asked, draft, surroundings);
    refusal.sending();
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
          {fire.error &&
            (stale ? (
              <ProblemAlert focus error={fire.error} title={words.conflictTitle} />
            ) : (
              <ErrorSummary error={fire.error} refusal={refusal} form={id} />
            ))}
          <PlaceContext value={{ form: id, below: '' }}>
            <FormValues value={{ ...record, ...wireOf(storedOf(asked), draft, surroundings) }}>
              {asked.map(({ field, below }, index) =>
                below === null ? (
                  <FieldInput
                    key={field.name}
                    field={field}
                    value={draft[field.name]}
                    errors={refusal.standing}
                    focused={index === 0}
                    onChange={(changed) => change(field.name, changed)}
                  />
                ) : (
                  <AskedChild
                    key={field.name}
                    field={field}
                    fields={below}
                    draft={childOf(draft, field)}
                    errors={refusal.standing}
                    focused={index === 0}
                    onChange={(changed) => change(field.name, changed)}
                  />
                ),
              )}
            </FormValues>
          </PlaceContext>
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

function askedField(ask: AskView): FormField {
  return { field: { ...ask.field, name: ask.name, label: ask.label, required: ask.required }, below: ask.child };
}

/** All but the children that are added to lists. */
function storedOf(asked: readonly FormField[]): FieldView[] {
  return asked.filter(({ below }) => below === null).map(({ field }) => field);
}

function childOf(draft: Draft, { name }: FieldView): Draft {
  return draft[name] as Draft;
}

function askedDraft(asked: readonly FormField[], surroundings: Surroundings): Draft {
  const children = asked.flatMap(({ field, below }) =>
    below === null ? [] : [[field.name, draftOf(below, null, surroundings)] as const],
  );
  return { ...draftOf(storedOf(asked), null, surroundings), ...Object.fromEntries(children) };
}

function askedBody(asked: readonly FormField[], draft: Draft, surroundings: Surroundings): Record<string, unknown> {
  const added = asked.flatMap(({ field, below }) => {
    if (below === null) return [];
    const child = entered(wireOf(below, childOf(draft, field), surroundings));
    return field.required || Object.keys(child).length > 0 ? [[field.name, child] as const] : [];
  });
  return { ...entered(wireOf(storedOf(asked), draft, surroundings)), ...Object.fromEntries(added) };
}

/** What was filled in; an event takes what is left out as null. */
function entered(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
