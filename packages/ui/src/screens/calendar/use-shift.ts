import { useMutation } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { fieldOf } from '../../data/product.ts';
import { useRefresh } from '../../data/writes.ts';
import { useFormat } from '../../format/format.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { useWords } from '../../words/words.ts';
import type { Entry, Source } from './entries.ts';
import type { Group } from './groups.ts';
import { type Edge, shifted } from './shift.ts';

/** Whether this reader might ever move records of a source: they may change each of its days. */
export function isMovable({ entity, from, to }: Source): boolean {
  return [from, to].every((name) => name === null || fieldOf(entity, name)?.onUpdate === true);
}

export interface Shift {
  readonly entry: Entry;
  readonly days: number;
  /** On the clock, in addition to the days. */
  readonly minutes?: number;
  /** Moves this end alone. */
  readonly edge?: Edge;
  /** Moves it to another row: the value of the field by which there are rows. */
  readonly row?: Group;
}

/**
 * Moves an entry by days, or to another row. After a refusal it stays in its place. Each press of a key is a move of its
 * own, also while the one before is on its way: they are carried out one after the other, from where the entry is then.
 */
export function useShift() {
  const words = useWords();
  const format = useFormat();
  const refresh = useRefresh();
  return useMutation({
    scope: { id: 'shift' },
    mutationFn: async ({ entry: { source, record }, days, minutes = 0, edge, row }: Shift) => {
      const { path } = source.entity;
      const now = await client.read(path, record.id);
      const isMoved = days !== 0 || minutes !== 0;
      const changes = isMoved ? shifted(source, now.record, { days, minutes }, format.timeZone, edge) : {};
      const group = row && source.rows ? { [source.rows.name]: row.key } : {};
      await client.update(path, record.id, { ...changes, ...group }, { ifMatch: now.etag });
      return changes;
    },
    onSuccess: async (changes, { entry: { source, record }, edge, row }) => {
      await refresh();
      const written = (value = '') => (source.instant ? format.dateTime(value) : format.date(value));
      if (edge === 'to') return notifyDone(words.endsAt(record._title, written(changes[source.to ?? ''])), words);
      const places = [row?.label, ...(source.from in changes ? [written(changes[source.from])] : [])];
      notifyDone(words.movedTo(record._title, places.filter((place) => place !== undefined).join(', ')), words);
    },
  });
}
