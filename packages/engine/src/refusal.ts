import { type Message, sayIn } from '@nonet/language';

/** One broken rule or ill value. `field` is a path (`lines.0.amount`); null where no single field is concerned. */
export interface FieldError {
  readonly field: string | null;
  readonly code: string;
  readonly message: Message;
  readonly clause: string | null;
  /** Where it stands in an imported file. */
  readonly line?: number;
}

/**
 * A request that the document (or the language) refuses. The server answers it as a problem (RFC 9457), in its reader's
 * language. Everything else that is thrown is a fault of the product: 500.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** What a person reads; the error's own `message` has it in English, for operators and logs. */
  readonly words: Message;
  readonly clause: string | null;
  readonly errors: readonly FieldError[];
  /** Where it warns: the codes that the same request is carried out with, once somebody has confirmed them (5). */
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
    super(sayIn('en').message(refusal.words));
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
