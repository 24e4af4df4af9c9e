import type { PointName } from '../points.ts';
import type { SourceFile } from '../source/span.ts';
import { includePath, type ReadInclude } from './include.ts';
import type { Cell, GivenFile, Prose, Section } from './tree.ts';

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

/** `given by screens/plan.html`, or behind other words `widget given by widgets/seat.html`: the path as it is written. */
export function readGivenPage(text: string): string | null {
  return /\bgiven by\s+(`?)(?<file>[^\s#`,;]+)\1\s*$/i.exec(text)?.groups?.['file'] ?? null;
}

/** The path of a given file, relative to the main document's folder; null if it leads out of that folder. */
export function givenPath(main: SourceFile, { span }: Pick<Prose, 'span'>, file: string): string | null {
  return includePath(span.file === main.path ? null : span.file, file);
}

/** Reads the files that a document is given by (2, 3, 9), each once, in the order of the text. */
export function readGivenFiles(
  points: Readonly<Partial<Record<PointName, Section>>>,
  main: SourceFile,
  readInclude: ReadInclude,
): GivenFile[] {
  const files = new Map<string, GivenFile>();
  const add = (place: Pick<Prose, 'span'>, file: string | null | undefined) => {
    const path = file ? givenPath(main, place, file) : null;
    if (path !== null && !files.has(path)) files.set(path, { path, included: readInclude(path) });
  };
  for (const point of [points.screens, points.entities])
    for (const cell of point ? cellsOf(point) : []) for (const each of givenPagesIn(cell)) add(cell, each);
  for (const section of points.constants?.sections.flatMap(({ sections }) => sections) ?? []) {
    const paragraph = givenBy(section);
    if (paragraph) add(paragraph, readGivenBy(paragraph.text)?.file);
  }
  return [...files.values()];
}

/** The pages that a cell names: the kind of a screen, or a rule among those of a field. */
function givenPagesIn({ text }: Cell): string[] {
  return text.split(',').flatMap((words) => readGivenPage(words) ?? []);
}

function cellsOf({ blocks, sections }: Section): readonly Cell[] {
  return [
    ...blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flatMap(({ cells }) => cells) : [])),
    ...sections.flatMap(cellsOf),
  ];
}
