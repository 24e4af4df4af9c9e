import type { FieldView, RecordView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../data/client.ts';
import { fieldOf } from '../../data/product.ts';
import { useRefresh } from '../../data/writes.ts';
import { useFormat } from '../../format/format.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { useWords } from '../../words/words.ts';
import { type Entry, entryOf, inOrder, type Source } from './entries.ts';
import type { Group } from './groups.ts';
import { type Edge, shifted } from './shift.ts';

/** Whether this reader might ever move records of a source: they may change each of its days, which do not repeat. */
export function isMovable({ entity, from, to, repeats }: Source): boolean {
  if (repeats) return false;
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

/** An entry that is on its way. */
interface Awaited {
  readonly id: string;
  /** The values that it will have, as far as is known before the answer. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly isFocused: boolean;
}

interface Move extends Shift {
  readonly awaited: Awaited;
}

/**
 * Moves an entry by days, or to another row. It is drawn in its new place while the answer is awaited (`drawn`); after a
 * refusal it is where it was. Each press of a key is a move of its own, also while the one before is on its way: they are
 * carried out one after the other, from where the entry is then.
 */
export function useShift() {
  const words = useWords();
  const format = useFormat();
  const refresh = useRefresh();
  const [awaited, setAwaited] = useState<ReadonlyMap<string, Awaited>>(new Map());
  const { mutate, error, reset } = useMutation({
    scope: { id: 'shift' },
    mutationFn: async ({ entry: { source, record }, edge, row, ...by }: Move) => {
      const { path } = source.entity;
      const now = await client.read(path, record.id);
      const changes = changesOf(source, now.record, by, format.timeZone, edge);
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
    onSettled: (_changes, _error, { entry, awaited: settled }) =>
      setAwaited((before) => {
        // A later move of the same entry is still on its way.
        if (before.get(keyOf(entry)) !== settled) return before;
        const after = new Map(before);
        after.delete(keyOf(entry));
        return after;
      }),
  });
  useKeptFocus(awaited);

  function move(shift: Shift) {
    const { entry, edge, row, ...by } = shift;
    const { source, record } = entry;
    const group = row && source.rows ? { [source.rows.name]: drawnGroup(row, source.rows) } : {};
    const changes = { ...changesOf(source, record, by, format.timeZone, edge), ...group };
    const moved: Awaited = {
      id: record.id,
      values: { ...awaited.get(keyOf(entry))?.values, ...changes },
      isFocused: hasFocus(record.id),
    };
    setAwaited((before) => new Map(before).set(keyOf(entry), moved));
    mutate({ ...shift, awaited: moved });
  }

  function drawn(entries: readonly Entry[]): readonly Entry[] {
    if (awaited.size === 0) return entries;
    return entries
      .flatMap((entry) => {
        const values = awaited.get(keyOf(entry))?.values;
        return values ? entryOf(entry.source, { ...entry.record, ...values }, format.timeZone) : [entry];
      })
      .toSorted(inOrder);
  }

  return { move, drawn, error, reset };
}

const keyOf = ({ source, record }: Entry) => `${source.entity.name} ${record.id}`;

function changesOf(
  source: Source,
  record: RecordView,
  { days, minutes = 0 }: Pick<Shift, 'days' | 'minutes'>,
  timeZone: string,
  edge: Edge | undefined,
): Record<string, string> {
  return days === 0 && minutes === 0 ? {} : shifted(source, record, { days, minutes }, timeZone, edge);
}

/** The value of a group as the lists of the API have it. */
function drawnGroup({ key, label }: Group, field: FieldView) {
  return key === null || field.choices !== null ? key : { id: key, _title: label };
}

/** An entry that has the focus keeps it in another column or row, where it is drawn anew, while it is on its way. */
function useKeptFocus(awaited: ReadonlyMap<string, Awaited>): void {
  const kept = useRef<string | null>(null);
  useEffect(() => {
    const moving = [...awaited.values()].find(({ isFocused }) => isFocused)?.id ?? null;
    const id = moving ?? kept.current;
    kept.current = moving;
    if (id === null || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`main [data-record="${CSS.escape(id)}"] :is(a, button)`)?.focus();
  });
}

function hasFocus(id: string): boolean {
  return document.activeElement?.closest('[data-record]')?.getAttribute('data-record') === id;
}
