/** The forms on the wire about who is signed in, and with what: sessions, API tokens, demo accounts. */

export interface UserView {
  id: string;
  name: string | null;
  email: string;
  roles: string[];
}

/** GET /api/-/session; POST {email, password}; DELETE. */
export interface SessionView {
  user: UserView | null;
}

/**
 * GET /api/-/tokens: one's own API tokens. POST {name, roles?, days?} makes one: `roles` narrows one's assigned roles,
 * without it the token follows them. DELETE /api/-/tokens/{id} revokes it.
 */
export interface ApiTokenView {
  id: string;
  name: string;
  roles: string[] | null;
  created_at: string;
  expires_at: string;
  /** To the minute. */
  used_at: string | null;
}

/** The only answer that has the token itself. */
export interface NewApiTokenView extends ApiTokenView {
  /** For `Authorization: Bearer {token}`. */
  token: string;
}

/** GET /api/-/dev/accounts (only in `dev`); POST /api/-/dev/session {id} signs in as one of them. */
export interface DemoAccountView {
  id: string;
  name: string;
  email: string;
  roles: string[];
}
