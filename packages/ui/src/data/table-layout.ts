import type { ColumnView } from '@nonet/client';

/** A person's arrangement of a list on this device. */
export interface TableLayout {
  /** Paths of columns in their order; those that it does not name come behind them, as the document has them. */
  readonly order: readonly string[];
  /** Widths of columns by their paths, in pixels; the others are as wide as what they hold. */
  readonly widths: Readonly<Record<string, number>>;
  /** Whether its rows are lower. */
  readonly dense: boolean;
}

export const PLAIN_LAYOUT: TableLayout = { order: [], widths: {}, dense: false };
export const LEAST_WIDTH = 56;
const MOST_WIDTH = 1200;

/** A layout in its stored form. An unreadable one (of another version, or changed by hand) becomes the default. */
export function readLayout(text: string | null): TableLayout {
  if (text === null) return PLAIN_LAYOUT;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return PLAIN_LAYOUT;
    const { order, widths, dense } = kept as Readonly<Record<keyof TableLayout, unknown>>;
    return {
      order: Array.isArray(order) ? order.filter((path) => typeof path === 'string') : [],
      widths: Object.fromEntries(
        Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).flatMap(([path, width]) =>
          typeof width === 'number' && Number.isFinite(width) ? [[path, widthWithin(width)]] : [],
        ),
      ),
      dense: dense === true,
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return PLAIN_LAYOUT;
  }
}

/** The layout as it is kept; null where it is the plain one. */
export function writeLayout(layout: TableLayout): string | null {
  const isPlain = layout.order.length === 0 && Object.keys(layout.widths).length === 0 && !layout.dense;
  return isPlain ? null : JSON.stringify(layout);
}

export function widthWithin(width: number): number {
  return Math.round(Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH));
}

/** The columns in the order of a layout. */
export function arranged(columns: readonly ColumnView[], { order }: TableLayout): readonly ColumnView[] {
  if (order.length === 0) return columns;
  const place = (column: ColumnView) => {
    const at = order.indexOf(column.path.join('.'));
    return at < 0 ? order.length : at;
  };
  return columns.toSorted((one, other) => place(one) - place(other));
}

/** The paths after a column was moved to another one's place. */
export function moved(paths: readonly string[], path: string, to: string): string[] {
  const [from, target] = [paths.indexOf(path), paths.indexOf(to)];
  if (from < 0 || target < 0) return [...paths];
  return paths.toSpliced(from, 1).toSpliced(target, 0, path);
}
