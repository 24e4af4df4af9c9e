import { DatabaseOfOtherMode, MigrationRefusal } from '@nonet/engine';
import { Failure } from './failure.ts';

/** What a person can mend, as a `Failure`; everything else as it is. */
export function databaseFailure(error: unknown, place: string): unknown {
  if (error instanceof MigrationRefusal || error instanceof DatabaseOfOtherMode) return new Failure(error.message);
  const { code, message } = error as { code?: string; message?: string };
  const reason = code === undefined ? undefined : CONNECTION_FAILURES[code];
  if (reason) return new Failure(`The database at ${place} ${reason}. Check DATABASE_URL; nothing was changed.`);
  // AggregateError of a name with several addresses: its parts say why.
  if (error instanceof AggregateError) return databaseFailure(error.errors[0] as unknown, place);
  return code?.startsWith('28') ? new Failure(`The database at ${place} does not let you in: ${message}.`) : error;
}

const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "can't be reached: nothing answers there",
  ENOTFOUND: "can't be reached: there is no such host",
  EAI_AGAIN: "can't be reached: its host's name can't be looked up",
  ETIMEDOUT: "can't be reached: it does not answer",
  ECONNRESET: "can't be reached: it ended the connection",
  '3D000': 'does not exist on that server',
  '28P01': 'does not accept this password',
  '57P03': 'is starting up or shutting down: try again',
  '42501': 'does not let this user make what the product needs',
};
