import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * Errors of connections without a code: `pg` throws them, and neither PostgreSQL nor a fault in the program is the
 * cause.
 */
const ofConnections = new WeakSet<Error>();

/**
 * PostgreSQL's errors of connections: broken, shutting down, too many, not authorized, no such database, ended because
 * of a transaction's time, and to a server that only reads (a standby, perhaps the former primary).
 */
const STATES = /^(?:08|57P|53300|28|3D000|25P03|25P04|25006)/;
const READS_ONLY = '25006';

/** Whether PostgreSQL itself raised an error: such an error has an SQLSTATE and fields. */
export function isOfDatabase(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError;
}

/** An error of our own connections, which is one of those that `isUnreachable` knows. */
export function connectionError(message: string): Error {
  const error = new Error(message);
  ofConnections.add(error);
  return error;
}

/** Whether the database can't be reached, so that any other statement would fail as well. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return ofConnections.has(error) || (error instanceof AggregateError && error.errors.some(isUnreachable));
}

/** Whether a connection is to a server that only reads: a new connection may reach another one. */
export function readsOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READS_ONLY;
}

/** Whether PostgreSQL ended a statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57014';
}

/**
 * Keeps in mind which errors come from the connections of a pool, for `isUnreachable`. `onUnreachable` is called with
 * each of them.
 */
export function noteConnectionErrors(pool: Pool, onUnreachable: () => void = () => undefined): void {
  const note = (error: unknown) => {
    noted(error);
    if (isUnreachable(error)) onUnreachable();
    return error;
  };
  pool.connect = noting(pool.connect.bind(pool) as Method, note) as Pool['connect'];
  pool.on('connect', (client) => {
    client.query = noting(client.query.bind(client), note) as PoolClient['query'];
  });
}

type Method = (...given: unknown[]) => unknown;

/** A method that answers by a promise, or to a callback behind what it is given. */
function noting(method: Method, note: (error: unknown) => unknown): Method {
  return (...given) => {
    const callback = given.at(-1);
    if (typeof callback === 'function')
      return method(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) =>
        (callback as Method)(note(error), ...rest),
      );
    const answer = method(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      throw note(error);
    });
  };
}

function noted(error: unknown): void {
  const isOther = error instanceof DatabaseError || error instanceof TypeError || error instanceof RangeError;
  if (error instanceof Error && !isOther) ofConnections.add(error);
}
