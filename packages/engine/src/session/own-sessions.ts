import type { Plan } from '@nonet/language';
import type { Pool } from '../store/pool.ts';
import { hashToken, isOpen, type OpenSession } from './sessions.ts';

/** A user's open sessions, the one last used first. */
export async function openSessionsOf(
  pool: Pool,
  plan: Plan,
  userId: string,
  token: string | null,
): Promise<readonly OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `select id, created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt", user_agent as "userAgent",
       network, token_hash is not distinct from $2 as "isCurrent"
     from nonet.session s where user_id = $1 and ${isOpen(plan, 's')} order by seen_at desc, id`,
    [userId, token === null ? null : hashToken(token)],
  );
  return rows;
}

/** Ends a session; false if the user has no such session. */
export async function endSessionOf(pool: Pool, userId: string, id: string): Promise<boolean> {
  const ended = await pool.query('delete from nonet.session where user_id = $1 and id::text = $2', [userId, id]);
  return ended.rowCount === 1;
}

const SEEN_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 10_000;

/** Notes when sessions are used, each at most once a minute, behind the request. */
export class SessionUse {
  readonly #pool: Pool;
  readonly #notedAt = new Map<string, number>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  note(token: string): void {
    const now = performance.now();
    if (now - (this.#notedAt.get(token) ?? -Infinity) < SEEN_MILLISECONDS) return;
    if (this.#notedAt.size >= MOST_REMEMBERED) this.#notedAt.clear();
    this.#notedAt.set(token, now);
    this.#pool
      .query(
        `update nonet.session set seen_at = now() where token_hash = $1 and seen_at < now() - interval '1 minute'`,
        [hashToken(token)],
      )
      // The next use tries again; what is wrong with the database, the request itself reports.
      .catch(() => this.#notedAt.delete(token));
  }
}
