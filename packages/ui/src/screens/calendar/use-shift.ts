import { client } from '../../data/client.ts';
import { fieldOf } from '../../data/product.ts';
import { useRefresh, useWrite } from '../../data/writes.ts';
import { useFormat } from '../../format/format.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { useWords } from '../../words/words.ts';
import type { Entry, Source } from './entries.ts';
import { shifted } from './shift.ts';

/** Whether this reader might ever move records of a source: they may change each of its days. */
export function isMovable({ entity, from, to }: Source): boolean {
  return [from, to].every((name) => name === null || fieldOf(entity, name)?.onUpdate === true);
}

/** Moves an entry by days. After a refusal it stays in its place. */
export function useShift() {
  const words = useWords();
  const format = useFormat();
  const refresh = useRefresh();
  return useWrite({
    mutationFn: async ({ entry: { source, record }, days }: { entry: Entry; days: number }) => {
      const { path } = source.entity;
      const now = await client.read(path, record.id);
      const changes = shifted(source, now.record, days, format.timeZone);
      await client.update(path, record.id, changes, { ifMatch: now.etag });
      return changes[source.from] ?? '';
    },
    onSuccess: async (to, { entry }) => {
      await refresh();
      const day = entry.source.instant ? format.dateTime(to) : format.date(to);
      notifyDone(words.movedTo(entry.record._title, day), words);
    },
  });
}
