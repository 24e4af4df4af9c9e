import type { AccountMailKind, AccountPlaceholder } from '../vocabulary/account-mails.ts';
import type { Clause } from './clause.ts';

/** Point 7, `### Account mails`: the words of a mail that the product itself sends about an account. */
export interface AccountMail extends Clause {
  readonly name: string;
  readonly description: string;
  /** Null if it is not shown. */
  readonly kind: AccountMailKind | null;
  /** The language of its words (BCP 47); null: any for which there are no others. */
  readonly language: string | null;
  /** Null if they are not shown: the product's own words stand in. */
  readonly words: {
    readonly subject: readonly AccountMailPart[];
    /** Markdown. */
    readonly body: readonly AccountMailPart[];
  } | null;
}

/** Words as they are stated, or a placeholder. */
export type AccountMailPart = string | { readonly placeholder: AccountPlaceholder };
