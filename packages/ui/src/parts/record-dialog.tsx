import { Loader } from '@mantine/core';
import type { EntityView, FieldView, RecordView } from '@nonet/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog } from './dialog.tsx';
import { client } from '../data/client.ts';
import { expansions } from '../data/columns.ts';
import { beginJourney } from '../data/journeys.ts';
import { useProduct } from '../data/product.ts';
import { canQuery, recordQuery } from '../data/queries.ts';
import { useRefresh } from '../data/writes.ts';
import { usePresence } from '../live/use-presence.ts';
import { useWords } from '../words/words.ts';
import { groupsOf } from './field-groups.ts';
import { notifyDone } from './notify.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { RecordForm } from './record-form.tsx';
import { useFirst } from './use-first.ts';
import { useIsShown } from './use-is-shown.ts';

interface DialogProps {
  entity: EntityView;
  onClose: () => void;
  onDone?: (record: RecordView) => void;
}

/** Rows that are edited in place need room. */
function sizeFor(entity: EntityView): string {
  return entity.fields.some((field) => field.kind === 'children') ? '64rem' : 'lg';
}

interface CreateDialogProps extends DialogProps {
  title?: string;
  /** Values that are entered already, as a record has them. */
  given?: Readonly<Record<string, unknown>>;
}

/** Creates a record where no form screen is stated. */
export function CreateDialog({ entity, title, given, onClose, onDone }: CreateDialogProps) {
  const words = useWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const { screens } = useProduct();
  return (
    <Dialog
      onClose={onClose}
      size={sizeFor(entity)}
      title={title ?? words.create(entity.label)}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <RecordForm
        focusFirst
        groups={groupsOf(
          entity.name,
          screens,
          entity.fields.filter((field) => field.onCreate),
        )}
        entity={entity}
        version={null}
        {...(given ? { given } : {})}
        submitLabel={words.save}
        onCancel={(forget) => {
          forget();
          onClose();
        }}
        save={async (values, idempotencyKey) => (await client.create(entity.path, values, { idempotencyKey })).record}
        onSaved={async (record) => {
          notifyDone(words.saved, words);
          beginJourney(entity, 'create', record);
          await refresh();
          if (!isShown()) return;
          onDone?.(record);
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Changes a record: the fields that this reader may change on it now. */
export function EditDialog({
  entity,
  record,
  onClose,
  onDone,
}: DialogProps & { record: Pick<RecordView, 'id' | '_title'> }) {
  const words = useWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const queries = useQueryClient();
  const { screens, entities } = useProduct();
  const references = expansions(entity, entities);
  const options = recordQuery(entity.path, record.id, references);
  usePresence(entity, record.id, 'edits');
  const current = useQuery({
    ...options,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const can = useQuery({ ...canQuery(entity.path, record.id), refetchOnWindowFocus: false, refetchOnReconnect: false });
  const error = current.error ?? can.error;
  // The form starts with the record as it is when the dialog opens, and compares with the newest version when it saves.
  const loaded = useFirst(current.isFetchedAfterMount ? current.data : undefined);
  const mayChange = (field: FieldView) => field.onUpdate && (can.data?.fields.includes(field.name) ?? false);
  return (
    <Dialog
      onClose={onClose}
      size={sizeFor(entity)}
      title={words.editTitle(record._title)}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      {error && <ProblemAlert error={error} onRetry={() => current.refetch()} />}
      {loaded && can.data ? (
        <RecordForm
          focusFirst
          groups={groupsOf(entity.name, screens, entity.fields.filter(mayChange))}
          entity={entity}
          version={loaded}
          submitLabel={words.save}
          onCancel={(forget) => {
            forget();
            onClose();
          }}
          save={async (values, idempotencyKey, etag) =>
            Object.keys(values).length === 0
              ? loaded.record
              : (await client.update(entity.path, record.id, values, { ifMatch: etag, idempotencyKey })).record
          }
          readNewest={() => queries.fetchQuery({ ...options, staleTime: 0 })}
          onSaved={async (saved) => {
            notifyDone(words.saved, words);
            await refresh();
            if (!isShown()) return;
            onDone?.(saved);
            onClose();
          }}
        />
      ) : (
        !error && <Loader size="sm" aria-label={words.loading} />
      )}
    </Dialog>
  );
}
