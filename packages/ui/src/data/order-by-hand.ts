import type { EntityView, RecordView, ScreenView } from '@nonet/client';
import { fieldOf } from './product.ts';

/** The order in which people arrange the records of a screen, and the limits of the numbers that it is made of. */
export interface OrderByHand {
  readonly field: string;
  readonly descending: boolean;
  /** The number of digits behind the point. */
  readonly scale: number;
  readonly minimum: string | null;
  readonly maximum: string | null;
}

/** Values that were given to records here and are not in what was loaded yet, by id. */
export type Given = ReadonlyMap<string, string>;

/** A record that gets another value. */
export interface GivenValue {
  readonly id: string;
  readonly value: string;
}

/** The order of a screen whose records this reader may move. */
export function orderByHandOf({ byHand }: ScreenView, entity: EntityView): OrderByHand | null {
  const field = byHand && fieldOf(entity, byHand.field);
  if (!byHand || !field) return null;
  return { ...byHand, scale: field.scale ?? 0, minimum: field.minimum, maximum: field.maximum };
}

/** The records in their order, with the values that they are getting; those without a value are last. */
export function inOrderByHand(
  records: readonly RecordView[],
  order: OrderByHand,
  given: Given = new Map(),
): readonly RecordView[] {
  const places = new Map(records.map((record) => [record.id, placeOf(record, order, given)]));
  const sorted = records.toSorted((one, other) => {
    const [left, right] = [places.get(one.id) ?? null, places.get(other.id) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left < right ? -1 : left > right ? 1 : 0;
  });
  return sorted.every((record, place) => record === records[place]) ? records : sorted;
}

/** Whether there are records before and behind the shown ones: between those and these nobody knows a place. */
export interface Unseen {
  readonly before: boolean;
  readonly behind: boolean;
}

/**
 * The writes that bring a record to another place among those that are shown in this order: almost always one, of its
 * own. If two neighbours have no number between them, those next to them move over; records without a number get one as
 * far as the new place. Each write leaves the order of all others as it is. Null where the place can't be known.
 */
export function writesToMove(
  shown: readonly RecordView[],
  id: string,
  to: number,
  order: OrderByHand,
  { given = new Map(), unseen = { before: false, behind: false } }: { given?: Given; unseen?: Unseen } = {},
): GivenValue[] | null {
  const others = shown.filter((record) => record.id !== id);
  const at = shown.findIndex((record) => record.id === id);
  if (to < 0 || to > others.length || to === at) return null;
  if ((to === 0 && unseen.before) || (to === others.length && unseen.behind)) return null;
  const places = others.map((record) => placeOf(record, order, given));
  const firstEmpty = places.indexOf(null);
  const written = (values: readonly (readonly [string, bigint])[]): GivenValue[] =>
    values.map(([each, place]) => ({ id: each, value: textOf(order.descending ? -place : place, order.scale) }));
  const limits = limitsOf(order);
  if (firstEmpty >= 0 && firstEmpty < to) {
    // Those before it have no number yet: they get theirs in the order in which they are.
    const moved = [...others.slice(firstEmpty, to).map((record) => record.id), id];
    const found = spread(places[firstEmpty - 1] ?? null, null, moved.length, limits);
    return found && written(moved.map((each, place) => [each, found[place] ?? 0n]));
  }
  for (let count = 0; count <= others.length; count++) {
    // Makes room by moving over the next ones, or the ones before.
    const behind = to + count;
    const isOpenBehind = behind < others.length || !unseen.behind;
    if (isOpenBehind && behind <= others.length && !places.slice(to, behind).includes(null)) {
      const found = spread(places[to - 1] ?? null, places[behind] ?? null, count + 1, limits);
      if (found) {
        const [own = 0n, ...rest] = found;
        const moved = others.slice(to, behind).map((record, place) => [record.id, rest[place] ?? 0n] as const);
        return written([...moved.toReversed(), [id, own]]);
      }
    }
    const before = to - count;
    if (before > 0 || (before === 0 && !unseen.before)) {
      const found = spread(places[before - 1] ?? null, places[to] ?? null, count + 1, limits);
      if (found) {
        const moved = others.slice(before, to).map((record, place) => [record.id, found[place] ?? 0n] as const);
        return written([...moved, [id, found.at(-1) ?? 0n]]);
      }
    }
  }
  return null;
}

interface Limits {
  readonly one: bigint;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
}

/** Numbers are counted in their last digit, and fall where the order falls: so they always rise. */
function limitsOf({ scale, minimum, maximum, descending }: OrderByHand): Limits {
  const [low, high] = [minimum, maximum].map((bound) => (bound === null ? null : unitsOf(bound, scale)));
  const turned = (bound: bigint | null = null) => (bound === null ? null : -bound);
  return {
    one: 10n ** BigInt(scale),
    ...(descending ? { minimum: turned(high), maximum: turned(low) } : { minimum: low ?? null, maximum: high ?? null }),
  };
}

/** So many rising numbers between two others, or beyond one; null if there is no room. */
function spread(low: bigint | null, high: bigint | null, count: number, limits: Limits): bigint[] | null {
  const { one, minimum, maximum } = limits;
  if (low === null || high === null) {
    const whole = beyond(low, high, count, one);
    const [first = 0n] = whole;
    const last = whole.at(-1) ?? 0n;
    if ((minimum === null || first > minimum) && (maximum === null || last < maximum)) return whole;
    const [from, to] = [low ?? minimum, high ?? maximum];
    return from === null || to === null ? null : spread(from, to, count, { one, minimum: null, maximum: null });
  }
  if (count === 1) {
    const only = between(low, high, one);
    return only === null ? null : [only];
  }
  if (high - low <= BigInt(count)) return null;
  return Array.from({ length: count }, (_, place) => low + ((high - low) * BigInt(place + 1)) / BigInt(count + 1));
}

/** Whole numbers behind the last, or before the first. */
function beyond(low: bigint | null, high: bigint | null, count: number, one: bigint): bigint[] {
  const first = low !== null ? floor(low, one) + one : high !== null ? -floor(-high, one) - one * BigInt(count) : one;
  return Array.from({ length: count }, (_, place) => first + one * BigInt(place));
}

/** The number with the fewest digits between two others, and of those the one nearest to their middle. */
function between(low: bigint, high: bigint, one: bigint): bigint | null {
  for (let step = one; step > 0n; step /= 10n) {
    const [first, last] = [floor(low, step) + step, -floor(-high, step) - step];
    if (first > last) continue;
    const middle = floor((low + high) / 2n, step);
    return middle < first ? first : middle > last ? last : middle;
  }
  return null;
}

function floor(value: bigint, step: bigint): bigint {
  const rest = ((value % step) + step) % step;
  return value - rest;
}

function placeOf(record: RecordView, { field, scale, descending }: OrderByHand, given: Given): bigint | null {
  const value = given.get(record.id) ?? record[field];
  if (typeof value !== 'string') return null;
  const units = unitsOf(value, scale);
  return descending ? -units : units;
}

/** `-1.5` with two digits behind the point: -150. */
function unitsOf(value: string, scale: number): bigint {
  const [whole = '0', behind = ''] = value.replace('-', '').split('.');
  const units = BigInt(whole + behind.padEnd(scale, '0').slice(0, scale));
  return value.startsWith('-') ? -units : units;
}

function textOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const [whole, behind] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  const text = behind === '' ? whole : `${whole}.${behind}`;
  return units < 0n ? `-${text}` : text;
}
