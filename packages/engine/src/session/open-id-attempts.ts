import { randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import { ENGINE_LIMITS } from '../limits.ts';
import type { Pool } from '../store/pool.ts';
import { reserveAttempt, type TooMany } from './login-attempts.ts';
import { hashToken } from './sessions.ts';

/** A sign-in that is with a provider. */
export interface OpenIdAttempt {
  readonly codeVerifier: string;
  readonly nonce: string;
  /** Where its person was going. */
  readonly next: string;
  /** Under which it was counted (LOGIN_ATTEMPTS). */
  readonly loginAttempt: number;
}

export interface BegunAttempt {
  readonly kind: 'begun';
  /** For the provider, which gives it back. */
  readonly state: string;
  /** For the browser's cookie: without it the state opens nothing, so that nobody is signed in as somebody else. */
  readonly browser: string;
  readonly loginAttempt: number;
}

/** The sign-ins that are with a provider, in the database: whichever process is asked, each comes back once. */
export interface OpenIdAttempts {
  /** Counts like a try with a password, from this network address, until it has succeeded. */
  begin(
    provider: string,
    attempt: Omit<OpenIdAttempt, 'loginAttempt'>,
    address: string,
  ): Promise<BegunAttempt | TooMany>;
  /** Takes an attempt out; null where the state is unknown, too old, used, another browser's or another provider's. */
  take(provider: string, state: string, browser: string): Promise<OpenIdAttempt | null>;
}

export function createOpenIdAttempts(pool: Pool, plan: Plan): OpenIdAttempts {
  return {
    begin: async (provider, { codeVerifier, nonce, next }, address) => {
      const counted = await reserveAttempt(pool, plan, null, address);
      if (counted.kind === 'too many') return counted;
      const [state, browser] = [randomToken(), randomToken()];
      await pool.query('delete from nonet.open_id_attempt where expires_at <= now()');
      await pool.query(
        `insert into nonet.open_id_attempt
           (state_hash, browser_hash, provider, code_verifier, nonce, next, login_attempt, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => ${ENGINE_LIMITS.openIdAttemptSeconds}))`,
        [hashToken(state), hashToken(browser), provider, codeVerifier, nonce, next, counted.id],
      );
      return { kind: 'begun', state, browser, loginAttempt: counted.id };
    },
    take: async (provider, state, browser) => {
      const { rows } = await pool.query<OpenIdAttempt & { expired: boolean }>(
        `delete from nonet.open_id_attempt where state_hash = $1 and browser_hash = $2 and provider = $3
         returning code_verifier as "codeVerifier", nonce, next, login_attempt as "loginAttempt",
                   expires_at <= now() as expired`,
        [hashToken(state), hashToken(browser), provider],
      );
      const [taken] = rows;
      if (taken === undefined || taken.expired) return null;
      const { expired: _, ...attempt } = taken;
      return attempt;
    },
  };
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
