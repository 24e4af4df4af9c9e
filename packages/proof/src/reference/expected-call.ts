/** An outbound call as its receiver must see it (7). Values that are not known beforehand are symbolic ids. */
export interface ExpectedCall {
  readonly call: string;
  readonly clause: string;
  readonly record: string;
  readonly method: string;
  /** The name of the constant that holds the origin, or the origin itself. */
  readonly origin:
    | { readonly kind: 'literal'; readonly value: string }
    | { readonly kind: 'constant'; readonly name: string };
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The secret that signs it; null if it is not signed. */
  readonly secret: string | null;
  /** It is a notice: it is made nowhere, and its recipient finds it in their inbox. */
  readonly notice?: ExpectedNotice;
}

/** A notice as its recipient must find it. */
export interface ExpectedNotice {
  readonly recipient: string;
  readonly notice: string;
  readonly subject: string;
  readonly text: string;
  /** An address, or null. */
  readonly link: string | null;
}
