import { Button, Group, Stack } from '@mantine/core';
import { type EntityView, ProblemError, type RecordView } from '@nonet/client';
import { Dialog } from './dialog.tsx';
import { client } from '../data/client.ts';
import { useRefresh, useWrite } from '../data/writes.ts';
import { useWords } from '../words/words.ts';
import { notifyDone } from './notify.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { useWayBack } from './way-back.ts';
import { useIsShown } from './use-is-shown.ts';

interface DeleteDialogProps {
  entity: EntityView;
  record: RecordView;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks once more, then deletes the record as it is now. */
export function DeleteDialog({ entity, record, onClose, onDone }: DeleteDialogProps) {
  const words = useWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const restored = useWayBack(words.undo, () => client.restore(entity.path, record.id), words.restored);
  const remove = useWrite({
    mutationFn: async () => {
      const { etag } = await client.read(entity.path, record.id);
      await client.delete(entity.path, record.id, { ifMatch: etag });
      return { restores: await isRestorable(entity.path, record.id) };
    },
    onSuccess: async ({ restores }) => {
      if (isShown()) {
        onDone?.();
        onClose();
      }
      notifyDone(words.deletedTitle(record._title), words, restores ? restored : undefined);
      await refresh();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={words.deleteTitle(record._title)}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <Stack>
        {remove.error && <ProblemAlert error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.delete}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Whether a deleted record is among those that this reader may restore; not where deletion is for good. */
async function isRestorable(path: string, id: string): Promise<boolean> {
  try {
    return (await client.list(path, { deleted: true, filters: { id }, limit: 1 })).items.length > 0;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return false;
  }
}
