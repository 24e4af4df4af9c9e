/** The mails of the product itself whose words a document can state (7, `### Account mails`). */
export const ACCOUNT_MAILS = ['invitation', 'password'] as const;
export type AccountMailKind = (typeof ACCOUNT_MAILS)[number];

/** The parts of such words. */
export const ACCOUNT_MAIL_PARTS = ['for', 'language', 'subject'] as const;

/** The placeholders of such words: who gets the mail, the product's name, the address of the page, and how long it holds. */
export const ACCOUNT_PLACEHOLDERS = ['name', 'email', 'product', 'link', 'holds'] as const;
export type AccountPlaceholder = (typeof ACCOUNT_PLACEHOLDERS)[number];
