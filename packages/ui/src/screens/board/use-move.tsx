import { Button, Stack } from '@mantine/core';
import type { EntityView, RecordView, ScreenView } from '@nonet/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { client } from '../../data/client.ts';
import { canQuery } from '../../data/queries.ts';
import { offerOf, refusalOf } from '../../data/verdicts.ts';
import { useRefresh } from '../../data/writes.ts';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { useEvents } from '../../parts/use-events.tsx';
import type { OrderingByHand } from '../../parts/use-order-by-hand.tsx';
import type { GivenValue } from '../../data/order-by-hand.ts';
import { useWords } from '../../words/words.ts';
import type { AwaitedCard, AwaitedCards } from './awaited-cards.ts';
import { keyOfColumn, laneOfColumn } from './column-keys.ts';
import { type Move, movesBetween } from './moves.ts';
import { NoMove } from './no-move.tsx';

/** A move that a person asks for. */
interface Asked {
  readonly record: RecordView;
  /** The key of the column, or of its part in a lane, that the card leaves. */
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** The writes that give it its place in the other column. */
  readonly arrival?: readonly GivenValue[];
}

interface Pending extends Asked {
  readonly moves: readonly Move[];
  /** The move of the same card that was on its way when this one was asked for. */
  readonly after: Pending | undefined;
}

type Outcome = 'moved' | 'stayed';

const NONE: AwaitedCards = new Map();

/**
 * Moves cards by the only event that fits, or by the chosen one. A card is drawn in its new place at once (`awaited`);
 * it goes back if the move is given up or refused, and the reason is shown. Moves are carried out one after the other.
 */
export function useMove(
  screen: ScreenView,
  entity: EntityView,
  ordering: OrderingByHand | null,
): {
  to: (asked: Asked) => void;
  awaited: AwaitedCards;
  dialogs: ReactNode;
} {
  const words = useWords();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [awaited, setAwaited] = useState<AwaitedCards>(NONE);
  const [choosing, setChoosing] = useState<readonly Move[]>([]);
  const [blocked, setBlocked] = useState<Pick<Asked, 'from' | 'to'> | null>(null);
  const [refusals, setRefusals] = useState<readonly Error[]>([]);
  const [said, say] = useState('');
  const last = useRef(new Map<string, Pending>());
  const stayed = useRef(new WeakSet<Pending>());
  const choice = useQuestion<Move>();
  const event = useQuestion<{ record: RecordView | null; refusal: Error | null }>();
  const events = useEvents({ onEnd: (record, refusal) => event.answer({ record, refusal }) });

  const carry = useMutation({
    scope: { id: useId() },
    mutationFn: async (pending: Pending): Promise<Outcome> => {
      const { record, from, to, moves, after } = pending;
      // It never came to where this move begins.
      if (after && stayed.current.has(after)) return 'stayed';
      const can = await queries.fetchQuery(canQuery(entity.path, record.id));
      const verdict = (move: Move) => (move.kind === 'event' ? can.events[move.event.name] : can.update);
      const fits = moves.filter((move) => offerOf(verdict(move)) === 'offered');
      const [only, ...others] = fits;
      if (!only) {
        const reason = moves.map(verdict).find((each) => each?.may === false);
        if (reason) throw refusalOf(reason);
        setBlocked({ from, to });
        return 'stayed';
      }
      const move = others.length === 0 ? only : await choice.ask(() => setChoosing(fits));
      setChoosing([]);
      return move === null ? 'stayed' : carryOut(pending, move);
    },
    onError: (error) => setRefusals((before) => [...before, error]),
    onSettled: (outcome, _error, pending) => {
      const { id } = pending.record;
      if (outcome !== 'moved') stayed.current.add(pending);
      // A later move of the same card is still on its way.
      else if (last.current.get(id) !== pending) return;
      last.current.delete(id);
      setAwaited((before) => new Map([...before].filter(([each]) => each !== id)));
    },
  });

  async function carryOut({ record, to, arrival = [] }: Pending, move: Move): Promise<Outcome> {
    if (move.kind === 'event') {
      const done = await event.ask(() => events.fire(entity, move.event, record, null));
      if (done?.refusal) throw done.refusal;
      if (!done?.record) return 'stayed';
      if (arrival.length === 0 || !ordering) return 'moved';
      // Its place is given where the event has left that to this reader.
      const can = await queries.fetchQuery(canQuery(entity.path, record.id));
      if (can.fields.includes(ordering.order.field)) ordering.give(arrival);
      return 'moved';
    }
    // Its own place goes with the change of its column. Any other value stays as it is, so nothing of another person's
    // change is lost.
    const own = arrival.find(({ id }) => id === record.id);
    const place = own && ordering ? { [ordering.order.field]: own.value } : {};
    ordering?.give(arrival.filter((write) => write !== own));
    await client.update(entity.path, record.id, { [move.field.name]: to, ...place }, { ifMatch: '*' });
    await refresh();
    say(words.movedTo(record._title, move.field.choices?.find(({ name }) => name === to)?.label ?? to));
    return 'moved';
  }

  return {
    to(asked) {
      const { record, from, to, column } = asked;
      if (from === to) return;
      const moves = movesBetween(screen, entity, from, to);
      if (moves.length === 0) return setBlocked({ from, to });
      const pending = { ...asked, moves, after: last.current.get(record.id) };
      last.current.set(record.id, pending);
      const card: AwaitedCard = {
        record: drawnAs(asked, screen, ordering),
        column: keyOfColumn(laneOfColumn(column), to),
      };
      setAwaited((before) => new Map(before).set(record.id, card));
      carry.mutate(pending);
    },
    awaited,
    dialogs: (
      <>
        <output className="visually-hidden">{said}</output>
        {choosing.length > 0 && (
          <Dialog
            onClose={() => choice.answer(null)}
            title={words.chooseEvent}
            closeButtonProps={{ 'aria-label': words.cancel }}
          >
            <Stack gap="xs">
              {choosing.map((move) =>
                move.kind === 'event' ? (
                  <Button key={move.event.name} variant="light" onClick={() => choice.answer(move)}>
                    {move.event.label}
                  </Button>
                ) : null,
              )}
            </Stack>
          </Dialog>
        )}
        {events.dialog}
        {blocked && <NoMove screen={screen} entity={entity} {...blocked} onClose={() => setBlocked(null)} />}
        {refusals[0] && <RefusalDialog error={refusals[0]} onClose={() => setRefusals((before) => before.slice(1))} />}
      </>
    ),
  };
}

/** The record of a card that is on its way, as it will be. */
function drawnAs(
  { record, to, arrival = [] }: Asked,
  { board }: ScreenView,
  ordering: OrderingByHand | null,
): RecordView {
  const own = arrival.find(({ id }) => id === record.id);
  const place = own && ordering ? { [ordering.order.field]: own.value } : {};
  return { ...record, [board?.field ?? '']: to, ...place };
}

/** A question that waits for its answer: null if it is left, also because the screen is. */
function useQuestion<Answer>() {
  const answering = useRef<((answer: Answer | null) => void) | null>(null);
  function answer(given: Answer | null) {
    answering.current?.(given);
    answering.current = null;
  }
  useEffect(() => {
    const left = answering;
    return () => left.current?.(null);
  }, []);
  return {
    answer,
    ask: (show: () => void) =>
      new Promise<Answer | null>((resolve) => {
        answering.current = resolve;
        show();
      }),
  };
}
