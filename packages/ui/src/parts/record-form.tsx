import { Button, Group, Stack } from '@mantine/core';
import { type EntityView, type FieldView, ProblemError, type RecordView } from '@nonet/client';
import { useIsMutating } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWrite, useWriteKey } from '../data/writes.ts';
import { enteredBelow } from '../fields/entered-fields.ts';
import { changesOf, newValues } from '../fields/drafts.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { uploadsOf } from '../fields/uploads.ts';
import { useAsked } from '../fields/use-asked.ts';
import { useChecks } from '../fields/use-checks.ts';
import { useDefaults } from '../fields/use-defaults.ts';
import { useWords } from '../words/words.ts';
import { AwaitedPart } from './awaited-part.tsx';
import { Conflict } from './conflict.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { neededOnCreate } from './field-groups.ts';
import { type FieldGroup, FormFields } from './form-fields.tsx';
import { RestoredNote } from './restored-note.tsx';
import classes from './record-form.module.css';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { useFocusedField } from './use-focused-field.ts';
import { useRecordDraft, type Version } from './use-record-draft.ts';
import { useRefusal } from './use-refusal.ts';

interface RecordFormProps {
  entity: EntityView;
  groups: readonly FieldGroup[];
  /** The record that is changed, as it was loaded; null if one is created. */
  version: Version | null;
  /** For a new record: values that are entered already. */
  given?: Readonly<Record<string, unknown>>;
  submitLabel: string;
  /** Sends the values (on a change only what was changed, to the version that it was changed from). */
  save: (values: Record<string, unknown>, idempotencyKey: string, etag: string | null) => Promise<RecordView>;
  /** Reads the record as it is now, after somebody else changed it. */
  readNewest?: () => Promise<Version>;
  /** A form in a dialog closes after the data below it has been updated. */
  onSaved: (record: RecordView) => void | Promise<void>;
  /** `forget` gives up what was entered. */
  onCancel: (forget: () => void) => void;
  /** In a dialog, the first input gets the focus. */
  focusFirst?: boolean;
}

/**
 * The form of a record: inputs by group, errors beside their fields and in a summary, and a warning before unsaved
 * input is lost. The input survives a reload, and never overwrites what others save meanwhile.
 */
export function RecordForm(props: RecordFormProps) {
  return (
    <AwaitedPart>
      <Form {...props} />
    </AwaitedPart>
  );
}

function Form(props: RecordFormProps) {
  const {
    entity,
    groups: stated,
    version,
    given = null,
    submitLabel,
    save,
    readNewest,
    onSaved,
    onCancel,
    focusFirst = false,
  } = props;
  const words = useWords();
  const environment = useFieldEnvironment();
  const writeKey = useWriteKey();
  const creates = version === null;
  const groups = useMemo(() => (creates ? neededOnCreate(stated) : stated), [creates, stated]);
  const fields = useMemo(() => groups.flatMap((group) => group.fields), [groups]);
  const formFields = useMemo(
    () => fields.map((field) => ({ field, below: enteredBelow(field, environment) })),
    [fields, environment],
  );
  const name = version?.record.id ?? `new${given ? ` ${JSON.stringify(given)}` : ''}`;
  const defaults = useDefaults(formFields);
  const form = useRecordDraft(`${entity.name} ${name}`, formFields, version, given, creates ? defaults : null);
  const { draft, before } = form;
  const [saved, setSaved] = useState(false);
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const typing = useFocusedField(element);

  const record = form.version?.record ?? null;
  const asked = useAsked(fields, draft, record);
  const shownGroups = groups.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => asked.includes(field)),
  }));
  const askedFields = formFields.filter(({ field }) => asked.includes(field));
  const cause = record === null ? 'create' : 'update';
  const checks = useChecks({
    entity,
    asked: askedFields,
    hidden: fields.filter((field) => !asked.includes(field)),
    draft,
    record,
    rules: entity.rules.filter((rule) => rule.on.includes(cause)),
    entered: form.entered,
    typing,
  });

  // The dialog has looked for it before the form was there.
  useEffect(() => {
    if (focusFirst) element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [focusFirst]);

  const mutation = useWrite({
    mutationFn: (values: Record<string, unknown>) => save(values, writeKey.keyFor(values), form.version?.etag ?? null),
    onSettled: (_, error) => writeKey.answered(error),
    onSuccess: async (result) => {
      setSaved(true);
      form.forget();
      await onSaved(result);
    },
    onError: async (error) => {
      if (readNewest && isStale(error)) form.meet(await readNewest());
    },
  });
  const uploading = useIsMutating({ mutationKey: uploadsOf(id) }) > 0;
  const refusal = useRefusal(mutation.error, askedFields, draft);

  function submit(event: FormEvent) {
    event.preventDefault();
    // An upload in progress would be left out.
    if (uploading) return;
    refusal.sending();
    const isLeft = (field: FieldView) => defaults?.isLeft(field, draft) === true;
    mutation.mutate(
      record === null
        ? newValues(fields, asked, draft, isLeft, environment)
        : changesOf(fields, asked, before, draft, environment),
    );
  }

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <UnsavedChanges dirty={form.dirty && !saved} onLeave={form.forget} />
      <Stack gap="md">
        {form.restored && !form.conflict && <RestoredNote onDiscard={form.reset} />}
        {form.conflict ? (
          <Conflict
            merge={form.conflict}
            mine={draft}
            theirs={form.conflict.theirs}
            onChosen={(chosen) => {
              mutation.reset();
              form.goOn(chosen);
            }}
          />
        ) : (
          mutation.error && <ErrorSummary error={mutation.error} refusal={refusal} form={id} />
        )}
        <FormFields
          form={id}
          record={record}
          groups={shownGroups}
          entity={entity}
          draft={draft}
          // Checks while typing take precedence over the errors of the last refusal.
          errors={{ ...refusal.standing, ...checks }}
          focusFirst={focusFirst}
          onChange={form.set}
        />
        <Group justify="flex-end" className={classes.actions ?? ''}>
          <Button variant="default" onClick={() => onCancel(form.forget)}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={mutation.isPending || uploading} disabled={form.conflict !== null}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'STALE';
}
