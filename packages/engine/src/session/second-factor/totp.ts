import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** Clocks of telephones differ: the step before and the one after count as well (RFC 6238, 5.2). */
const WINDOW = 1;

/** A new secret, in base32 as apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a picture. */
export function totpAddress(secret: string, issuer: string, account: string): string {
  // A colon separates the two in the address.
  return totp(secret, issuer.replaceAll(':', ' '), account.replaceAll(':', ' ')).toString();
}

/** The step whose code this is; null if it is none of now. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totp(secret).validate({ token: digits, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

function totp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_SECONDS });
}
