import type { Reader } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Queryable, run } from '../store/pool.ts';
import { userRead } from './user.ts';

/** A remembered reader is not who the session's user is today: the work is done again as `today`. */
export class ReaderChanged extends Error {
  override readonly name = 'ReaderChanged';
}

/** The roles that the remembered session's user has today, as a subselect; null where it opens nothing any more. */
export function rolesToday(index: PlanIndex, parameters: Parameters): string {
  const user = userRead(index.plan);
  // `offset 0` keeps the planner from looking through all sessions of the user for the one that its token identifies.
  const session = `select user_id from nonet.session where token_hash = ${parameters.slot('session', 'bytea')} and expires_at > now() offset 0`;
  return `(select ${user.roles} from (${session}) s join ${user.table} u on u.id = s.user_id
    where ${user.active} and u.id = ${parameters.slot('user', 'uuid')})`;
}

export function isToday(reader: Reader, roles: readonly string[] | null): boolean {
  return roles !== null && roles.length === reader.roles.length && roles.every((role, at) => role === reader.roles[at]);
}

/** Refuses to go on with a reader who is not the same today; asks nothing where nothing was remembered. */
export async function confirmReader(client: Queryable, index: PlanIndex, reader: Reader): Promise<void> {
  if (reader.session === undefined) return;
  const user = userRead(index.plan);
  const [row] = await run<{ id: string; roles: string[] }>(client, {
    text: `select u.id, ${user.roles} as roles from nonet.session s join ${user.table} u on u.id = s.user_id
           where s.token_hash = $1 and s.expires_at > now() and ${user.active}`,
    values: [reader.session.tokenHash],
  });
  if (row?.id !== reader.userId || !isToday(reader, row.roles)) throw new ReaderChanged();
}

/** Does a door's work as a remembered reader, and again as the one of today where they differ. */
export async function asToday<T>(reader: Reader, work: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    return await work(reader);
  } catch (error) {
    if (!(error instanceof ReaderChanged) || reader.session === undefined) throw error;
    const { locale } = reader;
    return await work({ ...(await reader.session.find()), ...(locale === undefined ? {} : { locale }) });
  }
}
