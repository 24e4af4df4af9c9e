/** A user as the database has them at this moment. */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  /** The assigned ones. */
  readonly roles: readonly string[];
  /** Whether the session or token that found them was opened with a second factor. */
  readonly secondFactor?: boolean;
  /** The time zone that they have chosen (9, PERSONAL_TIME_ZONE): IANA, or `device`; null or absent: the product's. */
  readonly timeZone?: string | null;
  /** The region that they have chosen (9, PERSONAL_REGION): ISO 3166; null or absent: none. */
  readonly region?: string | null;
}

/** A person's identity as an OpenID Connect provider has just confirmed it. */
export interface Identity {
  readonly issuer: string;
  /** The issuer's own identifier for the person, which no other person has. */
  readonly subject: string;
  /** Their address where the issuer has verified it; else null. */
  readonly verifiedEmail: string | null;
}
