import { fitsInCell } from '@nonet/language';
import { Button, FileInput, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import type { EntityView, ImportView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { client } from '../data/client.ts';
import { useRefresh, useWrite } from '../data/writes.ts';
import { useLaterWords } from '../words/later-words.ts';
import { notifyDone } from './notify.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { AskWhy } from './why.tsx';
import { useIsShown } from './use-is-shown.ts';

/** The maximum number of errors shown: with more, people work in the file. */
const SHOWN_ERRORS = 100;

/** Takes a CSV file, shows what would become of each of its rows, and creates them. */
export function ImportDialog({ entity, onClose }: { entity: EntityView; onClose: () => void }) {
  const words = useLaterWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const [file, setFile] = useState<File | null>(null);
  const trial = useMutation({ mutationFn: (chosen: File) => client.dryRunImport(entity.path, chosen) });
  const all = useWrite({
    mutationFn: (chosen: File) => client.importCsv(entity.path, chosen),
    onSuccess: async ({ rows }) => {
      notifyDone(words.imported(rows.length), words);
      await refresh();
      if (isShown()) onClose();
    },
  });
  const labels = entity.fields.filter((field) => field.onCreate && fitsInCell(field)).map((field) => field.label);
  const error = all.error ?? trial.error;
  const { rows = [], ignored = [] } = trial.data ?? {};
  const isReady = rows.length > 0 && (rows.every((row) => row.errors.length === 0) || trial.data?.confirm.length !== 0);
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={`${words.importCsv}: ${entity.plural}`}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <Stack>
        <FileInput
          data-autofocus
          label={words.chooseFile}
          description={`${words.importHint} ${labels.join(', ')}`}
          accept=".csv,text/csv"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            all.reset();
            trial.reset();
            if (chosen) trial.mutate(chosen);
          }}
        />
        <div aria-live="polite">
          {trial.isPending && <Text size="sm">{words.loading}</Text>}
          {trial.data && <Outcome trial={trial.data} />}
          {ignored.length > 0 && (
            <Text size="sm" c="dimmed">
              {words.importIgnored(ignored.join(', '))}
            </Text>
          )}
        </div>
        {error && <ProblemAlert error={error} focus />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={!isReady} loading={all.isPending} onClick={() => file && all.mutate(file)}>
            {isReady ? words.importRows(rows.length) : words.importCsv}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({ trial: { rows, confirm } }: { trial: ImportView }) {
  const words = useLaterWords();
  const refused = rows.filter((row) => row.errors.length > 0);
  const errors = refused.flatMap((row) => row.errors.map((error) => ({ ...error, line: row.line })));
  if (rows.length === 0) return <Text size="sm">{words.importNothing}</Text>;
  if (refused.length === 0) return <Text size="sm">{words.importReady(rows.length)}</Text>;
  const summary = confirm.length > 0 ? words.importWarned : words.importRefused;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {summary(refused.length, rows.length)}
      </Text>
      <ScrollArea.Autosize mah={300}>
        <List size="sm">
          {errors.slice(0, SHOWN_ERRORS).map((error) => (
            <List.Item key={`${error.line} ${error.field} ${error.code} ${error.clause}`}>
              {words.line} {error.line}: {error.message} {error.clause && <AskWhy clause={error.clause} />}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {errors.length > SHOWN_ERRORS && <Text size="sm">{words.importMore(errors.length - SHOWN_ERRORS)}</Text>}
    </Stack>
  );
}
