import type { PlanIndex } from '../plan-index.ts';
import { askUsers, hasUsers } from '../session/user.ts';
import type { Queryable } from '../store/pool.ts';

/** An account, also one that may not sign in any more, or is softly deleted. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string;
}

/** The person who has this address, this name to sign in with, or this id; null if there is nobody. */
export async function findPerson(client: Queryable, index: PlanIndex, email: string): Promise<KnownPerson | null> {
  if (!hasUsers(index.plan)) return null;
  const [person] = await askUsers<KnownPerson>(
    client,
    index,
    'for all that is known',
    (user, parameters) => {
      const given = parameters.slot('given', 'text');
      const isTheirs = `lower(${user.email}) = lower(${given})`;
      // Where people sign in by another name, one may be called like somebody else's address.
      return `select u.id, ${user.email} as email from ${user.table} u
              where ${isTheirs} or ${user.isCalled(given)} or u.id::text = ${given} order by (${isTheirs}) is true desc, (${user.there}) desc limit 1`;
    },
    { given: email },
  );
  return person ?? null;
}
