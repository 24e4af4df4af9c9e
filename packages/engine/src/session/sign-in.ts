import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';
import type { Account } from './account.ts';
import { noteSuccess, reserveAttempt } from './login-attempts.ts';
import { unknownHash, verifyPassword } from './password.ts';
import { openSession, type SignIn } from './sessions.ts';
import { askUsers, hasUsers } from './user.ts';

/** RFC 5321 has no longer addresses. */
const MAXIMUM_NAME = 320;

/** What an unknown user's password is compared with, so that the answer takes as long as a known one's. */
const UNKNOWN = unknownHash();

export async function signIn(
  pool: Pool,
  index: PlanIndex,
  name: string,
  password: string,
  address: string,
  seconds?: number,
): Promise<SignIn> {
  const checked = await checkPassword(pool, index, { name }, password, address);
  if (checked.kind !== 'fits') return checked;
  const { account } = checked;
  return { kind: 'signed in', account, token: await openSession(pool, index.plan, account.id, seconds) };
}

type Checked = Exclude<SignIn, { kind: 'signed in' }> | { readonly kind: 'fits'; readonly account: Account };

/** Whether a password is that of somebody who may sign in; each look counts as an attempt. */
export async function checkPassword(
  pool: Pool,
  index: PlanIndex,
  who: { readonly name: string } | { readonly userId: string },
  password: string,
  address: string,
): Promise<Checked> {
  if (!hasUsers(index.plan)) return { kind: 'refused' };
  const given = ('name' in who ? who.name : who.userId)
    .normalize('NFC')
    .trim()
    .slice(0, MAXIMUM_NAME + 1);
  const attempt = await reserveAttempt(pool, index.plan, given.slice(0, MAXIMUM_NAME).toLowerCase(), address);
  if (attempt.kind === 'too many') return attempt;
  const byName = 'name' in who;
  const found = await askUsers<Account & { hash: string | null }>(
    pool,
    index,
    byName ? 'who sign in' : 'who are known, with their password',
    (user, parameters) => `select ${user.columns}, c.hash
      from ${user.table} u left join nonet.credential c on c.user_id = u.id
      where ${byName ? user.isCalled(parameters.slot('given', 'text')) : `u.id = ${parameters.slot('given', 'uuid')}`}
        and ${user.active} limit 2`,
    { given },
  );
  const candidate = found.length === 1 ? found[0] : undefined;
  const fits = await verifyPassword(password, candidate?.hash ?? UNKNOWN);
  if (!fits || !candidate?.hash) return { kind: 'refused' };
  await noteSuccess(pool, attempt.id);
  const { hash: _, ...account } = candidate;
  return { kind: 'fits', account };
}
