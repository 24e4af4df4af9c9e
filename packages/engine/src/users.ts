import { insertLoaded } from './load/loaded-record.ts';
import type { LoadParts } from './load/load-parts.ts';
import { beginSystemWrite } from './run/begin.ts';
import { refusalOf } from './run/database-refusal.ts';
import { finish } from './run/finish.ts';
import { keepPassword } from './session/set-password.ts';
import { transaction } from './store/pool.ts';

export interface NewUser {
  readonly email: string;
  readonly name: string | null;
  readonly roles: readonly string[];
  /** The result of `hashPassword`; null if the user can't sign in with a password yet. */
  readonly passwordHash: string | null;
  /**
   * The further fields of a user that the document requires, as text by field name; references by a unique field or the
   * title.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Put in as the document's `Records` are: no row of point 4 named `create` runs. */
  readonly asRecord?: boolean;
}

/**
 * Adds a user, as the product's operator. Refuses with every field that is missing or wrong, so that they can be given.
 */
export async function addUser(parts: LoadParts, user: NewUser): Promise<{ readonly id: string }> {
  const row = {
    ...user.fields,
    email: user.email,
    ...(user.name === null ? {} : { name: user.name }),
    roles: user.roles.join(', '),
  };
  try {
    return await transaction(
      parts.pool,
      async (client) => {
        const write = beginSystemWrite(parts.index, client, parts.clock);
        const id = await insertLoaded(write, 'User', row, user.asRecord !== true);
        await finish(write, async () => null);
        if (user.passwordHash !== null) await keepPassword(client, id, user.passwordHash, write.now);
        return { id };
      },
      { isolation: 'serializable' },
    );
  } catch (error) {
    const refusal = await refusalOf(parts.pool, parts.index, error);
    throw refusal ?? error;
  }
}
