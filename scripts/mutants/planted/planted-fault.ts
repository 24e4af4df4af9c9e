/** Planted faults: the wrong behaviour, its file, and the change of text that causes it. */
export interface Planted {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
