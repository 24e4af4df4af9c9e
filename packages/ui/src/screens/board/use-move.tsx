import { Button, Stack } from '@mantine/core';
import type { EntityView, RecordView, ScreenView } from '@nonet/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { client } from '../../data/client.ts';
import { canQuery } from '../../data/queries.ts';
import { offerOf, refusalOf } from '../../data/verdicts.ts';
import { useRefresh, useWrite } from '../../data/writes.ts';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { useEvents } from '../../parts/use-events.tsx';
import { useWords } from '../../words/words.ts';
import { type Move, movesBetween } from './moves.ts';
import { NoMove } from './no-move.tsx';

interface Pending {
  record: RecordView;
  from: string;
  to: string;
  moves: readonly Move[];
}

/**
 * Moves a card by the only event that fits, or by the chosen one. A refused card goes back, and the reason is shown.
 */
export function useMove(
  screen: ScreenView,
  entity: EntityView,
): { to: (record: RecordView, from: string, to: string) => void; dialogs: ReactNode } {
  const words = useWords();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const events = useEvents();
  const [choosing, setChoosing] = useState<Pending | null>(null);
  const [blocked, setBlocked] = useState<Pick<Pending, 'from' | 'to'> | null>(null);

  const set = useWrite({
    mutationFn: async ({ record, to, field }: { record: RecordView; to: string; field: string }) => {
      const { etag } = await client.read(entity.path, record.id);
      await client.update(entity.path, record.id, { [field]: to }, { ifMatch: etag });
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
    onSuccess: (found, { from, to }) => {
      if (found === null) return setBlocked({ from, to });
      const { record, fits } = found;
      const [only] = fits;
      if (fits.length > 1) setChoosing({ record, from, to, moves: fits });
      else if (only) carryOut(record, to, only);
    },
  });

  function carryOut(record: RecordView, to: string, move: Move) {
    setChoosing(null);
    if (move.kind === 'event') events.fire(entity, move.event, record, null);
    else set.mutate({ record, to, field: move.field.name });
  }

  const refusal = events.refusal ?? set.error ?? find.error;
  return {
    to(record, from, to) {
      if (from === to) return;
      const moves = movesBetween(screen, entity, from, to);
      if (moves.length > 0) find.mutate({ record, from, to, moves });
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
                  <Button
                    key={move.event.name}
                    variant="light"
                    onClick={() => carryOut(choosing.record, choosing.to, move)}
                  >
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
