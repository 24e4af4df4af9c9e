import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { refusalOf } from '../run/database-refusal.ts';
import { finish } from '../run/finish.ts';
import { USER } from '../session/user.ts';
import { type Pool, transaction } from '../store/pool.ts';
import { erasePerson, refuseHeld } from './erase-person.ts';
import type { KnownPerson } from './find-person.ts';

interface Parts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

/**
 * Erases a person as the product's operator, whom point 6 does not restrict; what the document states as held stays.
 * @returns The number of records about them of which something was erased, their own among them.
 * @throws {Refusal} If something holds a record as it is, or the result breaks a rule: then nothing is erased.
 */
export async function eraseByOperator({ index, pool, clock }: Parts, { id }: KnownPerson): Promise<number> {
  try {
    return await transaction(
      pool,
      async (client) => {
        const write = beginSystemWrite(index, client, clock);
        await refuseHeld(write, id);
        await erasePerson(write, id, index.entity(USER).clause);
        return finish(write, async () => write.erased.reduce((sum, { records }) => sum + records.length, 0));
      },
      { isolation: 'serializable', attempts: 12 },
    );
  } catch (error) {
    throw (await refusalOf(pool, index, error)) ?? error;
  }
}
