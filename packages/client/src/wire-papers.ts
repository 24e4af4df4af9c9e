/** A paper of a record (7) as its reader may read it, in words. */
export interface PaperView {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** Markdown, with the values in it as text. */
  readonly text: string;
}
