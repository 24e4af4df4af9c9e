import { randomBytes } from 'node:crypto';
import type { Pool } from '../store/pool.ts';
import { hashToken } from './sessions.ts';

/** The number of days after the last sign-in for which a browser is known. */
export const KNOWN_BROWSER_DAYS = 365;
const MOST_OF_ONE_USER = 20;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Remembers that a user has signed in with a browser; answers the token that the browser keeps. It opens nothing: only
 * LOGIN_ATTEMPTS (9) are counted separately where it comes along. A browser of several people has one token.
 */
export async function rememberBrowser(pool: Pool, userId: string, known: string | null): Promise<string> {
  const token = known !== null && TOKEN.test(known) ? known : randomBytes(32).toString('base64url');
  await pool.query(
    `with kept as (
       insert into nonet.known_browser (token_hash, user_id, used_at) values ($1, $2, now())
       on conflict (token_hash, user_id) do update set used_at = now()
     )
     delete from nonet.known_browser where user_id = $2 and token_hash <> $1 and (
       used_at < now() - make_interval(days => ${KNOWN_BROWSER_DAYS})
       or used_at < (select used_at from nonet.known_browser where user_id = $2 and token_hash <> $1
                     order by used_at desc offset ${MOST_OF_ONE_USER - 2} limit 1)
     )`,
    [hashToken(token), userId],
  );
  return token;
}

/**
 * The mark under which attempts from a known browser of this user are counted; null if the browser is not known.
 * `userId` is null for an unknown name: the query is the same, so that its time does not reveal that.
 */
export async function browserMark(pool: Pool, token: string | null, userId: string | null): Promise<string | null> {
  if (token === null || !TOKEN.test(token)) return null;
  const { rows } = await pool.query<{ mark: string }>(
    `select 'browser ' || encode(token_hash, 'hex') as mark from nonet.known_browser
     where token_hash = $1 and user_id = $2 and used_at > now() - make_interval(days => ${KNOWN_BROWSER_DAYS})`,
    [hashToken(token), userId],
  );
  return rows[0]?.mark ?? null;
}
