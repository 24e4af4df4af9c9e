import type { CheckedDocument } from '../check/check.ts';
import { itemAt } from '../collections.ts';
import { POINT_TITLES, POINTS, type PointName, pointNumber } from '../points.ts';
import type { SourceFile, Span } from '../source/span.ts';
import type { Section, SpecTree } from '../syntax/tree.ts';
import { choicesFor } from './choices.ts';
import { completePermissions, writePermissions } from './permission-edits.ts';
import { fileOf, type GapPlace, type GapSubject, headerOf, placeOfGap, sectionEnd, tableWith } from './place.ts';
import { addColumn, addRows, type Edits, insertion } from './table-edits.ts';
import { writeCell, writeTable } from './written.ts';

/** A gap as one question. */
export interface Question {
  readonly clause: string;
  /** The behaviour that the product lacks because of it. */
  readonly consequence: string;
  readonly span: Span;
  /** Answers that the document itself offers. */
  readonly choices: readonly string[];
  /** Whether free text is an answer, too; false if headings and tables state the answer. */
  readonly takesWords: boolean;
}

/** The questions that a document leaves open, in the order of its gaps; without those that no one line answers. */
export function questionsOf(checked: CheckedDocument): readonly Question[] {
  const spans = new Map(
    checked.diagnostics.flatMap((found) => (found.code === 'N048' ? [[found.clause, found.span]] : [])),
  );
  return checked.model.gaps.flatMap(({ clause, consequence }) => {
    const place = placeOfGap(checked, clause);
    const span = spans.get(clause);
    if (!place || !span) return [];
    const choices = choicesFor(checked.model, place);
    return [{ clause, consequence, span, choices, takesWords: takesWords(place) }];
  });
}

/** No single line states roles, an entity, a workflow or a screen; prose in its place would only end the question. */
function takesWords({ kind, point, subject }: GapPlace): boolean {
  if (point === 'purpose' || subject.kind === 'permissions') return true;
  return kind === 'cell' || kind === 'row' || (kind === 'heading' && subject.kind === 'part');
}

/**
 * The edits with which an answer changes the document: it replaces a `not shown`, or adds the missing row, column or
 * heading. Null if the document has no such gap, or one answer can't fill it.
 */
export function answerGap(checked: CheckedDocument, clause: string, answer: string): Edits | null {
  const place = placeOfGap(checked, clause);
  if (place === null) return null;
  const { tree } = checked;
  const { subject } = place;
  switch (place.kind) {
    case 'cell':
      return [
        replacement(fileOf(tree, place.cell.span), place, writeCell(answer, columnOf(place), isPermission(place))),
      ];
    case 'marker': {
      const isTable = subject.kind === 'permissions' && answer !== 'none';
      const text = isTable ? writePermissions(checked.model, subject.entity, answer) : answer.trim();
      return [{ span: place.marker.span, text }];
    }
    case 'row': {
      if (subject.kind !== 'part') return null;
      const name = subject.part;
      return addColumn(fileOf(tree, place.row.span), place.table, name, (row) =>
        row === place.row ? writeCell(answer, name) : 'not shown',
      );
    }
    case 'heading':
      return underHeading(checked, place.section, subject, clause, answer);
    case 'point':
      return [missingPoint(tree, place.point, answer.trim())];
  }
}

function underHeading(
  checked: CheckedDocument,
  section: Section,
  subject: GapSubject,
  clause: string,
  answer: string,
): Edits | null {
  const file = fileOf(checked.tree, section.heading.span);
  switch (subject.kind) {
    case 'point':
      return [insertion(file, headingEnd(file, section), `\n\n${answer.trim()}`)];
    case 'item': {
      // Roles come first.
      const end = subject.item === 'Roles' ? headingEnd(file, section) : sectionEnd(file, section);
      return [insertion(file, end, `\n\n### ${subject.item}\n\n${answer.trim()}`)];
    }
    case 'permissions': {
      const table = tableWith(section, 'may');
      if (table) return completePermissions(checked.model, fileOf(checked.tree, table.span), table, clause, answer);
      const written = writePermissions(checked.model, subject.entity, answer);
      // Under `### Permissions` it needs a heading of its own.
      return section.level === 3
        ? [insertion(file, sectionEnd(file, section), `\n\n#### ${subject.entity}\n\n${written}`)]
        : [insertion(file, headingEnd(file, section), `\n\n${written}`)];
    }
    case 'example':
      return null;
    case 'part':
      return addPart(checked, section, subject.part, answer);
  }
}

/** A row in the table of parts under a heading, or a table for it. */
function addPart(checked: CheckedDocument, section: Section, part: string, answer: string): Edits {
  const file = fileOf(checked.tree, section.heading.span);
  const table = tableWith(section, 'part');
  const cell = writeCell(answer, part);
  if (!table) {
    return [insertion(file, headingEnd(file, section), `\n\n${writeTable(['part', 'is'], [[part, cell]])}`)];
  }
  const cells = table.headers.map((_, index) => ({ part, is: cell })[headerOf(table, index).toLowerCase()] ?? '');
  return addRows(fileOf(checked.tree, table.span), table, [cells]);
}

/** Before the first point that follows it, or at the end of the main file. */
function missingPoint(tree: SpecTree, point: PointName, body: string): Edits[number] {
  const main = itemAt(tree.files, 0);
  const text = `## ${pointNumber(point)}. ${POINT_TITLES[point]}\n\n${body}\n`;
  const next = POINTS.slice(pointNumber(point))
    .map((later) => tree.points[later])
    .find((section) => section?.span.file === main.path);
  if (next) return insertion(main, next.span.start, `${text}\n`);
  return {
    span: { file: main.path, start: main.text.trimEnd().length, end: main.text.length },
    text: `${main.text.trim() === '' ? '' : '\n\n'}${text}`,
  };
}

type CellPlace = Extract<GapPlace, { kind: 'cell' }>;

/** A cell without text has blanks, or nothing, between its bars. */
function replacement(file: SourceFile, { cell }: CellPlace, text: string): Edits[number] {
  if (cell.absence !== 'empty') return { span: cell.span, text };
  const start = file.text.slice(0, cell.span.start).trimEnd().length;
  const end = cell.span.start + (/^[ \t]*/.exec(file.text.slice(cell.span.start))?.[0].length ?? 0);
  return { span: { file: file.path, start, end }, text: ` ${text} ` };
}

function columnOf({ table, row, column }: CellPlace): string {
  const isParts = ['part', 'setting'].includes(headerOf(table, 0).toLowerCase());
  return isParts ? (row.cells[0]?.text ?? '') : column;
}

function isPermission({ table, column }: CellPlace): boolean {
  return headerOf(table, 0).toLowerCase() === 'may' && column.toLowerCase() !== 'in state';
}

/** The place behind the heading's line. */
function headingEnd(file: SourceFile, { heading }: Section): number {
  const line = file.text.slice(heading.span.end).search(/\r|\n|$/);
  return file.text.slice(0, heading.span.end + line).trimEnd().length;
}
