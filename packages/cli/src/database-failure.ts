import {
  BrokenDefault,
  ChangeBrokenOff,
  ChangesValues,
  DatabaseOfNewerVersion,
  DatabaseOfOtherMode,
  DocumentNotInUse,
  FormerDocument,
  FormerStillServed,
  isUnreachable,
  KeysMissing,
  MigrationRefusal,
  NeverPutToUse,
  NotPutToUse,
  OtherProduct,
  PlanOutdated,
  RowSecurityRefused,
  StorageInUse,
  UnreadableKey,
} from '@nonet/engine';
import { Failure } from './failure.ts';

type Mode = 'dev' | 'production';

/** The end of a sentence about how records without a place in a document get other values. */
export function wordsOfCorrecting(mode: Mode): string {
  return `\`nonet correct${mode === 'dev' ? ' --dev' : ''}\` lists them, and takes other values for them`;
}

/** An error that a person can correct, as a `Failure`; any other error unchanged. */
export function databaseFailure(error: unknown, place: string, mode: Mode = 'production'): unknown {
  const isOurs =
    error instanceof MigrationRefusal ||
    error instanceof FormerDocument ||
    error instanceof DocumentNotInUse ||
    error instanceof NotPutToUse ||
    error instanceof NeverPutToUse ||
    error instanceof OtherProduct ||
    error instanceof PlanOutdated ||
    error instanceof RowSecurityRefused ||
    error instanceof ChangesValues ||
    error instanceof ChangeBrokenOff ||
    error instanceof StorageInUse ||
    error instanceof FormerStillServed ||
    error instanceof BrokenDefault ||
    error instanceof DatabaseOfOtherMode ||
    error instanceof DatabaseOfNewerVersion ||
    error instanceof KeysMissing ||
    error instanceof UnreadableKey;
  const isCorrectable = error instanceof MigrationRefusal && error.isCorrectable;
  if (isOurs)
    return new Failure(
      `${error.message}${isCorrectable ? `\nOr change the records: ${wordsOfCorrecting(mode)}.` : ''}`,
      1,
      error,
    );
  const { code, message } = error as { code?: string; message?: string };
  const reason = code === undefined ? undefined : CONNECTION_FAILURES[code];
  if (reason) return new Failure(`The database at ${place} ${reason}. Check DATABASE_URL; nothing was changed.`);
  // A protocol violation at the beginning of a connection: a pooler refuses a setting.
  if (code === '08P01')
    return new Failure(
      `The database at ${place} is behind a pooler that does not take what Nonet sets for each connection (${message}). ` +
        'Name PostgreSQL itself in DATABASE_URL, or set DATABASE_POOLER=transaction and DIRECT_URL; nothing was changed.',
    );
  // AggregateError of a name with several addresses: its parts say why.
  if (error instanceof AggregateError) return databaseFailure(error.errors[0] as unknown, place);
  if (code?.startsWith('28')) return new Failure(`The database at ${place} does not let you in: ${message}.`);
  // The connection ends or never comes about, or its certificate is not trusted.
  return isUnreachable(error) || /^(?:ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code ?? '')
    ? new Failure(`The database at ${place} can't be used: ${message}. Check DATABASE_URL; nothing was changed.`)
    : error;
}

const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "can't be reached: nothing answers there",
  ENOTFOUND: "can't be reached: there is no such host",
  EAI_AGAIN: "can't be reached: its host's name can't be looked up",
  ETIMEDOUT: "can't be reached: it does not answer",
  ECONNRESET: "can't be reached: it ended the connection",
  '3D000': 'does not exist on that server',
  '28P01': 'does not accept this password',
  EHOSTUNREACH: "can't be reached: there is no way to its host",
  ENETUNREACH: "can't be reached: there is no way to its network",
  ENOENT: "can't be reached: there is no such socket",
  '25006': 'only lets itself be read: it may be a copy that follows another one',
  '53300': 'has no connection left',
  '57P03': 'is starting up or shutting down: try again',
  '42501': 'does not let this user create the product’s objects',
};
