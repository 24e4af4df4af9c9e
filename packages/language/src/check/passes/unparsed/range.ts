import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isOfEntity, pointsOf } from '../../../diagnostics/meaning.ts';
import type { Span } from '../../../source/span.ts';

export type Range = Pick<Span, 'start' | 'end'>;

/** A part of a file that could not be read. */
export interface Unparsed extends Range {
  readonly root: Diagnostic;
  /**
   * `row` and `table`: the text is well-formed, but can't be meant here. Other errors in it that have a fix are
   * reported as well.
   */
  readonly kind: 'structure' | 'row' | 'table';
  /** The names that it may have stated: of rows the first cell, of headings all words. */
  readonly names: readonly string[];
  /** All words that it may have stated as names. */
  readonly words: readonly string[];
  /** Its words may be names that it states. */
  readonly statesNames: boolean;
  /** It may hold a list, which gives its children a name for their parent (3). */
  readonly ownsChildren: boolean;
  /** Its root names what is not there: it may be a consequence itself. */
  readonly isNaming: boolean;
  /** It declares a name that could not be read: a row without a name, or a table whose heading is missing. */
  readonly isNameless: boolean;
  /** The number of the point that it states something of; null if it may be meant for another one. */
  readonly point: string | null;
  /** It is no more than a row of a table: an entity has a heading. */
  readonly isRow: boolean;
  /** It is the body of a point whose heading is missing. */
  readonly isPoint: boolean;
}

/** Such a part, or a header with a column that is not known, by its mistake. */
export type Root = Omit<Unparsed, 'start' | 'end' | 'ownsChildren' | 'isNameless' | 'isPoint'>;

/** Whether the unread text may declare the name that an error reports as unknown. */
export function mayState({ point, isRow }: Pick<Unparsed, 'point' | 'isRow'>, error: Diagnostic): boolean {
  return (point === null || pointsOf(error).includes(point)) && !(isRow && isOfEntity(error));
}

/** Such a part as lines of its file, counted from 0. */
export interface Lines {
  readonly root: Diagnostic;
  readonly kind: Unparsed['kind'];
  readonly first: number;
  readonly last: number;
  readonly isPoint?: boolean;
}

/** Whether one of the places, which are in order and do not overlap, begins within a section. */
export function hasOneIn(places: readonly Range[], section: Range): boolean {
  const place = places[firstFrom(places, section.start)];
  return place !== undefined && place.start >= section.start && place.end <= section.end;
}

/** The place in which a span begins or ends; the places are in order and do not overlap. */
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
