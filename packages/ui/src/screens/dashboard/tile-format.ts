import type { TileView } from '@nonet/client';
import { formatValue, useFormat } from '../../format/format.ts';
import { useWords } from '../../words/words.ts';

/** How a tile's values and groups read. */
export function useTileFormat(tile: TileView) {
  const words = useWords();
  const format = useFormat();
  const asKind = (kind: string) => ({ kind, scale: null, currency: null, choices: null });
  return {
    value: (value: number | string | null) =>
      value === null ? '–' : formatValue(format, asKind(tile.valueKind), value),
    /** A round value at an axis: `€1.5K`. */
    axis: (value: number) => format.compact(value, tile.valueKind === 'money'),
    share: (part: number) => format.percent(Math.round(part * 100) / 100),
    group: (group: NonNullable<TileView['groups']>[number]): string => {
      if (group.key === null) return words.notStated;
      if (typeof group.key === 'boolean') return format.boolean(group.key);
      if (tile.groupKind === 'date' && /^\d{4}-\d\d-01$/.test(String(group.key)) && isByMonth(tile))
        return format.month(String(group.key));
      if (tile.groupKind === 'date') return format.date(String(group.key));
      return group.label;
    },
  };
}

/** `month(x)` gives the first day of each month: where all keys are such days, they are read as months. */
function isByMonth(tile: TileView): boolean {
  return tile.groups?.every((group) => group.key === null || String(group.key).endsWith('-01')) ?? false;
}
