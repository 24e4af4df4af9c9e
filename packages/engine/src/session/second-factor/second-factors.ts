import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { keyRingOf } from '../../encryption/key-ring.ts';
import { open, seal } from '../../encryption/seal.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { newId } from '../../run/values/identifier.ts';
import { noteSecurityEvent } from '../../security-events/note.ts';
import { type Pool, transaction } from '../../store/pool.ts';
import type { Account } from '../account.ts';
import { noteSuccess, reserveAttempt, type TooMany } from '../login-attempts.ts';
import type { SignInPlace } from '../sessions.ts';
import { hasUsers, userRead } from '../user.ts';
import { type PasskeySite, passkeyCreation, passkeyRequest, verifyCreation, verifyPasskey } from './passkeys.ts';
import { renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { newTotpSecret, stepOf, totpAddress } from './totp.ts';

/** The place where the secret of an app's codes is encrypted. */
export const TOTP_SECRET = 'second_factor.secret';
const LONGEST_NAME = 60;
const MOST_OF_ONE_USER = 20;

/** A second factor, without what it proves itself by. */
export interface SecondFactor {
  readonly id: string;
  readonly kind: 'totp' | 'passkey';
  readonly name: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

/** The proof that somebody gives as their second factor. */
export type GivenFactor =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'recovery code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: AuthenticationResponseJSON };

export type FactorCheck = { readonly kind: 'fits' } | { readonly kind: 'refused' } | TooMany;

/** The second factors of people. `token`: that of the session or pending sign-in that asks. */
export interface SecondFactors {
  /** Those in use, the oldest first. */
  list(userId: string): Promise<readonly SecondFactor[]>;
  recoveryCodesLeft(userId: string): Promise<number>;
  /** Begins to set up an app; the secret leaves the engine here alone. */
  beginTotp(user: Account): Promise<{ readonly id: string; readonly secret: string; readonly address: string }>;
  /** Takes the app into use if this is its code; answers recovery codes if it is the first factor, null if the code is wrong. */
  confirmTotp(userId: string, id: string, code: string, name: string): Promise<Confirmed | null>;
  beginPasskey(user: Account, token: string, site: PasskeySite): Promise<PublicKeyCredentialCreationOptionsJSON>;
  confirmPasskey(
    userId: string,
    token: string,
    response: RegistrationResponseJSON,
    name: string,
    site: PasskeySite,
  ): Promise<Confirmed | null>;
  askPasskey(userId: string, token: string, site: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON | null>;
  /** Checks a factor; each check counts as an attempt to sign in (9, LOGIN_ATTEMPTS). */
  check(userId: string, token: string, given: GivenFactor, place: SignInPlace, site: PasskeySite): Promise<FactorCheck>;
  renewRecoveryCodes(userId: string): Promise<readonly string[]>;
  /** Removes one; false if the user has no such factor. With the last one, the recovery codes go. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Removes all of a person with an e-mail address, and ends their sessions; how many they had, null if nobody has the address. */
  resetOf(email: string): Promise<number | null>;
}

/** The result of a new factor: recovery codes, if it is the first. */
export interface Confirmed {
  readonly recoveryCodes: readonly string[] | null;
}

export function createSecondFactors(pool: Pool, index: PlanIndex): SecondFactors {
  const list = (userId: string) => listFactors(pool, userId);
  return {
    list,
    recoveryCodesLeft: async (userId) => {
      const { rows } = await pool.query<{ left: number }>(
        'select count(*)::int as left from nonet.recovery_code where user_id = $1',
        [userId],
      );
      return rows[0]?.left ?? 0;
    },
    beginTotp: (user) => beginTotp(pool, index, user),
    confirmTotp: (userId, id, code, name) => confirmTotp(pool, index, userId, id, code, name),
    beginPasskey: (user, token, site) =>
      passkeyCreation(pool, token, { id: user.id, name: user.name ?? user.email }, site),
    confirmPasskey: async (userId, token, response, name, site) => {
      const made = await verifyCreation(pool, token, response, site);
      if (made === null) return null;
      return confirm(pool, userId, async (client) => {
        const added = await client.query(
          `insert into nonet.second_factor (user_id, kind, name, credential_id, public_key, counter, transports, confirmed_at)
           values ($1, 'passkey', $2, $3, $4, $5, $6, now()) on conflict (credential_id) do nothing`,
          [userId, nameOf(name), made.id, made.publicKey, made.counter, made.transports],
        );
        return added.rowCount === 1;
      });
    },
    askPasskey: (userId, token, site) => passkeyRequest(pool, token, userId, site),
    check: (userId, token, given, place, site) => check(pool, index, userId, token, given, place, site),
    renewRecoveryCodes: (userId) =>
      transaction(
        pool,
        async (client) => {
          await noteSecurityEvent(client, { kind: 'recovery codes renewed', subject: userId });
          return renewRecoveryCodes(client, userId);
        },
        { isolation: 'read committed', attempts: 1 },
      ),
    remove: async (userId, id) => {
      const removed = await pool.query('delete from nonet.second_factor where user_id = $1 and id::text = $2', [
        userId,
        id,
      ]);
      if (removed.rowCount === 1) await noteSecurityEvent(pool, { kind: 'second factor removed', subject: userId });
      if (removed.rowCount === 1 && (await list(userId)).length === 0)
        await pool.query('delete from nonet.recovery_code where user_id = $1', [userId]);
      return removed.rowCount === 1;
    },
    resetOf: (email) => resetOf(pool, index, email),
  };
}

async function listFactors(pool: Pool, userId: string): Promise<readonly SecondFactor[]> {
  const { rows } = await pool.query<SecondFactor>(
    `select id, kind, name, created_at as "createdAt", used_at as "usedAt" from nonet.second_factor
     where user_id = $1 and confirmed_at is not null order by created_at, id`,
    [userId],
  );
  return rows;
}

async function beginTotp(pool: Pool, index: PlanIndex, { id: userId, email }: Account) {
  const [id, secret] = [newId(), newTotpSecret()];
  const { current } = keyRingOf(index.environment);
  const stored = current === null ? secret : seal(secret, { name: TOTP_SECRET, record: id }, current);
  await pool.query(`delete from nonet.second_factor where user_id = $1 and confirmed_at is null`, [userId]);
  await pool.query(
    `insert into nonet.second_factor (id, user_id, kind, name, secret) values ($1, $2, 'totp', '', $3)`,
    [id, userId, stored],
  );
  return { id, secret, address: totpAddress(secret, index.plan.title || 'Nonet', email) };
}

async function confirmTotp(
  pool: Pool,
  index: PlanIndex,
  userId: string,
  id: string,
  code: string,
  name: string,
): Promise<Confirmed | null> {
  const { rows } = await pool.query<{ secret: string }>(
    `select secret from nonet.second_factor where id::text = $2 and user_id = $1 and kind = 'totp' and confirmed_at is null`,
    [userId, id],
  );
  const secret = rows[0] && open(rows[0].secret, id, keyRingOf(index.environment));
  const step = secret === undefined ? null : stepOf(secret, code, Date.now());
  if (step === null) return null;
  return confirm(pool, userId, async (client) => {
    const confirmed = await client.query(
      `update nonet.second_factor set confirmed_at = now(), last_step = $3, name = $4
       where id::text = $2 and user_id = $1 and confirmed_at is null`,
      [userId, id, step, nameOf(name)],
    );
    return confirmed.rowCount === 1;
  });
}

/** Takes a factor into use; with the first one come recovery codes. */
async function confirm(
  pool: Pool,
  userId: string,
  add: (client: Parameters<Parameters<typeof transaction>[1]>[0]) => Promise<boolean>,
): Promise<Confirmed | null> {
  return transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`nonet.second_factor ${userId}`]);
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from nonet.second_factor where user_id = $1 and confirmed_at is not null',
      [userId],
    );
    const count = rows[0]?.count ?? 0;
    if (count >= MOST_OF_ONE_USER || !(await add(client))) return null;
    await noteSecurityEvent(client, { kind: 'second factor added', subject: userId });
    return { recoveryCodes: count === 0 ? await renewRecoveryCodes(client, userId) : null };
  });
}

