import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isOfEntity, pointsOf } from '../../../diagnostics/meaning.ts';
import type { Span } from '../../../source/span.ts';

export type Range = Pick<Span, 'start' | 'end'>;

/** A part of a file that could not be read. */
export interface Unread extends Range {
  readonly root: Diagnostic;
  /** `row` and `table`: what stands there has its form, and can't be meant so. Mistakes there that have a fix are reported besides. */
  readonly kind: 'structure' | 'row' | 'table';
  /** The names that it may have stated: of rows the first cell, of headings all words. */
  readonly names: readonly string[];
  /** Everything that it may have named. */
  readonly words: readonly string[];
  /** Its words may be names that it states. */
  readonly statesNames: boolean;
  /** It may hold a list, which gives its children a name for their parent (3). */
  readonly ownsChildren: boolean;
  /** Its root names what is not there: it may be a consequence itself. */
  readonly isNaming: boolean;
  /** It states a name that nobody can read: its own, where a row has none or a heading is missing. */
  readonly isNameless: boolean;
  /** The number of the point that it states something of; null where it may be meant for another one. */
  readonly point: string | null;
  /** It is no more than a row of a table: an entity has a heading. */
  readonly isRow: boolean;
  /** It is what stands under the heading of a point that is missing. */
  readonly isPoint: boolean;
}

/** Such a part, or a header with a column that is not known, by its mistake. */
export type Root = Omit<Unread, 'start' | 'end' | 'ownsChildren' | 'isNameless' | 'isPoint'>;

/** Whether what could not be read may state what an error says that there is not. */
export function mayState({ point, isRow }: Pick<Unread, 'point' | 'isRow'>, error: Diagnostic): boolean {
  return (point === null || pointsOf(error).includes(point)) && !(isRow && isOfEntity(error));
}

/** Such a part as lines of its file, counted from 0. */
export interface Lines {
  readonly root: Diagnostic;
  readonly kind: Unread['kind'];
  readonly first: number;
  readonly last: number;
  readonly isPoint?: boolean;
}

/** Whether one of the places, which are in order and apart, begins within a section. */
export function hasOneIn(places: readonly Range[], section: Range): boolean {
  const place = places[firstFrom(places, section.start)];
  return place !== undefined && place.start >= section.start && place.end <= section.end;
}

/** The place that a span begins in or ends in, of places in order and apart. */
export function placeAround<Place extends Range>(places: readonly Place[], span: Range): Place | undefined {
  const place = places[firstFrom(places, span.end)];
  return place !== undefined && place.start <= span.start ? place : undefined;
}

/** The index of the first place that ends at an offset or behind it. */
function firstFrom(places: readonly Range[], offset: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
