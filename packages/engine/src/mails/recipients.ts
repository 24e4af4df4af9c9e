import { isEmail, type OutboundCall, type Recipients } from '@nonet/language';
import { onSubject, type CallSubject, eachVariable, subjectKey, subjectSlots } from '../calls/subject.ts';
import type { Actor } from '../engine.ts';
import { actorKey, perform, type Write } from '../run/write.ts';
import { withVariables } from '../sql/context.ts';
import { compileExpression, compileRecords } from '../sql/expression.ts';
import { table } from '../sql/identifiers.ts';
import { type Queryable, run } from '../store/pool.ts';

/** Somebody who gets a mail. */
export interface Recipient {
  readonly address: string;
  /** Null if it is an address that the document states: nobody's rights hold for it. */
  readonly user: Actor | null;
}

/** Everybody who gets a mail about a record, each address once, in the order in which the document names them. */
export async function findRecipients(
  write: Write,
  subject: CallSubject,
  call: OutboundCall,
  each: string | null,
): Promise<readonly Recipient[]> {
  const found = new Map<string, Recipient>();
  for (const [place, to] of (call.mail?.to ?? []).entries()) {
    const values = await valuesOf(write, subject, call, each, to, place);
    const recipients = to.kind === 'address' ? values.map(ofAddress) : await usersOf(write.client, values);
    for (const recipient of recipients) {
      const key = recipient.address.toLowerCase();
      if (!found.has(key)) found.set(key, recipient);
    }
  }
  return [...found.values()].filter(({ address }) => isEmail(address));
}

function ofAddress(address: string): Recipient {
  return { address: address.trim(), user: null };
}

/** The ids of users, or addresses; what is null is nobody. */
async function valuesOf(
  write: Write,
  subject: CallSubject,
  call: OutboundCall,
  each: string | null,
  to: Recipients,
  place: number,
): Promise<readonly string[]> {
  const rows = await perform<{ found: string | null }>(
    write,
    `mail ${call.name} to ${place} ${subject.entity} ${actorKey(write)} ${subjectKey(write, subject)}`,
    (parameters) =>
      onSubject(write, subject, parameters, (own) => {
        parameters.carryOut(call.clause);
        const context = withVariables(own, eachVariable(parameters, call, subject.deleted));
        if (to.kind === 'users')
          return {
            select: 'found.id as found',
            joined: `cross join lateral (${compileRecords(to.users, context, false)}) found`,
            order: 'order by found.place',
          };
        return { select: `${compileExpression(to.kind === 'user' ? to.user : to.address, context)} as found` };
      }),
    { ...subjectSlots(write, subject), each },
  );
  return rows.flatMap(({ found }) => (found === null ? [] : [found]));
}

/** The users of these ids who may sign in, in their order. */
export async function usersOf(client: Queryable, ids: readonly string[]): Promise<readonly Recipient[]> {
  if (ids.length === 0) return [];
  const rows = await run<{
    id: string;
    email: string;
    roles: readonly string[];
    timeZone: string | null;
    region: string | null;
  }>(client, {
    text: `select u.id, u.email, u.roles, z.time_zone as "timeZone", r.region
           from ${table('User')} u left join nonet.personal_time_zone z on z.user_id = u.id
             left join nonet.personal_region r on r.user_id = u.id
           where u.id = any($1::uuid[]) and not u.disabled and u._deleted_at is null`,
    values: [ids],
  });
  const users = new Map(
    rows.map(({ id, email, roles, timeZone, region }) => {
      const user: Actor = {
        userId: id,
        roles,
        ...(timeZone !== null && { timeZone }),
        ...(region !== null && { region }),
      };
      return [id, { address: email, user }];
    }),
  );
  return ids.flatMap((id) => users.get(id) ?? []);
}
