import { fileName } from '../files/types.ts';
import type { ReadPaper } from './paper.ts';

/** Sets a paper as PDF, the same bytes for the same words. @throws {NoTypesetter}; anything else if it could not be set now */
export type MakePaper = (paper: ReadPaper) => Promise<Uint8Array>;

/** The typesetter is not installed in this process: papers wait until it is, and so do mails that bring them. */
export class NoTypesetter extends Error {
  override readonly name = 'NoTypesetter';

  constructor() {
    super('What sets papers as PDF is not installed here: install nonet with its optional dependencies.');
  }
}

const LONGEST_TITLE = 200;

/** The title of a paper in one line, of which the name of its file is made. */
export function titleOfPaper({ title }: Pick<ReadPaper, 'title'>): string {
  return Array.from(title.toWellFormed().replaceAll(/\s+/g, ' ').trim()).slice(0, LONGEST_TITLE).join('');
}

/** The name of a paper's file. */
export function pdfName(title: string): string {
  const name = fileName(title);
  return name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf`;
}
