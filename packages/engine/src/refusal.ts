import { type Message, messageFormatIn } from '@nonet/language';

/** One broken rule or ill value. `field` is a path (`lines.0.amount`); null if no single field is concerned. */
export interface FieldError {
  readonly field: string | null;
  readonly code: string;
  readonly message: Message;
  readonly clause: string | null;
  /** The ids of the rows of the record's list that break it. */
  readonly rows?: readonly string[];
  /** The line in an imported file. */
  readonly line?: number;
}

/**
 * A request that the document (or the language) refuses. The server answers it as a problem (RFC 9457), in its
 * reader's language. Any other error is a fault of the product: 500.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** The message that a person reads; the error's own `message` has it in English, for operators and logs. */
  readonly words: Message;
  readonly clause: string | null;
  readonly errors: readonly FieldError[];
  /** The codes of warnings: the same request with these codes confirmed is carried out (5). */
  readonly confirm: readonly string[];
  /** The entity whose record it is about, where an exact call names its errors by it (7). */
  readonly subject: string | null;

  constructor(refusal: {
    code: string;
    status: number;
    words: Message;
    clause?: string | null;
    errors?: readonly FieldError[];
    confirm?: readonly string[];
    subject?: string | null;
  }) {
    super(messageFormatIn('en').message(refusal.words));
    this.name = 'Refusal';
    this.code = refusal.code;
    this.status = refusal.status;
    this.words = refusal.words;
    this.clause = refusal.clause ?? null;
    this.errors = refusal.errors ?? [];
    this.confirm = refusal.confirm ?? [];
    this.subject = refusal.subject ?? null;
  }
}
