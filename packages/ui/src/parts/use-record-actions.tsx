import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../data/client.ts';
import { useRefresh } from '../data/writes.ts';
import { useWords } from '../words/words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { notifyDone } from './notify.ts';
import { EditDialog } from './record-dialog.tsx';
import { useCreateFrom } from './use-create-from.tsx';
import { useEvents } from './use-events.tsx';

interface RecordActions {
  run: (action: ScreenActionView) => void;
  pending: boolean;
  /** Why the last action was refused, where no dialog says so. */
  refusal: Error | null;
  clear: () => void;
  dialogs: ReactNode;
}

/** Carries out the actions of one record. `etag` is that of the record as it is shown, where it is known. */
export function useRecordActions(
  entity: EntityView,
  record: RecordView,
  etag: string | null,
  onDeleted?: () => void,
): RecordActions {
  const words = useWords();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const events = useEvents(entity);
  const restore = useMutation({
    mutationFn: () => client.restore(entity.path, record.id),
    onSuccess: async () => {
      await refresh();
      notifyDone(words.restored, words);
    },
  });
  const createFrom = useCreateFrom(entity);
  const close = () => setDialog(null);

  return {
    run(action) {
      restore.reset();
      events.clear();
      createFrom.clear();
      if (action.kind === 'create from') createFrom.run(action, record.id);
      else if (action.kind === 'edit' || action.kind === 'delete') setDialog(action.kind);
      else if (action.kind === 'restore') restore.mutate();
      else if (action.kind === 'event') {
        const event = entity.events.find((each) => each.name === action.event);
        if (event) events.fire(event, record, etag);
      }
    },
    pending: events.pending || restore.isPending || createFrom.pending,
    refusal: events.refusal ?? restore.error ?? createFrom.refusal,
    clear: () => {
      events.clear();
      restore.reset();
      createFrom.clear();
    },
    dialogs: (
      <>
        {dialog === 'edit' && <EditDialog entity={entity} record={record} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteDialog entity={entity} record={record} onClose={close} {...(onDeleted ? { onDone: onDeleted } : {})} />
        )}
        {events.dialog}
        {createFrom.dialog}
      </>
    ),
  };
}
