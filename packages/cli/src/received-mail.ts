import type { ServerOptions } from '@nonet/server';
import { Failure } from './failure.ts';

/** A shorter secret could be guessed. */
const LEAST_CHARACTERS = 16;

/** The mail that the deployment's provider delivers (7, `### Received`); null if it has no secret for that. */
export function receivedMailOf(options: {
  readonly receivedMailSecret?: string | undefined;
  readonly receivedMailVerifiedBy?: string | undefined;
}): NonNullable<ServerOptions['receivedMail']> | null {
  const { receivedMailSecret: secret, receivedMailVerifiedBy: verifiedBy = null } = options;
  if (secret === undefined || secret === '') return null;
  if (secret.length < LEAST_CHARACTERS)
    throw new Failure(`RECEIVED_MAIL_SECRET has at least ${LEAST_CHARACTERS} characters.`, 2);
  return { secret, verifiedBy };
}
