import type { MailPartName } from '../vocabulary/received-mail.ts';
import type { Clause, ClauseAddress } from './clause.ts';

/** Point 7, `### Received`: mail to an address becomes a record. */
export interface ReceivedMail extends Clause {
  readonly name: string;
  readonly description: string;
  /** Where the mail is sent to: stated, or the name of a constant; null if it is not shown. */
  readonly address: { readonly kind: 'literal' | 'constant'; readonly value: string } | null;
  /** Whose mail is taken. A sender whom nothing identifies holds the roles of somebody who is not signed in. */
  readonly by: readonly string[] | 'everyone';
  /** The entity of the record that a mail becomes; null if it is not shown. */
  readonly entity: string | null;
  /** The fields that take a part of the mail. */
  readonly takes: readonly TakenPart[];
  /** The entity of the comment that an answer becomes; null: an answer is a mail like any other. */
  readonly replies: string | null;
  /** In a plan: the clause of the first thing that is not shown and that it needs. Mail to it waits then. */
  readonly gap?: ClauseAddress;
}

/** `subject`, `text`, … of a mail, and the field that takes it. */
export interface TakenPart {
  readonly field: string;
  readonly part: MailPartName;
  /** Of `attachments` in a list of owned children: the field of a child that takes one file. */
  readonly file: string | null;
}
