import type { Type } from '@nonet/language';
import type { TileView } from '@nonet/client';
import { localTitle } from '../../data/client.ts';
import { formatValue, useFormat } from '../../format/format.ts';
import { useWords } from '../../words/words.ts';

/** How a tile's values and groups read. */
export function useTileFormat(tile: TileView) {
  const words = useWords();
  const format = useFormat();
  const asKind = (kind: Type['kind']) => ({ kind, scale: null, currency: null, choices: null });
  const isOfTime = ['date', 'datetime', 'time'].includes(tile.groupKind ?? '');
  return {
    others: (count: number) =>
      isOfTime ? words.earlierGroups(format.integer(count)) : words.otherGroups(count, format.integer(count)),
    value: (value: number | string | null) =>
      value === null ? '–' : formatValue(format, asKind(tile.valueKind), value),
    /** A round value at an axis: `€1.5K`. */
    axis: (value: number) => format.compact(value, tile.valueKind === 'money'),
    share: (part: number) => format.percent(Math.round(part * 100) / 100),
    group: (group: NonNullable<TileView['groups']>[number]): string => {
      if (group.key === null) return words.notStated;
      if (typeof group.key === 'boolean') return format.boolean(group.key);
      if (tile.step === 'month') return format.month(String(group.key));
      if (tile.groupKind === 'date') return format.date(String(group.key));
      return localTitle(group.label);
    },
  };
}
