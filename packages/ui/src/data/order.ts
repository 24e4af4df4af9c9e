/** One of the columns that a list is sorted by. */
export interface OrderKey {
  readonly path: string;
  readonly descending: boolean;
}

/** The columns that an order names, the first to sort by first: `-total,number`. */
export function readOrder(order: string | undefined): OrderKey[] {
  const keys = order?.split(',').filter((key) => key !== '') ?? [];
  return keys.map((key) =>
    key.startsWith('-') ? { path: key.slice(1), descending: true } : { path: key, descending: false },
  );
}

export function writeOrder(keys: readonly OrderKey[]): string | undefined {
  return keys.map(({ path, descending }) => (descending ? `-${path}` : path)).join(',') || undefined;
}

/**
 * The order after a column's head is clicked: by this column alone, ascending and then descending. `further` (with the
 * shift key) keeps the others: it is added behind them, then descending, then taken out again.
 */
export function orderAfter(order: string | undefined, path: string, further: boolean): string | undefined {
  const keys = readOrder(order);
  const present = keys.find((key) => key.path === path);
  if (!further) return writeOrder([{ path, descending: keys[0] === present && present?.descending === false }]);
  if (!present) return writeOrder([...keys, { path, descending: false }]);
  if (present.descending && keys.length > 1) return writeOrder(keys.filter((key) => key !== present));
  return writeOrder(keys.map((key) => (key === present ? { path, descending: !key.descending } : key)));
}
