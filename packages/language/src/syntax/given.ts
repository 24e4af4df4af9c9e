import type { SourceFile } from '../source/span.ts';
import { includePath, type ReadInclude } from './include.ts';
import type { GivenFile, Prose, Section } from './tree.ts';

/** The paragraph `given by functions.js#ibanValid` of a section. */
export function givenBy({ blocks }: Section): Prose | undefined {
  return blocks.find((block): block is Prose => block.kind === 'prose' && /^given by\b/i.test(block.text));
}

/** `given by functions.js#ibanValid`, as it is or in backticks; null if the paragraph has another form. */
export function readGivenBy(text: string): { readonly file: string; readonly exported: string } | null {
  const match = /^given by\s+(`?)(?<file>[^\s#`]+)#(?<exported>[A-Za-z_$][\w$]*)\1\s*$/i.exec(text);
  const { file, exported } = match?.groups ?? {};
  return file === undefined || exported === undefined ? null : { file, exported };
}

/** The path of a given file, relative to the main document's folder; null if it leads out of that folder. */
export function givenPath(main: SourceFile, { span }: Prose, file: string): string | null {
  return includePath(span.file === main.path ? null : span.file, file);
}

/** Reads the files that the terms of point 9 are given by, each once, in the order of the text. */
export function readGivenFiles(point: Section | undefined, main: SourceFile, readInclude: ReadInclude): GivenFile[] {
  const files = new Map<string, GivenFile>();
  for (const section of point?.sections.flatMap(({ sections }) => sections) ?? []) {
    const paragraph = givenBy(section);
    const read = paragraph && readGivenBy(paragraph.text);
    const path = paragraph && read ? givenPath(main, paragraph, read.file) : null;
    if (path !== null && !files.has(path)) files.set(path, { path, included: readInclude(path) });
  }
  return [...files.values()];
}
