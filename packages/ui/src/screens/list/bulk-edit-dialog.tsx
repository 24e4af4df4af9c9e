import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { EntityView } from '@nonet/client';
import { type FormEvent, useMemo, useState } from 'react';
import { editableFields } from '../../data/editable.ts';
import { changedBy, draftOf, wireOf } from '../../fields/drafts.ts';
import { FieldInput } from '../../fields/field-input.tsx';
import { useFieldEnvironment } from '../../fields/field-environment.ts';
import { useChecks } from '../../fields/use-checks.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words/words.ts';

interface BulkEditDialogProps {
  entity: EntityView;
  /** The number of records, as it is written. */
  count: string;
  onApply: (label: string, body: Record<string, unknown>) => void;
  onClose: () => void;
}

/** Asks which field of the selected records becomes what. */
export function BulkEditDialog({ entity, count, onApply, onClose }: BulkEditDialogProps) {
  const words = useWords();
  const environment = useFieldEnvironment();
  const fields = useMemo(() => {
    const names = editableFields(entity, { long: true });
    return entity.fields.filter(({ name }) => names.has(name));
  }, [entity]);
  const [name, setName] = useState(fields[0]?.name ?? '');
  const field = fields.find((each) => each.name === name);
  const [draft, setDraft] = useState(() => draftOf(fields, null, environment));
  const checks = useChecks({
    entity,
    asked: field ? [{ field, below: null }] : [],
    hidden: [],
    draft,
    record: null,
    rules: [],
    entered: new Set([name]),
    typing: name,
  });
  if (!field) return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!field || checks[field.name] !== undefined) return;
    onApply(field.label, wireOf([field], draft, environment));
  }

  return (
    <Dialog onClose={onClose} title={words.bulkEditTitle(count)} closeButtonProps={{ 'aria-label': words.cancel }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NativeSelect
            label={words.bulkField}
            data-autofocus
            value={name}
            data={fields.map((each) => ({ value: each.name, label: each.label }))}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <FieldInput
            key={field.name}
            field={field}
            value={draft[field.name]}
            errors={checks}
            onChange={(change) => setDraft({ ...draft, [field.name]: changedBy(change, draft[field.name]) })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.bulkApply(count)}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
