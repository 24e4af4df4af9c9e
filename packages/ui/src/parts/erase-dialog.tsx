import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { EntityView, RecordView } from '@nonet/client';
import { client } from '../data/client.ts';
import { useRefresh, useWrite } from '../data/writes.ts';
import { useLaterWords } from '../words/later-words.ts';
import { Dialog } from './dialog.tsx';
import { notifyDone } from './notify.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { useIsShown } from './use-is-shown.ts';

interface EraseDialogProps {
  entity: EntityView;
  record: RecordView;
  onClose: () => void;
}

/** Says what goes with a person, asks once more, then erases them as they are now. */
export function EraseDialog({ entity, record, onClose }: EraseDialogProps) {
  const words = useLaterWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const erase = useWrite({
    mutationFn: async () => {
      const { etag } = await client.read(entity.path, record.id);
      await client.erase(entity.path, record.id, { ifMatch: etag });
    },
    onSuccess: async () => {
      if (isShown()) onClose();
      notifyDone(words.erased, words);
      await refresh();
    },
  });
  return (
    <Dialog onClose={onClose} title={words.eraseTitle(record._title)} closeButtonProps={{ 'aria-label': words.cancel }}>
      <Stack>
        <Text>{words.eraseDetail}</Text>
        {entity.erasure?.map(({ label, fields }) => (
          <div key={label}>
            <Text fw={600}>{label}</Text>
            <List>
              {fields.map((field) => (
                <List.Item key={field.clause} data-clause={field.clause}>
                  {field.to === null ? field.label : words.eraseTo(field.label, field.to)}
                </List.Item>
              ))}
            </List>
          </div>
        ))}
        {erase.error && <ProblemAlert error={erase.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" loading={erase.isPending} onClick={() => erase.mutate()}>
            {words.erase}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
