/** A value of point 9. */
export type ConstantValue =
  /** In the form of `Literal.value`; a list as an array of these; `10 MB` in bytes; `10 per hour` as `{count, seconds}`. */
  | { readonly kind: 'literal'; readonly value: unknown; readonly currency?: string }
  | { readonly kind: 'env' | 'secret'; readonly name: string }
  | { readonly kind: 'open' };
