import { Loader } from '@mantine/core';
import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { expansions } from '../data/columns.ts';
import { useProduct } from '../data/product.ts';
import { recordQuery } from '../data/queries.ts';
import { rowsOf } from '../fields/rows.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { CreateDialog } from './record-dialog.tsx';
import { useFirst } from './use-first.ts';

type CopyAction = Extract<ScreenActionView, { kind: 'copy' }>;

interface CopyDialogProps {
  entity: EntityView;
  record: Pick<RecordView, 'id' | '_title'>;
  action: CopyAction;
  onClose: () => void;
  onDone: (record: RecordView) => void;
}

/** The form of a new record with the values of another one, as its reader may read them now. */
export function CopyDialog({ entity, record, action, onClose, onDone }: CopyDialogProps) {
  const words = useWords();
  const { entities } = useProduct();
  const current = useQuery({
    ...recordQuery(entity.path, record.id, expansions(entity, entities)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const loaded = useFirst(current.isFetchedAfterMount ? current.data : undefined);
  const title = words.copyTitle(record._title);
  if (loaded)
    return (
      <CreateDialog
        entity={entity}
        title={title}
        given={copied(loaded.record, action)}
        onClose={onClose}
        onDone={onDone}
      />
    );
  return (
    <Dialog onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': words.cancel }}>
      {current.error ? (
        <ProblemAlert error={current.error} onRetry={() => current.refetch()} />
      ) : (
        <Loader size="sm" aria-label={words.loading} />
      )}
    </Dialog>
  );
}

/** The values of the fields that are copied, as far as the reader has them; rows of children are new ones. */
function copied(record: RecordView, { fields, children }: CopyAction): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter((name) => Object.hasOwn(record, name))
      .map((name) => {
        const own = children[name];
        return [name, own ? rowsOf(record[name]).map((row) => picked(row, own)) : record[name]];
      }),
  );
}

function picked(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]));
}
