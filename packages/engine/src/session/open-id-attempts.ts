import { randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import type { Pool } from '../store/pool.ts';
import { reserveAttempt, type TooMany } from './login-attempts.ts';
import { hashToken } from './sessions.ts';

/** A sign-in that is with a provider. */
export interface OpenIdAttempt {
  readonly codeVerifier: string;
  readonly nonce: string;
  /** The address to which the person was going. */
  readonly next: string;
  /** The attempt under which the sign-in was counted (LOGIN_ATTEMPTS). */
  readonly loginAttempt: number;
}

export interface BegunAttempt {
  readonly kind: 'begun';
  /** Sent to the provider, which returns it. */
  readonly state: string;
  /**
   * A secret in a cookie of the browser. Without it the state is invalid, so that nobody can sign another person in.
   */
  readonly browser: string;
  readonly loginAttempt: number;
}

/**
 * The sign-ins in progress at a provider. They are in the database, so that any process can complete each of them,
 * once.
 */
export interface OpenIdAttempts {
  /** Counts like a try with a password, from this network address, until it has succeeded. */
  begin(
    provider: string,
    attempt: Omit<OpenIdAttempt, 'loginAttempt'>,
    address: string,
  ): Promise<BegunAttempt | TooMany>;
  /** Takes an attempt out; null if the state is unknown, too old, used, another browser's or another provider's. */
  take(provider: string, state: string, browser: string): Promise<OpenIdAttempt | null>;
}

export function createOpenIdAttempts(pool: Pool, plan: Plan): OpenIdAttempts {
  return {
    begin: async (provider, { codeVerifier, nonce, next }, address) => {
      const counted = await reserveAttempt(pool, plan, null, { address, browser: null });
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
