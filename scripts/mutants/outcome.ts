/** What probes make of a fault. */
export type Outcome =
  /** Nothing: all is as it would be without it. */
  | { readonly kind: 'nothing' }
  /** A derived test has failed, or an answer has distinguished two worlds; `probe`: the name of the one that found it. */
  | { readonly kind: 'answered'; readonly probe: string; readonly words: string }
  /** The product did not start, or broke down. */
  | { readonly kind: 'broken'; readonly words: string }
  /** It did not end. */
  | { readonly kind: 'endless' };
