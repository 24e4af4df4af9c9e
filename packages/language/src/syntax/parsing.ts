import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PointName } from '../points.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { around, type OpenSection, type Place } from './outline.ts';
import type { Block, Words } from './tree.ts';

/** A file that is being read. */
export interface Reading {
  readonly source: SourceFile;
  /** Relative to the main document's folder; null for the main document. */
  readonly path: string | null;
  /** The files that led here, the main document first. */
  readonly including: readonly string[];
  /** The points that this file has shown so far. */
  readonly seen: Map<number, Span>;
  last: number;
  /** The items of points under which this file has stated something. */
  readonly items: Set<OpenSection>;
  /** The point in which this file is included; null for one that has points of its own. */
  readonly within: number | null;
}

/** The part of a document that has been read so far, and the place of its next block. */
export class Parsing {
  readonly files: SourceFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly preamble: Block[] = [];
  readonly points = new Map<PointName, OpenSection>();
  title: Words | null = null;
  /** Whether a `#` heading was there, even one without words. */
  titled = false;
  /** Whether the points came in order, each once. */
  inOrder = true;
  place: Place = { point: null, item: null, part: null, lost: null };

  readonly report = (diagnostic: Diagnostic): void => {
    this.diagnostics.push(diagnostic);
  };

  /**
   * Adds a block to the innermost open section. A block under a heading that is an error is dropped: the error covers
   * it.
   */
  add(block: Block): void {
    if (this.place.lost !== null) return;
    const blocks = around(this.place).at(-1)?.blocks ?? this.preamble;
    blocks.push(block);
  }

  /** A section ends where its last block of the same file ends. */
  grow(span: Span): void {
    const { lost } = this.place;
    if (lost !== null) lost.end = span.end;
    for (const section of around(this.place)) {
      if (section.heading.span.file === span.file) section.end = Math.max(section.end, span.end);
    }
  }

  /** Ends the region under a heading that is an error, and says in the error how far it goes. */
  endLost(): void {
    const lost = this.place.lost;
    this.place.lost = null;
    const diagnostic = lost === null ? undefined : this.diagnostics[lost.diagnostic];
    if (lost === null || diagnostic === undefined || lost.end <= lost.span.end) return;
    const text = this.files.find((file) => file.path === lost.span.file)?.text ?? '';
    const under = text.slice(lost.span.end, lost.end);
    const start = lost.span.end + under.length - under.trimStart().length;
    const related = [{ span: { ...lost.span, start, end: lost.end }, message: 'what stands under it is not read' }];
    this.diagnostics[lost.diagnostic] = { ...diagnostic, related: [...(diagnostic.related ?? []), ...related] };
  }
}
