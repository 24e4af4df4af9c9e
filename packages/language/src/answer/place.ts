import type { CheckedDocument } from '../check/check.ts';
import { type PointName, POINTS } from '../points.ts';
import { isWithin, type Span } from '../source/span.ts';
import type { Cell, Marker, Row, Section, Table } from '../syntax/tree.ts';

/** What stands where a document leaves something open, and so what an answer replaces or adds to. */
export type GapPlace =
  /** A cell that is empty or `not shown`. */
  | {
      readonly kind: 'cell';
      readonly cell: Cell;
      readonly column: string;
      readonly table: Table;
      readonly row: Row;
      readonly section: Section;
    }
  /** A body that is `not shown`. */
  | { readonly kind: 'marker'; readonly marker: Marker; readonly section: Section }
  /** A row whose table does not have the column. */
  | { readonly kind: 'row'; readonly table: Table; readonly row: Row; readonly section: Section }
  /** A heading under which something is missing. */
  | { readonly kind: 'heading'; readonly section: Section }
  /** A point that is not there at all. */
  | { readonly kind: 'point'; readonly point: PointName };

/** Where a gap is answered; null for a clause that is no gap of the document. */
export function placeOfGap({ tree, diagnostics }: CheckedDocument, clause: string): GapPlace | null {
  const span = diagnostics.find((found) => found.code === 'N048' && found.clause === clause)?.span;
  if (span === undefined) return null;
  for (const section of sectionsOf(Object.values(tree.points))) {
    const found = placeIn(section, span);
    if (found) return found;
  }
  const point = /^\d$/.test(clause) ? POINTS[Number(clause) - 1] : undefined;
  return point === undefined ? null : { kind: 'point', point };
}

/** The column that a row lacks, from the clause of its gap. */
export function missingColumn(clause: string): string {
  return clause.startsWith('3.') ? 'type' : clause.slice(clause.lastIndexOf('.') + 1);
}

/** A header's words, with single blanks. */
export function headerOf(table: Table, index: number): string {
  return table.headers[index]?.text.replace(/\s+/g, ' ').trim() ?? '';
}

/** The marker that is written under a section's heading: of an empty body the heading itself stands for it. */
function markerOf(section: Section): Marker | undefined {
  return section.blocks.find(
    (block): block is Marker => block.kind === 'marker' && !isWithin(block.span, section.heading.span),
  );
}

/** The first table of a section that has this header. */
export function tableWith(section: Section, header: string): Table | undefined {
  return section.blocks.find(
    (block): block is Table =>
      block.kind === 'table' && block.headers.some((_, index) => headerOf(block, index).toLowerCase() === header),
  );
}

/** All sections at every depth, the inner ones first: a place belongs to the innermost. */
function* sectionsOf(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield* sectionsOf(section.sections);
    yield section;
  }
}

function placeIn(section: Section, span: Span): GapPlace | null {
  for (const block of section.blocks) {
    if (block.kind !== 'table') continue;
    for (const row of block.rows) {
      const found = placeInRow(section, block, row, span);
      if (found) return found;
    }
  }
  const marker = markerOf(section);
  if (marker && isSame(marker.span, span)) return { kind: 'marker', marker, section };
  if (!isWithin(span, section.heading.span)) return null;
  return marker?.value === 'not shown' ? { kind: 'marker', marker, section } : { kind: 'heading', section };
}

function placeInRow(section: Section, table: Table, row: Row, span: Span): GapPlace | null {
  const index = row.cells.findIndex((cell) => isSame(cell.span, span));
  const cell = row.cells[index];
  if (cell && (cell.absence === 'empty' || cell.absence === 'not shown')) {
    return { kind: 'cell', cell, column: headerOf(table, index), table, row, section };
  }
  return cell || isSame(row.span, span) ? { kind: 'row', table, row, section } : null;
}

function isSame(left: Span, right: Span): boolean {
  return left.file === right.file && left.start === right.start && left.end === right.end;
}
