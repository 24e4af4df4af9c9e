import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type Pool, type PoolClient, transaction } from '../store/pool.ts';
import type { Account, Identity } from './account.ts';
import { askUsers, hasUsers, userRead } from './user.ts';

export type Recognition =
  | { readonly kind: 'known'; readonly account: Account }
  /** The identity is not bound to a user and has no verified address. */
  | { readonly kind: 'unverified' }
  /** No user has the address. */
  | { readonly kind: 'unknown' }
  /** The user with the address may not sign in. */
  | { readonly kind: 'closed' }
  /** The address is that of a user whom this issuer knows by another name: it was given on. */
  | { readonly kind: 'taken' };

/** The users whom sign-in providers identify. */
export interface Identities {
  /**
   * The user of an identity. At its first sign-in that is the user with the verified address, who is bound to it; from
   * then on issuer and subject identify the user, and no address does. The binding ends every earlier access
   * (password, links, sessions, API tokens), because whoever had it need not own the address.
   */
  recognise(identity: Identity): Promise<Recognition>;
  /** Unbinds a user from all providers, so that the next sign-in binds again; how many they were bound to. */
  forget(email: string): Promise<number>;
}

export function createIdentities(pool: Pool, index: PlanIndex): Identities {
  const { plan } = index;
  return {
    recognise: async (identity) =>
      hasUsers(plan) ? transaction(pool, (client) => recognise(client, index, identity)) : { kind: 'unknown' },
    forget: async (email) => {
      if (!hasUsers(plan)) return 0;
      const user = userRead(plan);
      const { rowCount } = await pool.query(
        `delete from nonet.identity i using ${user.table} u where u.id = i.user_id and lower(u.email) = lower($1)`,
        [addressOf(email)],
      );
      return rowCount ?? 0;
    },
  };
}

async function recognise(client: PoolClient, index: PlanIndex, identity: Identity): Promise<Recognition> {
  // One sign-in at a time for one identity: the second of two first sign-ins finds the identity bound.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `nonet.identity ${JSON.stringify([identity.issuer, identity.subject])}`,
  ]);
  const [bound] = await askUsers<Account & { active: boolean }>(
    client,
    index,
    'who are bound to an identity',
    (user, parameters) => `select ${user.columns}, ${user.active} as active
      from nonet.identity i join ${user.table} u on u.id = i.user_id
      where i.issuer = ${parameters.slot('issuer', 'text')} and i.subject = ${parameters.slot('subject', 'text')}
        and ${user.there}`,
    { issuer: identity.issuer, subject: identity.subject },
  );
  if (bound !== undefined) return ifActive(bound);
  if (identity.verifiedEmail === null) return { kind: 'unverified' };
  const [first, second] = await askUsers<Account & { active: boolean }>(
    client,
    index,
    'whom an identity might mean',
    (user, parameters) => `select ${user.columns}, ${user.active} as active from ${user.table} u
      where lower(u.email) = lower(${parameters.slot('email', 'text')}) and ${user.there} limit 2 for update of u`,
    { email: addressOf(identity.verifiedEmail) },
  );
  if (first === undefined || second !== undefined) return { kind: 'unknown' };
  if (!first.active) return { kind: 'closed' };
  if (!(await bindIdentity(client, index.plan, identity, first.id))) return { kind: 'taken' };
  for (const table of ['credential', 'password_link', 'session', 'api_token'])
    await client.query(`delete from nonet.${table} where user_id = $1`, [first.id]);
  return ifActive(first);
}

function ifActive({ active, ...account }: Account & { active: boolean }): Recognition {
  return active ? { kind: 'known', account } : { kind: 'closed' };
}

/**
 * False if the identity belongs to another user, or if its issuer has another subject for this user. A deleted user is
 * not bound.
 */
export async function bindIdentity(
  client: PoolClient,
  plan: Plan,
  { issuer, subject }: Identity,
  userId: string,
): Promise<boolean> {
  const user = userRead(plan);
  await client.query(
    `delete from nonet.identity i where i.issuer = $1 and (i.subject = $2 or i.user_id = $3)
       and not exists (select from ${user.table} u where u.id = i.user_id and ${user.there})`,
    [issuer, subject, userId],
  );
  const bound = await client.query(
    `insert into nonet.identity (issuer, subject, user_id, bound_at) values ($1, $2, $3, now())
     on conflict do nothing`,
    [issuer, subject, userId],
  );
  return bound.rowCount === 1;
}

/** An address in its stored form (3: text is NFC, trimmed). */
function addressOf(email: string): string {
  return email.normalize('NFC').trim();
}
