import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Batcher } from '../run/statement-batcher.ts';
import type { Parameters } from '../sql/parameters.ts';
import { keptStatement } from '../sql/statement.ts';
import { type Queryable, run } from '../store/pool.ts';
import { hasNeededFactor } from './second-factor/required.ts';
import { isOpen, opens } from './sessions.ts';
import { userRead } from './user.ts';

/** A remembered actor is not who the session's user is today: the work is done again as `today`. */
export class ActorChanged extends Error {
  override readonly name = 'ActorChanged';
}

/** The roles that the remembered session's user has today, as a subselect; null if it opens nothing any more. */
export function rolesToday(index: PlanIndex, parameters: Parameters): string {
  const user = userRead(index.plan);
  // `offset 0` keeps the planner from looking through all sessions of the user for the one that its token identifies.
  const session = `select user_id, second_factor from nonet.session t where token_hash = ${parameters.slot('session', 'bytea')} and ${isOpen(index.plan, 't')} offset 0`;
  const factor = hasNeededFactor(index.plan, 's', user);
  return `(select ${user.roles} from (${session}) s join ${user.table} u on u.id = s.user_id
    where ${factor === null ? '' : `${factor} and `}${user.active} and u.id = ${parameters.slot('user', 'uuid')})`;
}

export function isToday(actor: Actor, roles: readonly string[] | null): boolean {
  return roles !== null && roles.length === actor.roles.length && roles.every((role, at) => role === actor.roles[at]);
}

/**
 * Refuses to continue if a remembered actor has other rights today; does nothing for an actor who was not remembered.
 */
export async function confirmActor(client: Queryable, index: PlanIndex, actor: Actor): Promise<void> {
  if (actor.session === undefined) return;
  const user = userRead(index.plan);
  const [row] = await run<{ id: string; roles: string[] }>(client, {
    text: `select u.id, ${user.roles} as roles from nonet.session s join ${user.table} u on u.id = s.user_id
           where s.token_hash = $1 and ${opens(index.plan, 's', user)} and ${user.active}`,
    values: [actor.session.tokenHash],
  });
  if (row?.id !== actor.userId || !isToday(actor, row.roles)) throw new ActorChanged();
}

/** The same, together with those of others that arrive with it. */
export async function confirmTogether(batcher: Batcher, index: PlanIndex, actor: Actor): Promise<void> {
  if (actor.session === undefined) return;
  const statement = keptStatement(
    index,
    'confirm the actor',
    (parameters) => `select ${rolesToday(index, parameters)} as today`,
  );
  const slots = { session: actor.session.tokenHash, user: actor.userId };
  const [row] = await batcher.ask<{ today: string[] | null }>(statement, slots);
  if (!isToday(actor, row?.today ?? null)) throw new ActorChanged();
}

/** Does an operation's work as a remembered actor, and again as the one of today where they differ. */
export async function asToday<T>(actor: Actor, work: (actor: Actor) => Promise<T>): Promise<T> {
  try {
    return await work(actor);
  } catch (error) {
    if (!(error instanceof ActorChanged) || actor.session === undefined) throw error;
    const { locale, timeZone, region } = actor;
    return await work({
      ...(await actor.session.find()),
      ...(locale === undefined ? {} : { locale }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(region === undefined ? {} : { region }),
    });
  }
}
