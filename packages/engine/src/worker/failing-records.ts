/** If more records than this fail, the fault is the expression's and not the records'. */
const MOST_FAILING = 100;

/**
 * The records whose own values make a query fail, each with its error: found by halves. `probe` runs the query over some
 * of the records, outside of a transaction; every other error is thrown on.
 */
export async function findFailingRecords(
  ids: readonly string[],
  probe: (ids: readonly string[]) => Promise<unknown>,
): Promise<ReadonlyMap<string, Error>> {
  const failing = new Map<string, Error>();
  const search = async (some: readonly string[]): Promise<void> => {
    if (some.length === 0) return;
    try {
      await probe(some);
    } catch (error) {
      if (!isDataError(error) || failing.size >= MOST_FAILING) throw error;
      const [only] = some;
      if (some.length === 1 && only !== undefined) return void failing.set(only, error);
      const middle = Math.ceil(some.length / 2);
      await search(some.slice(0, middle));
      await search(some.slice(middle));
    }
  };
  await search(ids);
  return failing;
}

/** Whether PostgreSQL could not compute with a value (its class 22): an overflow, a division by zero. */
export function isDataError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('22');
}