async function check(
  pool: Pool,
  index: PlanIndex,
  userId: string,
  token: string,
  given: GivenFactor,
  { address }: SignInPlace,
  site: PasskeySite,
): Promise<FactorCheck> {
  const attempt = await reserveAttempt(pool, index.plan, `second factor ${userId}`, { address, browser: null });
  if (attempt.kind === 'too many') return attempt;
  const fits = await (given.kind === 'passkey'
    ? verifyPasskey(pool, token, userId, given.response, site)
    : given.kind === 'code'
      ? takeCode(pool, index, userId, given.code)
      : takeRecoveryCode(pool, userId, given.code));
  if (!fits) {
    await noteSecurityEvent(pool, {
      kind: 'second factor failed',
      subject: userId,
      address,
      detail: { by: given.kind },
    });
    return { kind: 'refused' };
  }
  if (given.kind === 'recovery code')
    await noteSecurityEvent(pool, { kind: 'recovery code used', actor: userId, address });
  await noteSuccess(pool, attempt.id);
  return { kind: 'fits' };
}

/** Whether this is a code of one of the user's apps; each step counts once (RFC 6238, 5.2). */
async function takeCode(pool: Pool, index: PlanIndex, userId: string, code: string): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; secret: string }>(
    `select id, secret from nonet.second_factor where user_id = $1 and kind = 'totp' and confirmed_at is not null`,
    [userId],
  );
  for (const { id, secret } of rows) {
    const step = stepOf(open(secret, id, keyRingOf(index.environment)), code, Date.now());
    if (step === null) continue;
    const taken = await pool.query(
      'update nonet.second_factor set last_step = $2, used_at = now() where id = $1 and last_step < $2',
      [id, step],
    );
    if (taken.rowCount === 1) return true;
  }
  return false;
}

async function resetOf(pool: Pool, index: PlanIndex, email: string): Promise<number | null> {
  if (!hasUsers(index.plan)) return null;
  const { rows } = await pool.query<{ id: string }>(
    `select u.id from ${userRead(index.plan).table} u where lower(u.email) = lower($1)`,
    [email],
  );
  const [user] = rows;
  if (user === undefined) return null;
  return transaction(pool, async (client) => {
    const removed = await client.query(
      'delete from nonet.second_factor where user_id = $1 and confirmed_at is not null',
      [user.id],
    );
    await noteSecurityEvent(client, { kind: 'second factor removed', subject: user.id, detail: { by: 'operator' } });
    for (const holder of ['second_factor', 'recovery_code', 'pending_sign_in', 'session'])
      await client.query(`delete from nonet.${holder} where user_id = $1`, [user.id]);
    return removed.rowCount ?? 0;
  });
}

function nameOf(name: string): string {
  return Array.from(name.trim()).slice(0, LONGEST_NAME).join('');
}
