import type { Type } from '@nonet/language';
import type { TileView } from '@nonet/client';
import { localTitle } from '../../data/client.ts';
import { formatValue, useFormat } from '../../format/format.ts';
import { useWords } from '../../words/words.ts';

type Group = NonNullable<TileView['groups']>[number];

/** The format of a tile's values and groups. */
export function useTileFormat(tile: TileView) {
  const words = useWords();
  const format = useFormat();
  const asKind = (kind: Type['kind']) => ({ kind, scale: null, currency: null, choices: null });
  const group = (of: Group): string => {
    if (of.key === null) return words.notStated;
    if (typeof of.key === 'boolean') return format.boolean(of.key);
    if (tile.step === 'month') return format.month(String(of.key));
    if (tile.groupKind === 'date') return format.date(String(of.key));
    return localTitle(of.label);
  };
  const isOfTime = ['date', 'datetime', 'time'].includes(tile.groupKind ?? '');
  return {
    others: (count: number) =>
      isOfTime ? words.earlierGroups(format.count(count)) : words.otherGroups(count, format.count(count)),
    value: (value: number | string | null) =>
      value === null
        ? '–'
        : tile.valueKind === 'integer'
          ? format.count(value)
          : formatValue(format, asKind(tile.valueKind), value),
    /** A round value at an axis: `€1.5K`. */
    axis: (value: number) => format.compact(value, tile.valueKind === 'money'),
    /** The key of a month or a day. */
    period: (key: string) => (tile.step === 'month' ? format.month(key) : format.date(key)),
    /** A change as people say it: `+20%`, `−3%`. */
    change: (by: number) =>
      `${by > 0 ? '+' : by < 0 ? '−' : '±'}${format.percent(Math.round(Math.abs(by) * 100) / 100)}`,
    share: (part: number) => format.percent(Math.round(part * 100) / 100),
    group,
    /** A group at an axis; `isFirst`: no other is before it. */
    axisGroup: (of: Group, isFirst: boolean): string =>
      tile.step === 'month' && of.key !== null ? format.axisMonth(String(of.key), isFirst) : group(of),
  };
}
