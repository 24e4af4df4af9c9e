import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { FieldView } from '@nonet/client';
import { IconGitMerge } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Draft, wireOf } from '../fields/drafts.ts';
import { FieldValue } from '../fields/field-value.tsx';
import type { Merge } from '../fields/merge.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { useWords } from '../words/words.ts';
import classes from './conflict.module.css';

interface ConflictProps {
  merge: Merge;
  mine: Draft;
  theirs: Draft;
  /** The draft with what was chosen for each field that both changed. */
  onChosen: (draft: Draft) => void;
}

/** Another person changed the record in the meantime: shows both values of each field that both have changed. */
export function Conflict({ merge, mine, theirs, onChosen }: ConflictProps) {
  const words = useWords();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  const open = merge.conflicts.filter((field) => choices[field.name] === undefined);

  function take() {
    const chosen = merge.conflicts.map(({ name }) => [name, (choices[name] === 'theirs' ? theirs : mine)[name]]);
    onChosen({ ...merge.draft, ...Object.fromEntries(chosen) });
  }

  return (
    <Alert
      ref={element}
      tabIndex={-1}
      role="alert"
      variant="default"
      className="problem"
      title={words.conflictTitle}
      icon={<IconGitMerge aria-hidden />}
    >
      <Stack gap="sm">
        {merge.taken.length > 0 && (
          <Text size="sm">{words.conflictTaken(merge.taken.map((field) => field.label).join(', '))}</Text>
        )}
        {merge.conflicts.map((field) => (
          <Radio.Group
            key={field.name}
            label={field.label}
            value={choices[field.name] ?? null}
            onChange={(chosen) => setChoices((before) => ({ ...before, [field.name]: chosen }))}
          >
            <div className={classes.sides}>
              <Side value="theirs" label={words.theirs} field={field} draft={theirs} />
              <Side value="yours" label={words.yours} field={field} draft={mine} />
            </div>
          </Radio.Group>
        ))}
        <Group>
          <Button disabled={open.length > 0} onClick={take}>
            {words.conflictGoOn}
          </Button>
          <Text size="sm" c="dimmed">
            {words.conflictDetail}
          </Text>
        </Group>
      </Stack>
    </Alert>
  );
}

function Side({ value, label, field, draft }: { value: string; label: string; field: FieldView; draft: Draft }) {
  const environment = useFieldEnvironment();
  const held = draft[field.name];
  // A reference or a file is held with its name; everything else reads as on the wire.
  const shown = typeof held === 'object' ? held : wireOf([field], draft, environment)[field.name];
  return (
    <Radio.Card value={value} className={classes.side ?? ''} p="xs">
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <Radio.Indicator size="sm" mt={2} />
        <div className={classes.value}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <FieldValue dense={field.kind !== 'children'} field={field} value={shown ?? null} />
        </div>
      </Group>
    </Radio.Card>
  );
}
