/** What probes make of a fault. */
export type Outcome =
  /** Nothing: all is as it would be without it. */
  | { readonly kind: 'nothing' }
  /** A derived test has failed, or an answer has distinguished two worlds. */
  | { readonly kind: 'answered'; readonly words: string }
  /** The product did not start, or broke down. */
  | { readonly kind: 'broken'; readonly words: string }
  /** It did not end. */
  | { readonly kind: 'endless' };
