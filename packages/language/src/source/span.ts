/** A half-open range of UTF-16 offsets in one source file. */
export interface Span {
  /** The file's path as given or as included, relative to the main document's folder. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** One source file of a document. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A place as people count: line and column from 1, columns in code points. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Whether a place is within another one of the same file, ends included. */
export function isWithin(inner: Span, outer: Span): boolean {
  return inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;
}
