/** The result of the probes for a fault. */
export type Outcome =
  /** No probe noticed it. */
  | { readonly kind: 'nothing' }
  /** A derived test failed, or an answer distinguished two databases; `probe`: the name of the probe that found it. */
  | { readonly kind: 'answered'; readonly probe: string; readonly words: string }
  /** The product did not start, or crashed. */
  | { readonly kind: 'broken'; readonly words: string }
  /** It did not end. */
  | { readonly kind: 'endless' };
