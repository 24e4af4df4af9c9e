/** The static type of an expression. `nullable`: its value may be null (an `optional` field, `first(…)`). */
export type Type = { readonly nullable: boolean } & (
  | {
      readonly kind:
        | 'text'
        | 'boolean'
        | 'integer'
        | 'date'
        | 'time'
        | 'datetime'
        | 'duration'
        /** The dates of a recurrence rule. */
        | 'recurrence'
        /** `5 working days`: their length depends on where they are counted from. */
        | 'working days'
        | 'file'
        | 'json'
        | 'null';
    }
  /** Exact; `scale` is the number of places it is rounded to when assigned, null if it is open. */
  | { readonly kind: 'decimal'; readonly scale: number | null }
  /** `currency` null is the product's `CURRENCY`. */
  | { readonly kind: 'money'; readonly currency: string | null }
  /** `size` of a file and limits such as `10 MB`; `rate`: `600 per minute`. */
  | { readonly kind: 'size' | 'rate' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'record'; readonly entity: string }
  | { readonly kind: 'list'; readonly of: Type }
  /** `path`, `response`, asked inputs: named values that are not a record's. */
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, Type>> }
  /** A value of a request (`query.limit`): it takes the type that it meets, and is a text where it meets none. */
  | { readonly kind: 'given' }
  /** Stands where an error has been reported already, so that one mistake gives one error. */
  | { readonly kind: 'unknown' }
);
