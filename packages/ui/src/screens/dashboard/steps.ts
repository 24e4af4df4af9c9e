import type { TileView } from '@nonet/client';

type Group = NonNullable<TileView['groups']>[number] & { readonly isEmpty?: boolean };

/** A group to draw; with `isEmpty`, one without records between two with records. */
export type Placed = NonNullable<TileView['groups']>[number] & { readonly isEmpty: boolean };

/** The number of places for which a chart has room. Groups that are further apart are drawn without those between. */
const MOST_PLACES = 1000;
const DAY = 24 * 60 * 60 * 1000;

/**
 * The groups, with empty ones added between them if the step between keys is known: a month without records is a place
 * on the axis, too. Its value is zero if the tile counts or sums, else null.
 */
export function withEmptySteps({
  groups,
  step,
  additive,
}: Pick<TileView, 'step' | 'additive'> & { groups: readonly Group[] | null }): Placed[] {
  const placed = (groups ?? []).map((group): Placed => ({ ...group, isEmpty: group.isEmpty ?? false }));
  if (step === null) return placed;
  const stated = placed.filter(({ key }) => key !== null);
  const places = stated.map(({ key }) => placeOf(step, key));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || last - first >= MOST_PLACES) return placed;
  const byPlace = new Map(stated.map((group, at) => [places[at], group]));
  const all = Array.from({ length: last - first + 1 }, (_, at): Placed => {
    const key = keyAt(step, first + at);
    return byPlace.get(first + at) ?? { key, label: String(key), value: additive ? 0 : null, isEmpty: true };
  });
  return [...all, ...placed.filter(({ key }) => key === null)];
}

/** A key as a whole number, of which the next one is the next key. */
function placeOf(step: NonNullable<TileView['step']>, key: Group['key']): number {
  if (step === 'one') return Number(key);
  const date = new Date(`${String(key)}T00:00:00Z`);
  return step === 'day' ? date.getTime() / DAY : date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function keyAt(step: NonNullable<TileView['step']>, place: number): Group['key'] {
  if (step === 'one') return place;
  const date = step === 'day' ? new Date(place * DAY) : new Date(Date.UTC(Math.floor(place / 12), place % 12));
  return date.toISOString().slice(0, 10);
}
