import { tableOf } from '../collections.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Places } from '../diagnostics/render/places.ts';
import type { Model } from '../model/model.ts';
import type { ListedGiven } from '../plan/given.ts';
import { listGiven } from './given.ts';
import { POINTS, type PointName } from '../points.ts';

/** The gaps of a document, for people and programs. */
export interface GapsReport {
  readonly gaps: readonly ListedGap[];
  /** The functions and pages that the document is given, which nothing proves. */
  readonly given: readonly ListedGiven[];
  readonly counts: { readonly total: number } & Readonly<Record<PointName, number>>;
}

export interface ListedGap {
  readonly clause: string;
  readonly point: PointName;
  /** The behaviour that the product lacks because of it. */
  readonly consequence: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many requests met the gap; null if the hits were not read. */
  readonly hits: number | null;
}

/** The gaps of a model point by point, in the order of the text; the most hit first where hits are given. */
export function reportGaps(
  model: Model,
  diagnostics: readonly Diagnostic[],
  hits: ReadonlyMap<string, number> | null = null,
): GapsReport {
  const places = new Places(model.tree.files);
  const spans = new Map(diagnostics.flatMap((found) => (found.code === 'N048' ? [[found.clause, found.span]] : [])));
  const gaps = model.gaps.flatMap(({ clause, consequence }): ListedGap[] => {
    const point = POINTS[Number(clause.charAt(0)) - 1];
    const span = spans.get(clause) ?? model.places.get(clause);
    if (point === undefined || span === undefined) throw new Error(`The gap ${clause} has no place`);
    const { line, column } = places.range(span).start;
    return [{ clause, point, consequence, file: span.file, line, column, hits: hits && (hits.get(clause) ?? 0) }];
  });
  const order = new Map(model.tree.files.map((file, index) => [file.path, index]));
  const sorted = gaps.toSorted(
    (a, b) =>
      POINTS.indexOf(a.point) - POINTS.indexOf(b.point) ||
      (b.hits ?? 0) - (a.hits ?? 0) ||
      (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) ||
      a.line - b.line ||
      a.column - b.column,
  );
  const count = (point: PointName) => gaps.filter((gap) => gap.point === point).length;
  const byPoint = tableOf(POINTS, count);
  return { gaps: sorted, given: listGiven(model), counts: { total: gaps.length, ...byPoint } };
}
