import type { Plan } from '@nonet/language';
import type { Pool } from '../store/pool.ts';
import type { Account } from './account.ts';
import { noteSuccess, reserveAttempt } from './login-attempts.ts';
import { unknownHash, verifyPassword } from './password.ts';
import { openSession, type SignIn } from './sessions.ts';
import { hasUsers, userRead } from './user.ts';

/** RFC 5321 has no longer addresses. */
const MAXIMUM_NAME = 320;

/** What an unknown user's password is compared with, so that the answer takes as long as a known one's. */
const UNKNOWN = unknownHash();

export async function signIn(
  pool: Pool,
  plan: Plan,
  name: string,
  password: string,
  address: string,
  seconds?: number,
): Promise<SignIn> {
  const checked = await checkPassword(pool, plan, { name }, password, address);
  if (checked.kind !== 'fits') return checked;
  const { account } = checked;
  return { kind: 'signed in', account, token: await openSession(pool, plan, account.id, seconds) };
}

type Checked = Exclude<SignIn, { kind: 'signed in' }> | { readonly kind: 'fits'; readonly account: Account };

/** Whether a password is that of somebody who may sign in; each look counts as an attempt. */
export async function checkPassword(
  pool: Pool,
  plan: Plan,
  who: { readonly name: string } | { readonly userId: string },
  password: string,
  address: string,
): Promise<Checked> {
  if (!hasUsers(plan)) return { kind: 'refused' };
  const given = ('name' in who ? who.name : who.userId)
    .normalize('NFC')
    .trim()
    .slice(0, MAXIMUM_NAME + 1);
  const attempt = await reserveAttempt(pool, plan, given.slice(0, MAXIMUM_NAME).toLowerCase(), address);
  if (attempt.kind === 'too many') return attempt;
  const user = userRead(plan);
  const found = await pool.query<Account & { hash: string | null }>(
    `select ${user.columns}, c.hash from ${user.table} u left join nonet.credential c on c.user_id = u.id
     where ${'name' in who ? user.isCalled : 'u.id = $1::uuid'} and ${user.active} limit 2`,
    [given],
  );
  const candidate = found.rows.length === 1 ? found.rows[0] : undefined;
  const fits = await verifyPassword(password, candidate?.hash ?? UNKNOWN);
  if (!fits || !candidate?.hash) return { kind: 'refused' };
  await noteSuccess(pool, attempt.id);
  const { hash: _, ...account } = candidate;
  return { kind: 'fits', account };
}
