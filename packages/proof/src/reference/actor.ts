/** A reader or actor: an account's id, or null for somebody who is not signed in. */
export type Actor = string | null;
