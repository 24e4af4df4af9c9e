import type { EntityView, EventView, RecordView } from '@nonet/client';
import { type ReactNode, useState } from 'react';
import { client } from '../data/client.ts';
import { beginJourney } from '../data/journeys.ts';
import { useRefresh, useWrite } from '../data/writes.ts';
import { useWords } from '../words/words.ts';
import type { FiredEvent } from './event-dialog.tsx';
import { EventDialog } from './lazy-dialogs.tsx';
import { notifyDone } from './notify.tsx';
import { useEventBack } from './way-back.ts';
import { useIsShown } from './use-is-shown.ts';

interface Events {
  /** Fires immediately if the event asks for nothing, otherwise opens the dialog. */
  fire: (entity: EntityView, event: EventView, record: RecordView | null, etag: string | null) => void;
  /** The refusal of an event that asked nothing. */
  refusal: Error | null;
  clear: () => void;
  pending: boolean;
  dialog: ReactNode;
}

interface Heard {
  onDone?: (record: RecordView) => void;
  /** Called at the end of each, with the record if the event happened: not if its dialog was left, or it was refused. */
  onEnd?: (record: RecordView | null, refusal: Error | null) => void;
}

interface Firing extends FiredEvent {
  entity: EntityView;
}

/** Firing the events of records. */
export function useEvents({ onDone, onEnd }: Heard = {}): Events {
  const words = useWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const wayBack = useEventBack();
  const [asking, setAsking] = useState<Firing | null>(null);
  const direct = useWrite({
    mutationFn: ({ entity, event, record, etag }: Firing) =>
      client.fire(entity.path, record?.id ?? null, event.name, {}, { ifMatch: etag }),
    onSuccess: async ({ record }, { entity, event, record: before }) => {
      beginJourney(entity, event.name, record);
      const [back] = await Promise.all([wayBack(entity, before, record), refresh()]);
      notifyDone(words.done(event.label), words, back);
      if (isShown()) onDone?.(record);
    },
    onSettled: (done, refusal) => onEnd?.(done?.record ?? null, refusal),
  });
  return {
    fire(entity, event, record, etag) {
      direct.reset();
      const fired = { entity, event, record, etag };
      if (event.asks.length > 0) setAsking(fired);
      else direct.mutate(fired);
    },
    refusal: direct.error,
    clear: direct.reset,
    pending: direct.isPending,
    dialog: asking && (
      <EventDialog
        entity={asking.entity}
        fired={asking}
        onClose={() => {
          setAsking(null);
          onEnd?.(null, null);
        }}
        onDone={(record) => {
          beginJourney(asking.entity, asking.event.name, record);
          onDone?.(record);
          onEnd?.(record, null);
        }}
      />
    ),
  };
}
