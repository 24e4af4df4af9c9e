/** A user as the database has them at this moment. */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  /** The assigned ones. */
  readonly roles: readonly string[];
}

/** Somebody as an OpenID Connect provider has just vouched for them. */
export interface Identity {
  readonly issuer: string;
  /** The issuer's own name for them, which it gives to nobody else. */
  readonly subject: string;
  /** Their address where the issuer has verified it; else null. */
  readonly verifiedEmail: string | null;
}
