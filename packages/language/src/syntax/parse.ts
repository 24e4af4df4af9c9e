import { itemAt } from '../collections.ts';
import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type PointName, pointNumber } from '../points.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { bulletsForRows, mistakenLines, readBlock, separated } from './blocks.ts';
import { invisibleCharacters } from './characters.ts';
import { readGivenFiles } from './given.ts';
import { headingWithoutSpace, readHeading } from './heading.ts';
import { includeLinks, includePath, type ReadInclude } from './include.ts';
import { versionProblems } from './language-version.ts';
import { readMarkdown } from './markdown.ts';
import { DEEPEST } from './markdown-lines.ts';
import { checkBodies, checkPoints, closeSection, reportNoPoints } from './outline.ts';
import { Parsing, type Reading } from './parsing.ts';
import type { Section, SpecTree } from './tree.ts';

export interface Parsed {
  readonly tree: SpecTree;
  /** In the order in which they were found. */
  readonly diagnostics: readonly Diagnostic[];
}

/*
 * document ──▶ title ──▶ preamble ──▶ point 1 ──▶ … ──▶ point 9 ──▶
 *
 * point ─────▶ heading ──▶ blocks ──▶┬▶ item ─┬──▶
 * item ──────▶ heading ──▶ blocks ──▶┬▶ part ─┬──▶
 * part ──────▶ heading ──▶ blocks ──▶
 *
 * blocks ────▶┬▶ prose, table, code, remark, marker, include ─┬──▶     (each list may be empty)
 *             └───────────────────────◀───────────────────────┘
 */

/**
 * Reads a document's text, and the files that it includes, into its nine points. It never throws because of the text:
 * each line is in the tree or has a diagnostic, and the tree has everything that could be read around a mistake.
 */
export function parse(main: SourceFile, readInclude: ReadInclude): Parsed {
  const parsing = new Parsing();
  const includes = new Includes(parsing, main, readInclude);
  includes.file({ source: main, path: null, including: [], seen: new Map(), last: 0, items: new Set(), within: null });

  // An error in a heading or an included file explains why there is no point.
  if (parsing.points.size === 0 && parsing.diagnostics.every(({ severity }) => severity !== 'error'))
    reportNoPoints(main, parsing.titled, parsing.report);
  else {
    if (!parsing.titled)
      parsing.report(diagnose('N001', DOCUMENT_CODES.N001, {}, { file: main.path, start: 0, end: 0 }));
    for (const section of parsing.points.values()) checkBodies(section, parsing.report);
    checkPoints(main, parsing.points, parsing.inOrder, parsing.report);
  }
  const points: Partial<Record<PointName, Section>> = {};
  for (const [name, section] of parsing.points) points[name] = closeSection(section);
  const { files, title, preamble, diagnostics } = parsing;
  for (const problem of versionProblems(preamble)) parsing.report(problem);
  const given = readGivenFiles(points, main, readInclude);
  return { tree: { files, given, title, preamble, points }, diagnostics };
}

/** Reads files, the main document and those that are included, each once. */
class Includes {
  private readonly parsing: Parsing;
  private readonly main: SourceFile;
  private readonly readInclude: ReadInclude;
  private readonly included = new Map<string, Span>();

  constructor(parsing: Parsing, main: SourceFile, readInclude: ReadInclude) {
    this.parsing = parsing;
    this.main = main;
    this.readInclude = readInclude;
  }

  /** Reads the blocks of one file into the tree. */
  file(reading: Reading): void {
    const { parsing } = this;
    parsing.files.push(reading.source);
    for (const diagnostic of invisibleCharacters(reading.source)) parsing.report(diagnostic);
    const { blocks, lines, tooDeep } = readMarkdown(reading.source);
    for (const line of tooDeep) parsing.report(diagnose('N097', DOCUMENT_CODES.N097, { deepest: DEEPEST }, line));
    blocks.forEach((block, index) => {
      if (block.kind === 'heading') {
        readHeading(parsing, reading, block);
        return;
      }
      const before = blocks[index - 1];
      if (before !== undefined) separated(lines, before, block, parsing.report);
      parsing.grow(block.span);
      const isInPoint = parsing.place.point !== null;
      if (isInPoint && before && bulletsForRows(reading.source, lines, before, block, parsing.report)) return;
      if (block.kind === 'paragraph' && this.paragraph(reading, block.span)) return;
      const meant = block.kind === 'paragraph' ? headingWithoutSpace(block) : null;
      if (meant !== null) {
        mistakenLines(reading.source, block.span, parsing.report);
        readHeading(parsing, reading, meant);
        return;
      }
      const read = readBlock(reading.source, block, isInPoint, parsing.report);
      for (const one of read) parsing.add(one);
    });
    parsing.endLost();
  }

  /** Carries out the includes of a paragraph; false if it is none of includes. */
  private paragraph(reading: Reading, span: Span): boolean {
    const text = reading.source.text.slice(span.start, span.end);
    const links = includeLinks(text);
    if (links === null) {
      const mention = /\[include\]\(/i.exec(text);
      if (mention !== null) {
        const start = span.start + mention.index;
        const place = { ...span, start, end: start + '[include]'.length };
        this.parsing.report(diagnose('N035', DOCUMENT_CODES.N035, {}, place));
      }
      return false;
    }
    if (this.parsing.place.lost !== null) return true;
    for (const link of links) {
      this.include(reading, link.target, { ...span, start: span.start + link.start, end: span.start + link.end });
    }
    return true;
  }

  private include(reading: Reading, target: string, link: Span): void {
    const { report } = this.parsing;
    const path = includePath(reading.path, target);
    if (path === null) {
      report(diagnose('N032', DOCUMENT_CODES.N032, { path: target }, link));
      return;
    }
    const including = [...reading.including, reading.path ?? itemAt(this.main.path.split(/[\\/]/), -1)];
    if (including.includes(path)) {
      const through = including.slice(including.indexOf(path));
      report(diagnose('N030', DOCUMENT_CODES.N030, { path, through }, link));
      return;
    }
    const first = this.included.get(path);
    if (first !== undefined) {
      const related = [{ span: first, message: 'the first time' }];
      report(diagnose('N034', DOCUMENT_CODES.N034, { path }, link, { related }));
      return;
    }
    this.included.set(path, link);
    const answer = this.readInclude(path);
    switch (answer.kind) {
      case 'missing':
        report(diagnose('N031', DOCUMENT_CODES.N031, { path }, link));
        break;
      case 'outside':
        report(diagnose('N032', DOCUMENT_CODES.N032, { path }, link));
        break;
      case 'unreadable': {
        const reason = answer.reason ?? null;
        report(diagnose('N033', DOCUMENT_CODES.N033, { path, reason }, link));
        break;
      }
      case 'file': {
        const source = { path, text: answer.text };
        const before = { ...this.parsing.place };
        this.file({ source, path, including, seen: new Map(), last: 0, items: new Set(), within: this.openPoint() });
        this.parsing.place = before;
      }
    }
  }

  /** The number of the point that is open; null before the points. */
  private openPoint(): number | null {
    for (const [name, section] of this.parsing.points) {
      if (section === this.parsing.place.point) return pointNumber(name);
    }
    return null;
  }
}
