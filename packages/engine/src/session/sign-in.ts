import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';
import { noteSecurityEvent } from '../security-events/note.ts';
import type { Account } from './account.ts';
import { browserMark } from './known-browsers.ts';
import { noteSuccess, reserveAttempt } from './login-attempts.ts';
import { unknownHash, verifyPassword } from './password.ts';
import { beginPending } from './second-factor/pending.ts';
import { needsFactor } from './second-factor/required.ts';
import { type NextStep, openSession, type SignIn, type SignInPlace } from './sessions.ts';
import { askUsers, hasUsers } from './user.ts';

/** RFC 5321 has no longer addresses. */
const MAXIMUM_NAME = 320;

/** The hash with which an unknown user's password is compared, so that the answer takes as long as a known one's. */
const UNKNOWN = unknownHash();

export async function signIn(
  pool: Pool,
  index: PlanIndex,
  name: string,
  password: string,
  place: SignInPlace,
  seconds?: number,
): Promise<SignIn> {
  const checked = await checkPassword(pool, index, { name }, password, place);
  if (checked.kind !== 'fits') return checked;
  const { account } = checked;
  const step = await nextStep(pool, index.plan, account);
  if (step !== null) return { kind: 'second factor', account, ...step };
  return { kind: 'signed in', account, token: await openSession(pool, index.plan, account.id, seconds, place) };
}

/** The step that is left after a right first factor, before a session opens; null: none. */
export async function nextStep(pool: Pool, plan: Plan, account: Pick<Account, 'id' | 'roles'>) {
  const needs = await stepOf(pool, plan, account);
  return needs === null ? null : { needs, pending: await beginPending(pool, account.id) };
}

/** A user with a second factor gives it; whoever needs one and has none sets one up. */
export async function stepOf(
  pool: Pool,
  plan: Plan,
  { id, roles }: Pick<Account, 'id' | 'roles'>,
): Promise<NextStep | null> {
  const { rows } = await pool.query(
    'select from nonet.second_factor where user_id = $1 and confirmed_at is not null limit 1',
    [id],
  );
  if (rows.length > 0) return 'factor';
  return needsFactor(plan, roles) ? 'enrolment' : null;
}

type Checked =
  | Exclude<SignIn, { kind: 'signed in' | 'second factor' }>
  | { readonly kind: 'fits'; readonly account: Account };

/** Whether a password belongs to a user who may sign in; each check counts as an attempt. */
export async function checkPassword(
  pool: Pool,
  index: PlanIndex,
  who: { readonly name: string } | { readonly userId: string },
  password: string,
  { address, browser = null }: SignInPlace,
): Promise<Checked> {
  if (!hasUsers(index.plan)) return { kind: 'refused', warned: null };
  const given = ('name' in who ? who.name : who.userId)
    .normalize('NFC')
    .trim()
    .slice(0, MAXIMUM_NAME + 1);
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
  const mark = await browserMark(pool, browser, candidate?.id ?? null);
  const name = given.slice(0, MAXIMUM_NAME).toLowerCase();
  const attempt = await reserveAttempt(pool, index.plan, name, { address, browser: mark });
  const subject = candidate?.id ?? null;
  if (attempt.kind === 'too many') {
    await noteSecurityEvent(pool, { kind: 'sign-in blocked', subject, address });
    return attempt;
  }
  const fits = await verifyPassword(password, candidate?.hash ?? UNKNOWN);
  if (!fits || !candidate?.hash) {
    await noteSecurityEvent(pool, { kind: 'sign-in failed', subject, address });
    return { kind: 'refused', warned: attempt.isSuspicious ? subject : null };
  }
  await noteSuccess(pool, attempt.id);
  const { hash: _, ...account } = candidate;
  return { kind: 'fits', account };
}
