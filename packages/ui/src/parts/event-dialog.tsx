import { Button, Group, Stack } from '@mantine/core';
import type { EntityView, EventView, RecordView } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import { useIsMutating } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { client } from '../data/client.ts';
import { useRefresh, useWrite, useWriteKey } from '../data/writes.ts';
import { wireOf } from '../fields/drafts.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { PlaceContext } from '../fields/place.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { uploadsOf } from '../fields/uploads.ts';
import { useChecks } from '../fields/use-checks.ts';
import { useWords } from '../words/words.ts';
import { AwaitedPart } from './awaited-part.tsx';
import { AskedChild } from './asked-child.tsx';
import { askedBody, askedField, childOf, storedOf } from './asked-fields.ts';
import { ErrorSummary } from './error-summary.tsx';
import { notifyDone } from './notify.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { RestoredNote } from './restored-note.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { useEventDraft } from './use-event-draft.ts';
import { useFocusedField } from './use-focused-field.ts';
import { useRefusal } from './use-refusal.ts';
import { useEventBack } from './way-back.ts';
import { useIsShown } from './use-is-shown.ts';

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
  /** Fires the event in another way than on one record, and reports the result itself. */
  send?: (body: Record<string, unknown>) => void;
}

/** Asks for an event's input, fires the event, and shows why it was refused. */
export function EventDialog(props: EventDialogProps) {
  const words = useWords();
  const { event, record } = props.fired;
  return (
    <Dialog
      onClose={props.onClose}
      title={record ? `${event.label}: ${record._title}` : event.label}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <AwaitedPart>
        <EventForm {...props} />
      </AwaitedPart>
    </Dialog>
  );
}

function EventForm({ entity, fired, onClose, onDone, send }: EventDialogProps) {
  const words = useWords();
  const environment = useFieldEnvironment();
  const refresh = useRefresh();
  const writeKey = useWriteKey();
  const isShown = useIsShown();
  const wayBack = useEventBack();
  const id = useId();
  const { event, record, etag } = fired;
  const asked = useMemo(() => event.asks.map(askedField), [event]);
  const form = useEventDraft(`${entity.name} ${record?.id ?? ''} ${event.name}`, asked);
  const { draft, entered } = form;
  const [isDone, setIsDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const typing = useFocusedField(element);
  const fire = useWrite({
    mutationFn: (body: Record<string, unknown>) =>
      client.fire(entity.path, record?.id ?? null, event.name, body, {
        ifMatch: etag,
        idempotencyKey: writeKey.keyFor(body),
      }),
    onSettled: (_, error) => writeKey.answered(error),
    onSuccess: async ({ record: result }) => {
      setIsDone(true);
      form.forget();
      const [back] = await Promise.all([wayBack(entity, record, result), refresh()]);
      notifyDone(words.done(event.label), words, back);
      if (!isShown()) return;
      onDone?.(result);
      onClose();
    },
  });
  const uploading = useIsMutating({ mutationKey: uploadsOf(id) }) > 0;
  const refusal = useRefusal(fire.error, asked, draft);
  const state = entity.stateField === null ? null : (record?.[entity.stateField] ?? null);
  const guards = record === null ? [] : event.guards.filter(({ from }) => from === state);
  const rules = [...event.rules, ...guards];
  const checks = useChecks({ entity, asked, hidden: [], draft, record, rules, entered, typing });
  const errors = { ...refusal.standing, ...checks };
  const stale = fire.error instanceof ProblemError && fire.error.code === 'STALE';

  // The dialog has looked for it before the form was there.
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    // An upload in progress would be left out.
    if (uploading) return;
    const body = askedBody(asked, draft, environment);
    refusal.sending();
    if (send) {
      form.forget();
      send(body);
    } else fire.mutate(body);
  }

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <UnsavedChanges dirty={form.dirty && !isDone} onLeave={form.forget} />
      <Stack gap="sm">
        {form.restored && <RestoredNote onDiscard={form.reset} />}
        {fire.error &&
          (stale ? (
            <ProblemAlert focus error={fire.error} title={words.conflictTitle} />
          ) : (
            <ErrorSummary error={fire.error} refusal={refusal} form={id} />
          ))}
        <PlaceContext value={{ form: id, below: '' }}>
          <FormValues value={{ ...record, ...wireOf(storedOf(asked), draft, environment) }}>
            {asked.map(({ field, below }, index) =>
              below === null ? (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={draft[field.name]}
                  errors={errors}
                  focused={index === 0}
                  onChange={(changed) => form.change(field.name, changed)}
                />
              ) : (
                <AskedChild
                  key={field.name}
                  field={field}
                  fields={below}
                  draft={childOf(draft, field)}
                  errors={errors}
                  focused={index === 0}
                  onChange={(changed) => form.change(field.name, changed)}
                />
              ),
            )}
          </FormValues>
        </PlaceContext>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              form.forget();
              onClose();
            }}
          >
            {words.cancel}
          </Button>
          {stale ? (
            <Button onClick={() => void refresh().then(onClose)}>{words.reload}</Button>
          ) : (
            <Button type="submit" loading={fire.isPending || uploading}>
              {event.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
