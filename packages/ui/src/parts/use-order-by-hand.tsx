import type { EntityView, RecordView, ScreenView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { client } from '../data/client.ts';
import {
  type Given,
  type GivenValue,
  inOrderByHand,
  type OrderByHand,
  orderByHandOf,
  type Unseen,
  writesToMove,
} from '../data/order-by-hand.ts';
import { useRefresh } from '../data/writes.ts';
import { useWords } from '../words/words.ts';
import { RefusalDialog } from './refusal-dialog.tsx';

const NONE: Given = new Map();

export interface OrderingByHand {
  readonly order: OrderByHand;
  /** The records in their order, with the moves that are on their way. */
  inOrder: (records: readonly RecordView[]) => readonly RecordView[];
  /** Brings a record to another place among those that are shown; false where no place is known. */
  move: (shown: readonly RecordView[], record: RecordView, to: number, unseen?: Unseen) => boolean;
  /** The writes of a record that comes from another column, for after it has come. */
  writesFor: (shown: readonly RecordView[], record: RecordView, to: number, unseen?: Unseen) => readonly GivenValue[];
  /** Carries out writes that were found before. */
  give: (writes: readonly GivenValue[]) => void;
  /** The refusal of a move, and what screen readers hear of one. */
  notes: ReactNode;
}

/**
 * The order that people give the records of a list or board. A record is shown in its new place at once, and goes back
 * if the product refuses the write; moves are carried out one after the other. Null if this reader can't order them.
 */
export function useOrderByHand(screen: ScreenView, entity: EntityView): OrderingByHand | null {
  const words = useWords();
  const refresh = useRefresh();
  const [given, setGiven] = useState<Given>(NONE);
  const [said, say] = useState('');
  const order = useMemo(() => orderByHandOf(screen, entity), [screen, entity]);
  const { mutate, error, reset } = useMutation({
    scope: { id: 'order by hand' },
    mutationFn: async (writes: readonly GivenValue[]) => {
      // Any other value of the record stays as it is, so nothing of another person's change is lost.
      for (const { id, value } of writes)
        await client.update(entity.path, id, { [order?.field ?? '']: value }, { ifMatch: '*' });
    },
    onSettled: async (_done, _failed, writes) => {
      await refresh();
      setGiven((before) => withoutWritten(before, writes));
    },
  });
  const inOrder = useCallback(
    (records: readonly RecordView[]) => (order ? inOrderByHand(records, order, given) : records),
    [order, given],
  );
  if (!order) return null;

  function give(writes: readonly GivenValue[]) {
    if (writes.length === 0) return;
    reset();
    setGiven((before) => new Map([...before, ...writes.map(({ id, value }) => [id, value] as const)]));
    mutate(writes);
  }

  const writesFor: OrderingByHand['writesFor'] = (shown, { id }, to, unseen) =>
    writesToMove(shown, id, to, order, { given, ...(unseen && { unseen }) }) ?? [];
  return {
    order,
    inOrder,
    writesFor,
    give,
    move(shown, record, to, unseen) {
      const writes = writesFor(shown, record, to, unseen);
      if (writes.length === 0) return false;
      give(writes);
      say(words.movedToPlace(record._title, to + 1, shown.length));
      return true;
    },
    notes: (
      <>
        <output className="visually-hidden">{said}</output>
        {error && <RefusalDialog error={error} onClose={reset} />}
      </>
    ),
  };
}

/** A value that was given once more meanwhile is still on its way. */
function withoutWritten(given: Given, writes: readonly GivenValue[]): Given {
  const kept = [...given].filter(([id, value]) => !writes.some((write) => write.id === id && write.value === value));
  return kept.length === given.size ? given : new Map(kept);
}
