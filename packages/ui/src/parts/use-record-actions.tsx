import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { client } from '../data/client.ts';
import { recordAddress } from '../data/routes.ts';
import { useRefresh, useWrite } from '../data/writes.ts';
import { useWords } from '../words/words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { keptPlace } from './kept-place.ts';
import { notifyDone } from './notify.tsx';
import { CopyDialog, EditDialog, EraseDialog, MergeDialog } from './lazy-dialogs.tsx';
import { useCreateFrom } from './use-create-from.tsx';
import { useEvents } from './use-events.tsx';

type CopyAction = Extract<ScreenActionView, { kind: 'copy' }>;

/** A record that something is done with. `etag` is that of the record as it is shown, where it is known. */
export interface Subject {
  readonly entity: EntityView;
  readonly record: RecordView;
  readonly etag: string | null;
}

interface RecordActions {
  run: (action: ScreenActionView, subject: Subject) => void;
  pending: boolean;
  /** Why the last action was refused, where no dialog says so. */
  refusal: Error | null;
  clear: () => void;
  dialogs: ReactNode;
}

/** Carries out the actions of records, of one after the other. */
export function useRecordActions(onDeleted?: () => void): RecordActions {
  const words = useWords();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<(Subject & { readonly kind: 'edit' | 'delete' | 'erase' | 'merge' }) | null>(
    null,
  );
  const [copying, setCopying] = useState<(Subject & { readonly action: CopyAction }) | null>(null);
  const navigate = useNavigate();
  const events = useEvents();
  const restore = useWrite({
    mutationFn: ({ entity, record }: Subject) => client.restore(entity.path, record.id),
    onSuccess: async () => {
      await refresh();
      notifyDone(words.restored, words);
    },
  });
  const createFrom = useCreateFrom();
  const pending = events.pending || restore.isPending || createFrom.pending;
  const giveBack = useRef<(() => void) | null>(null);
  // The action may have removed the pressed button, or its row.
  useEffect(() => {
    if (pending || giveBack.current === null) return;
    setTimeout(giveBack.current);
    giveBack.current = null;
  }, [pending]);
  const close = () => setDialog(null);
  function open(entity: EntityView, id: string) {
    const address = recordAddress(entity, id);
    if (address) void navigate({ to: address });
  }
  const clear = () => {
    events.clear();
    restore.reset();
    createFrom.clear();
  };

  return {
    run(action, subject) {
      const { entity, record, etag } = subject;
      giveBack.current = keptPlace();
      clear();
      if (action.kind === 'create from') createFrom.run(action, { path: entity.path, id: record.id });
      else if (action.kind === 'edit' || action.kind === 'delete' || action.kind === 'erase' || action.kind === 'merge')
        setDialog({ ...subject, kind: action.kind });
      else if (action.kind === 'copy') setCopying({ ...subject, action });
      else if (action.kind === 'restore') restore.mutate(subject);
      else if (action.kind === 'event') {
        const event = entity.events.find((each) => each.name === action.event);
        if (event) events.fire(entity, event, record, etag);
      }
    },
    pending,
    refusal: events.refusal ?? restore.error ?? createFrom.refusal,
    clear,
    dialogs: (
      <>
        {dialog?.kind === 'edit' && <EditDialog entity={dialog.entity} record={dialog.record} onClose={close} />}
        {copying && (
          <CopyDialog
            {...copying}
            onClose={() => setCopying(null)}
            onDone={(record) => open(copying.entity, record.id)}
          />
        )}
        {dialog?.kind === 'erase' && <EraseDialog entity={dialog.entity} record={dialog.record} onClose={close} />}
        {dialog?.kind === 'merge' && (
          <MergeDialog
            entity={dialog.entity}
            record={dialog.record}
            onClose={close}
            onDone={(stays, went) => {
              // The page of the one that went is left for that of the one that stays.
              if (onDeleted && went === dialog.record.id) open(dialog.entity, stays);
            }}
          />
        )}
        {dialog?.kind === 'delete' && (
          <DeleteDialog
            entity={dialog.entity}
            record={dialog.record}
            onClose={close}
            {...(onDeleted ? { onDone: onDeleted } : {})}
          />
        )}
        {events.dialog}
        {createFrom.dialog}
      </>
    ),
  };
}
