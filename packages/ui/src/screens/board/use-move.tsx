import { Button, Stack } from '@mantine/core';
import type { EntityView, RecordView, ScreenView } from '@nonet/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { client } from '../../data/client.ts';
import { canQuery } from '../../data/queries.ts';
import { offerOf, refusalOf } from '../../data/verdicts.ts';
import { useRefresh, useWrite } from '../../data/writes.ts';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { useEvents } from '../../parts/use-events.tsx';
import type { OrderingByHand } from '../../parts/use-order-by-hand.tsx';
import type { GivenValue } from '../../data/order-by-hand.ts';
import { useWords } from '../../words/words.ts';
import { type Move, movesBetween } from './moves.ts';
import { NoMove } from './no-move.tsx';

interface Pending {
  record: RecordView;
  from: string;
  to: string;
  moves: readonly Move[];
  /** The writes that give it its place in the other column. */
  arrival: readonly GivenValue[];
}

/**
 * Moves a card by the only event that fits, or by the chosen one. A refused card goes back, and the reason is shown.
 */
export function useMove(
  screen: ScreenView,
  entity: EntityView,
  ordering: OrderingByHand | null,
): {
  to: (record: RecordView, from: string, to: string, arrival?: readonly GivenValue[]) => void;
  dialogs: ReactNode;
} {
  const words = useWords();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const arriving = useRef<Pick<Pending, 'record' | 'arrival'> | null>(null);
  /** After an event, its place is given where the event has left that to this reader. */
  async function arrive({ id }: RecordView) {
    const { record, arrival = [] } = arriving.current ?? {};
    arriving.current = null;
    if (record?.id !== id || !ordering || arrival.length === 0) return;
    const can = await queries.fetchQuery(canQuery(entity.path, id));
    if (can.fields.includes(ordering.order.field)) ordering.give(arrival);
  }

  const events = useEvents((record) => void arrive(record));
  const [choosing, setChoosing] = useState<Pending | null>(null);
  const [blocked, setBlocked] = useState<Pick<Pending, 'from' | 'to'> | null>(null);

  const set = useWrite({
    mutationFn: async ({
      record,
      to,
      field,
      place,
    }: {
      record: RecordView;
      to: string;
      field: string;
      place: object;
    }) => {
      const { etag } = await client.read(entity.path, record.id);
      await client.update(entity.path, record.id, { [field]: to, ...place }, { ifMatch: etag });
    },
    onSettled: refresh,
  });

  const find = useMutation({
    mutationFn: async ({ record, moves }: Pending) => {
      const can = await queries.fetchQuery(canQuery(entity.path, record.id));
      const verdict = (move: Move) => (move.kind === 'event' ? can.events[move.event.name] : can.update);
      const fits = moves.filter((move) => offerOf(verdict(move)) === 'offered');
      if (fits.length === 0) {
        const reason = moves.map(verdict).find((each) => each?.may === false);
        if (!reason) return null;
        throw refusalOf(reason);
      }
      return { record, fits };
    },
    onSuccess: (found, { from, to, arrival }) => {
      if (found === null) return setBlocked({ from, to });
      const { record, fits } = found;
      const [only] = fits;
      if (fits.length > 1) setChoosing({ record, from, to, moves: fits, arrival });
      else if (only) carryOut({ record, to, arrival }, only);
    },
  });

  function carryOut({ record, to, arrival }: Pick<Pending, 'record' | 'to' | 'arrival'>, move: Move) {
    setChoosing(null);
    if (move.kind === 'event') {
      arriving.current = { record, arrival };
      return events.fire(entity, move.event, record, null);
    }
    // Its own value goes with the change of its column.
    const own = arrival.find(({ id }) => id === record.id);
    const place = own && ordering ? { [ordering.order.field]: own.value } : {};
    ordering?.give(arrival.filter((write) => write !== own));
    return set.mutate({ record, to, field: move.field.name, place });
  }

  const refusal = events.refusal ?? set.error ?? find.error;
  return {
    to(record, from, to, arrival = []) {
      if (from === to) return;
      const moves = movesBetween(screen, entity, from, to);
      if (moves.length > 0) find.mutate({ record, from, to, moves, arrival });
      else setBlocked({ from, to });
    },
    dialogs: (
      <>
        {choosing && (
          <Dialog
            onClose={() => setChoosing(null)}
            title={words.chooseEvent}
            closeButtonProps={{ 'aria-label': words.cancel }}
          >
            <Stack gap="xs">
              {choosing.moves.map((move) =>
                move.kind === 'event' ? (
                  <Button key={move.event.name} variant="light" onClick={() => carryOut(choosing, move)}>
                    {move.event.label}
                  </Button>
                ) : null,
              )}
            </Stack>
          </Dialog>
        )}
        {events.dialog}
        {blocked && <NoMove screen={screen} entity={entity} {...blocked} onClose={() => setBlocked(null)} />}
        {refusal && (
          <RefusalDialog
            error={refusal}
            onClose={() => {
              events.clear();
              set.reset();
              find.reset();
            }}
          />
        )}
      </>
    ),
  };
}
