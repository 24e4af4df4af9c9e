import { openPool } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { keptOtherwise, refusedOtherwise } from '../../packages/engine/src/fixtures/narrowed.ts';
import { KEPT, REFUSED } from '../../packages/engine/src/fixtures/narrowings.ts';

/** Documents that demand more of the data of their former versions: the first unexpected result. */
export async function differenceByNarrowings(): Promise<string | null> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { connections: 4 });
  try {
    for (const [cases, otherwise] of [
      [REFUSED, refusedOtherwise],
      [KEPT, keptOtherwise],
    ] as const)
      for (const changed of cases) {
        const difference = await otherwise(pool, changed);
        if (difference !== null) return `${changed[0]}: ${difference}`;
        await pool.query('drop schema product cascade; drop schema nonet cascade');
      }
    return null;
  } finally {
    await pool.end();
    await database.drop();
  }
}
