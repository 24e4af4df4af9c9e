import type { PaperSize } from '@nonet/language';

/**
 * A piece of a paper's words: Markdown, a value, which is text whatever it holds, a value that its reader may not
 * read, by its words in the document, or the number of a page.
 */
export type PaperPiece =
  | string
  | { readonly value: string }
  | { readonly leftOut: string }
  | { readonly number: 'page' | 'pages' };

/** The words of a paper for one reader. */
export interface PaperWords {
  readonly title: string;
  readonly header: readonly PaperPiece[] | null;
  readonly footer: readonly PaperPiece[] | null;
  readonly body: readonly PaperPiece[];
}

/** A paper of one record, as its reader may read it, before it is set. */
export interface ReadPaper extends PaperWords {
  /** The language of its words (BCP 47). */
  readonly language: string;
  readonly size: PaperSize;
  readonly isLandscape: boolean;
  /** A picture as `data:…`; null: none. */
  readonly logo: string | null;
}
