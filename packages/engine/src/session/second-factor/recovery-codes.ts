import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../store/pool.ts';

const COUNT = 10;
/** Without letters and digits that look alike. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 6;
const GROUP_SIGNS = 4;

/** Puts new recovery codes in the place of a user's former ones; the codes themselves leave the engine here alone. */
export async function renewRecoveryCodes(client: Queryable, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await client.query('delete from nonet.recovery_code where user_id = $1', [userId]);
  await client.query('insert into nonet.recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashCode(userId, code)),
  ]);
  return codes;
}

/** Uses up a recovery code; false if the user has no such code. */
export async function takeRecoveryCode(client: Queryable, userId: string, code: string): Promise<boolean> {
  const taken = await client.query('delete from nonet.recovery_code where user_id = $1 and code_hash = $2', [
    userId,
    hashCode(userId, code),
  ]);
  return taken.rowCount === 1;
}

/** 118 bits in six groups: nobody guesses it, so that a fast hash is enough (OWASP ASVS 5, 6.5.2). */
function newCode(): string {
  const signs: string[] = [];
  while (signs.length < GROUPS * GROUP_SIGNS)
    for (const byte of randomBytes(32)) {
      const sign = SIGNS[byte % 32];
      if (sign !== undefined && signs.length < GROUPS * GROUP_SIGNS) signs.push(sign);
    }
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * GROUP_SIGNS, (group + 1) * GROUP_SIGNS).join(''),
  ).join('-');
}

function hashCode(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${userId} ${plain}`).digest();
}
