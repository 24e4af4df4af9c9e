/** A user as the database has them at this moment. */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  /** The assigned ones. */
  readonly roles: readonly string[];
}
