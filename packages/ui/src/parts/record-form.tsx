import { Button, Group, Stack, Text } from '@mantine/core';
import { ProblemError, type RecordView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, Suspense, useMemo, useState } from 'react';
import { splitErrors } from '../data/errors.ts';
import { useWriteKey } from '../data/writes.ts';
import { changesOf, type Draft, draftOf } from '../fields/drafts.ts';
import { useSurroundings } from '../fields/surroundings.ts';
import { useAsked } from '../fields/use-asked.ts';
import { useWords } from '../words/words.ts';
import { type FieldGroup, FormFields } from './form-fields.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface RecordFormProps {
  groups: readonly FieldGroup[];
  /** The record that is changed; null where one is created. */
  record: RecordView | null;
  submitLabel: string;
  /** Sends the values (on a change only what was changed). */
  save: (values: Record<string, unknown>, idempotencyKey: string) => Promise<RecordView>;
  onSaved: (record: RecordView) => void;
  onCancel: () => void;
  /** In a dialog, the first input takes the focus. */
  focusFirst?: boolean;
  /** Loads the newest version after a conflict. */
  onReload?: () => void;
}

/** Enters a record: inputs by group, errors beside their fields and in a summary, a warning before what was entered is lost. */
export function RecordForm(props: RecordFormProps) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}

function Form({ groups, record, submitLabel, save, onSaved, onCancel, onReload, focusFirst = false }: RecordFormProps) {
  const words = useWords();
  const surroundings = useSurroundings();
  const writeKey = useWriteKey();
  const fields = useMemo(() => groups.flatMap((group) => group.fields), [groups]);
  const [initial] = useState<Draft>(() => draftOf(fields, record, surroundings));
  const [draft, setDraft] = useState<Draft>(initial);
  const [saved, setSaved] = useState(false);

  const asked = useAsked(fields, draft, record);
  const shownGroups = groups.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => asked.includes(field)),
  }));

  const mutation = useMutation({
    mutationFn: (values: Record<string, unknown>) => save(values, writeKey.keyFor(values)),
    onSettled: (_, error) => writeKey.answered(error),
    onSuccess: (result) => {
      setSaved(true);
      onSaved(result);
    },
  });
  const { byField, others } = splitErrors(mutation.error, (path) =>
    asked.some((field) => field.name === path.split('.')[0]),
  );
  const errorCount = Object.keys(byField).length + others.length;
  const stale = mutation.error instanceof ProblemError && mutation.error.code === 'STALE';

  function submit(event: FormEvent) {
    event.preventDefault();
    mutation.mutate(changesOf(fields, asked, initial, draft, record === null, surroundings));
  }

  return (
    <form onSubmit={submit} noValidate>
      <UnsavedChanges dirty={draft !== initial && !saved} />
      <Stack gap="md">
        {mutation.error && (
          <ProblemAlert
            focus
            error={mutation.error}
            {...(stale
              ? { title: words.conflictTitle }
              : errorCount > 0
                ? { title: words.errorSummary(errorCount) }
                : {})}
          />
        )}
        {stale && onReload && (
          <Group gap="xs">
            <Text size="sm">{words.conflictDetail}</Text>
            <Button variant="default" size="compact-sm" onClick={onReload}>
              {words.reload}
            </Button>
          </Group>
        )}
        <FormFields
          record={record}
          groups={shownGroups}
          draft={draft}
          errors={byField}
          focusFirst={focusFirst}
          onChange={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={mutation.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
