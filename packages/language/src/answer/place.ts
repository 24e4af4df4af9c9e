import type { CheckedDocument } from '../check/check.ts';
import { isExamples } from '../check/resolve/examples/heading.ts';
import { type ClauseAddress, clausePoint, clauseSubject } from '../model/clause.ts';
import type { Model } from '../model/model.ts';
import { type PointName, POINTS } from '../points.ts';
import { isWithin, type SourceFile, type Span } from '../source/span.ts';
import type { Cell, Marker, Row, Section, SpecTree, Table } from '../syntax/tree.ts';

/** The part of the document that a gap leaves open, as far as its answers depend on that. */
export type GapSubject =
  | { readonly kind: 'point' }
  /** The whole of a heading that the language itself names. */
  | { readonly kind: 'item'; readonly item: 'Roles' | 'Permissions' }
  /** The permissions of an entity: its table, or a row, a column or a cell of it. */
  | { readonly kind: 'permissions'; readonly entity: string }
  /** A cell of `### Examples`. */
  | { readonly kind: 'example' }
  /** A part of something that the document names, in point 4 of the workflow of an entity. */
  | { readonly kind: 'part'; readonly name: string; readonly part: string };

/** The place of a gap in the document, and so where an answer is inserted or what it replaces. */
export type GapPlace = Place & { readonly point: PointName; readonly subject: GapSubject };

type Place =
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
  | { readonly kind: 'point' };

/** The place where a gap is answered; null if the clause is no gap of the document. */
export function placeOfGap({ model, tree, diagnostics }: CheckedDocument, clause: string): GapPlace | null {
  const span = diagnostics.find((found) => found.code === 'N048' && found.clause === clause)?.span;
  const point = POINTS[Number(clausePoint(clause)) - 1];
  if (span === undefined || point === undefined) return null;
  const top = tree.points[point];
  for (const section of sectionsOf(top === undefined ? [] : [top])) {
    const place = placeIn(section, span);
    if (place) return { ...place, point, subject: subjectOf(model, point, clause, place) };
  }
  return clause === clausePoint(clause) ? { kind: 'point', point, subject: { kind: 'point' } } : null;
}

function subjectOf(model: Model, point: PointName, clause: ClauseAddress, place: Place): GapSubject {
  if (clause === clausePoint(clause)) return { kind: 'point' };
  const name = clauseSubject(clause);
  if (place.kind === 'cell' && isExamples(place.section)) return { kind: 'example' };
  if (point === 'roles') {
    if (clause === '6.roles') return { kind: 'item', item: 'Roles' };
    if (clause === '6.permissions') return { kind: 'item', item: 'Permissions' };
    const isRole = place.kind === 'cell' && headerOf(place.table, 0).toLowerCase() === 'role';
    if (!isRole && model.entities.some((entity) => entity.name === name)) return { kind: 'permissions', entity: name };
  }
  const part = clause.slice(clause.lastIndexOf('.') + 1);
  // The address of a field ends with its name.
  return { kind: 'part', name, part: point === 'entities' && place.kind === 'row' ? 'type' : part };
}

/** A header's words, with single blanks. */
export function headerOf(table: Table, index: number): string {
  return table.headers[index]?.text.replace(/\s+/g, ' ').trim() ?? '';
}

/**
 * The marker that is written under a section's heading. For an empty body the tree has a marker at the heading itself,
 * which does not count here.
 */
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

/** The file of the document that a place is in. */
export function fileOf(tree: SpecTree, span: Span): SourceFile {
  const file = tree.files.find(({ path }) => path === span.file);
  if (file === undefined) throw new Error(`${span.file} is no file of the document`);
  return file;
}

/** The place behind the last word under a heading. */
export function sectionEnd(file: SourceFile, { span }: Section): number {
  return file.text.slice(0, span.end).trimEnd().length;
}

/** All sections at every depth, the inner ones first: a place belongs to the innermost. */
function* sectionsOf(sections: readonly Section[]): Generator<Section> {
  for (const section of sections) {
    yield* sectionsOf(section.sections);
    yield section;
  }
}

function placeIn(section: Section, span: Span): Place | null {
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

function placeInRow(section: Section, table: Table, row: Row, span: Span): Place | null {
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
