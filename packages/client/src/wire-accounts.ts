/** The forms on the wire about who is signed in, and with what: sessions, API tokens, demo accounts. */

export interface UserView {
  id: string;
  name: string | null;
  email: string;
  roles: string[];
}

/**
 * GET /api/-/preferences, and PATCH with some of it: what a person has chosen for themselves, each where the document
 * allows it (9, PERSONAL_TIME_ZONE, PERSONAL_REGION).
 */
export interface PreferencesView {
  /** IANA, or `device`, where the person's device says it; null: the product's. */
  time_zone?: string | null;
  /** ISO 3166: dates and numbers have its form; null: none. */
  region?: string | null;
}

/** GET /api/-/session; POST {email, password}; DELETE. */
export interface SessionView {
  user: UserView | null;
  /** The step that is left after the password, before somebody is signed in. */
  second_step?: SecondStepView;
}

/**
 * After the password: a second factor is given (POST /api/-/session/second-factor with {code}, {recovery_code} or
 * {passkey}), or set up, as GET /api/-/second-factors and the requests below it do.
 */
export interface SecondStepView {
  needs: 'factor' | 'enrolment';
  /** Whether the user has an app, and a passkey. */
  code: boolean;
  passkey: boolean;
}

/** GET /api/-/second-factors: one's own. DELETE /api/-/second-factors/{id} removes one. */
export interface SecondFactorsView {
  factors: SecondFactorView[];
  recovery_codes_left: number;
  /** Whether a role of the user requires one. */
  required: boolean;
}

export interface SecondFactorView {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: string;
  used_at: string | null;
}

/** POST /api/-/second-factors/totp: begins to set up an app. POST …/totp/{id} {code, name} takes it into use. */
export interface NewTotpView {
  id: string;
  /** In base32. */
  secret: string;
  /** `otpauth://…`, for a picture that the app reads. */
  address: string;
}

/** The answer to a factor that was set up. With the first one come recovery codes, which are never shown again. */
export interface NewFactorView {
  user: UserView;
  recovery_codes: string[] | null;
}

/**
 * GET /api/-/tokens: the user's own API tokens. POST {name, roles?, days?} creates one: `roles` narrows the user's
 * assigned roles; without it the token has them all. POST {screen, name?} creates one that opens a calendar alone. DELETE /api/-/tokens/{id} revokes it. With `?user={id}` both
 * concern another person's tokens, for users who may disable that person.
 */
export interface ApiTokenView {
  id: string;
  name: string;
  roles: string[] | null;
  /** The slug of the calendar that it opens, and nothing else; null if it acts on the API. */
  screen: string | null;
  created_at: string;
  expires_at: string;
  /** To the minute. */
  used_at: string | null;
}

/** The only answer that has the token itself. */
export interface NewApiTokenView extends ApiTokenView {
  /** For `Authorization: Bearer {token}`. */
  token: string;
  /** Of a calendar: the path at which other programs read it. */
  address?: string;
}

/** GET /api/-/sessions: where one is signed in, the one last used first. DELETE /api/-/sessions/{id} ends one. */
export interface OpenSessionView {
  id: string;
  /** "Firefox, Linux"; null for what is no known browser. */
  device: string | null;
  /** The network address that it was opened from, of IPv6 the first 64 bits. */
  network: string | null;
  created_at: string;
  /** To the minute. */
  seen_at: string;
  expires_at: string;
  /** Whether it is the session of this request. */
  current: boolean;
}

/** GET /api/-/dev/accounts (only in `dev`); POST /api/-/dev/session {id} signs in as one of them. */
export interface DemoAccountView {
  id: string;
  name: string;
  email: string;
  roles: string[];
  /** Added by `nonet dev` for a role that no demo record holds. */
  stand_in: boolean;
}

/** Why a sign-in with a provider has come to nothing: `?refused=` of the sign-in screen that it leads back to. */
export type OpenIdRefusal =
  /** The person, or the provider for them, said no. */
  | 'cancelled'
  /** The provider does not answer. */
  | 'unavailable'
  /** The provider's answer is invalid. */
  | 'failed'
  /** Begun too long ago, in another browser, or used already. */
  | 'stale'
  /** The provider does not say that it has verified the address. */
  | 'unverified'
  /** No user has the address. */
  | 'unknown'
  /** A person who signs up must give more than a provider knows. */
  | 'incomplete'
  /** The account may not sign in. */
  | 'closed'
  /** The address is that of an account that the provider knows by another name. */
  | 'taken';

/**
 * POST /api/-/open-id/{provider} {next}: where the browser continues; `next` is where it comes back to. The provider
 * sends it to GET /api/-/open-id/{provider}/callback.
 */
export interface OpenIdStartView {
  address: string;
}

/** A provider to sign in with. */
export interface OpenIdProviderView {
  name: string;
  label: string;
}
