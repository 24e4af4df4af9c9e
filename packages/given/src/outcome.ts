/** One call of a function that a document is given (9). Values are in the wire's form: integers as numbers, decimals as text. */
export interface FunctionCallRequest {
  /** The text of the file: an ECMAScript module without imports. */
  readonly source: string;
  /** The name under which the function is exported. */
  readonly exported: string;
  readonly arguments: readonly (string | number | boolean)[];
  /** The type of the result, as the document states it. */
  readonly result: ResultKind;
}

/** The types of results. */
export type ResultKind = 'boolean' | 'integer' | 'decimal' | 'text' | 'date';

/** The reasons why a call gives no value. */
export type FailureReason = 'exception' | 'time' | 'memory' | 'type';

/** The outcome of a call: a value of the stated type in the wire's form, or why there is none. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | {
      readonly kind: 'failed';
      readonly because: FailureReason;
      /** For the log: what the function threw, or returned instead of the stated type. */
      readonly message: string;
    };

export function failed(because: FailureReason, message: string): Outcome {
  return { kind: 'failed', because, message: message.slice(0, 300) };
}
