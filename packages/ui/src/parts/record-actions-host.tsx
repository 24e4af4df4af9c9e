import { useCallbackRef } from '@mantine/hooks';
import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { RefusalDialog } from './refusal-dialog.tsx';
import { useRecordActions } from './use-record-actions.tsx';

type Possible = ReadonlyMap<string, readonly string[]>;

const NOTHING: Possible = new Map();

interface HostedActions {
  run: (action: ScreenActionView, entity: EntityView, record: RecordView) => void;
  /** Says why something is not offered. */
  explain: (refusal: Error) => void;
  /** By a record's id, the events that this reader may cause now, which its row offers. */
  possible: Possible;
  /** The id of the record of which an action is on its way. */
  pending: string | null;
}

const HostContext = createContext<HostedActions | null>(null);

/**
 * Runs the actions of all records on a screen, with their dialogs: once for the screen, so that a row costs nothing,
 * and a dialog stays open when its row disappears.
 */
export function RecordActionsHost({ possible = NOTHING, children }: { possible?: Possible; children: ReactNode }) {
  const { run, pending, refusal, clear, dialogs } = useRecordActions();
  const [explained, explain] = useState<Error | null>(null);
  const [acting, setActing] = useState<string | null>(null);
  // One and the same, so that no row is drawn again for it.
  const start = useCallbackRef((action: ScreenActionView, entity: EntityView, record: RecordView) => {
    setActing(record.id);
    run(action, { entity, record, etag: null });
  });
  const hosted = useMemo(
    () => ({ run: start, explain, possible, pending: pending ? acting : null }),
    [start, possible, pending, acting],
  );
  const refused = explained ?? refusal;
  return (
    <HostContext value={hosted}>
      {children}
      {dialogs}
      {refused && (
        <RefusalDialog
          error={refused}
          onClose={() => {
            explain(null);
            clear();
          }}
        />
      )}
    </HostContext>
  );
}

export function useHostedActions(): HostedActions {
  const hosted = use(HostContext);
  if (!hosted) throw new Error('useHostedActions outside a host');
  return hosted;
}
