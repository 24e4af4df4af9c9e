import type { PointName } from '../points.ts';
import type { SourceFile, Span } from '../source/span.ts';
import type { Included } from './include.ts';

/**
 * The result of `parse`: the nine points of a document with their headings, prose and tables. The tree does not know
 * what a table means. Includes are resolved: a section's blocks may come from several files, and every span names its
 * own.
 */
export interface SpecTree {
  /** The main document first, then the included files in order of their first use. */
  readonly files: readonly SourceFile[];
  /** The files of functions and pages that the document is given by (2, 3, 9). */
  readonly given: readonly GivenFile[];
  readonly title: Words | null;
  readonly preamble: readonly Block[];
  readonly points: Readonly<Partial<Record<PointName, Section>>>;
}

/** A file beside the document that a term, a screen or a field is given by, and what reading it gave. */
export interface GivenFile {
  /** Relative to the main document's folder. */
  readonly path: string;
  readonly included: Included;
}

/** Text with its place. */
export interface Words {
  readonly text: string;
  readonly span: Span;
  /** For each index of `text` (and its end) the offset in the source; absent if it is `span.start + index`. */
  readonly offsets?: readonly number[];
}

/** A heading and the blocks below it, up to the next heading of its level. */
export interface Section {
  /** 2 for a point, 3 for an item, 4 for a part of an item. */
  readonly level: number;
  /** The heading's source text without its `#`s, several blanks as one, for a point also without its number. */
  readonly heading: Words;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
  readonly span: Span;
}

export type Block = Prose | Table | Code | Remark | Marker;

/** A paragraph or list, as Markdown source. */
export interface Prose extends Words {
  readonly kind: 'prose';
}

/** A block quote: a remark among the document's writers. It never reaches the product. */
export interface Remark extends Words {
  readonly kind: 'remark';
}

/** A fenced code block. `text` is its content; `content` spans it. */
export interface Code extends Words {
  readonly kind: 'code';
  readonly language: string;
  /**
   * False if it continues to the end of the file or includes text that does not belong to it, which is reported (N041).
   */
  readonly isClosed: boolean;
  readonly content: Span;
}

/** A body that is only `none` or `not shown` (or a word read as one of them). */
export interface Marker {
  readonly kind: 'marker';
  readonly value: Absence;
  readonly span: Span;
}

export type Absence = 'none' | 'not shown';

export interface Table {
  readonly kind: 'table';
  readonly headers: readonly Cell[];
  readonly rows: readonly Row[];
  readonly span: Span;
}

export interface Row {
  /** As many cells as the table has headers, always; a row with more or fewer has a diagnostic. */
  readonly cells: readonly Cell[];
  readonly span: Span;
}

export interface Cell {
  /** Source text, trimmed; one pair of backticks stripped, `\|` read as `|`, `<br>` as a line end. */
  readonly text: string;
  /** Whether backticks were stripped: a quoted cell is never a marker. */
  readonly quoted: boolean;
  /** `empty` for a cell without text; what it means depends on its column. */
  readonly absence: Absence | 'empty' | null;
  /** The place of `text` in the source (of the cell's place where it is empty). */
  readonly span: Span;
  /** For each index of `text` (and its end) the offset in the source; absent if it is `span.start + index`. */
  readonly offsets?: readonly number[];
  /** In an unquoted cell: the first part that CommonMark shows as emphasis. An expression there is an error (N026). */
  readonly emphasis?: Span;
}
