import type { RecordView, ScreenView } from '@nonet/client';
import { valueAt } from '../../data/columns.ts';

/** A card that is on its way to another column. */
export interface AwaitedCard {
  /** Its record as it will be, as far as is known before the answer. */
  readonly record: RecordView;
  /** The key of the column, or of its part in a lane, to which it goes. */
  readonly column: string;
}

/** By the ids of their records. */
export type AwaitedCards = ReadonlyMap<string, AwaitedCard>;

/** The cards of a column with those that are on their way to it, and without those that leave it. */
export function withAwaited(
  loaded: readonly RecordView[],
  column: string,
  awaited: AwaitedCards,
  order: ScreenView['order'],
): readonly RecordView[] {
  if (awaited.size === 0) return loaded;
  const stay = loaded.filter(({ id }) => (awaited.get(id)?.column ?? column) === column);
  const come = [...awaited.values()].filter(
    (card) => card.column === column && !loaded.some(({ id }) => id === card.record.id),
  );
  return come.reduce<readonly RecordView[]>((cards, { record }) => {
    // The product alone knows the order of texts: until its answer, a card of an unknown place is the first.
    const known = order.length > 0 && order.every(({ path }) => valueAt(record, path) !== undefined);
    const behind = known ? cards.findIndex((other) => compared(record, other, order) < 0) : 0;
    return cards.toSpliced(behind === -1 ? cards.length : behind, 0, record);
  }, stay);
}

function compared(one: RecordView, other: RecordView, order: ScreenView['order']): number {
  for (const { path, descending } of order) {
    const by = comparedValues(valueAt(one, path), valueAt(other, path));
    if (by !== 0) return descending ? -by : by;
  }
  return 0;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** As PostgreSQL compares them: what is not there is larger than all else. */
function comparedValues(one: unknown, other: unknown): number {
  const [isHere, isThere] = [one ?? null, other ?? null].map((value) => value !== null);
  if (!isHere || !isThere) return Number(isThere) - Number(isHere);
  const [left, right] = [String(one), String(other)];
  if (NUMBER.test(left) && NUMBER.test(right)) return Number(left) - Number(right);
  return left.localeCompare(right);
}
