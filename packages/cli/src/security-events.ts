import type { SecurityEventTarget } from '@nonet/engine';
import { Failure } from './failure.ts';

/**
 * Where the security events of a deployment are sent on to, by SECURITY_EVENTS_URL; null if nowhere.
 * @throws {Failure} for an address that is none
 */
export function securityEventTarget(
  environment: Readonly<Record<string, string | undefined>>,
  allowPrivateTargets: boolean,
): SecurityEventTarget | null {
  const given = environment['SECURITY_EVENTS_URL'];
  if (!given) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  const isFit =
    url !== null &&
    url.hostname !== '' &&
    (url.protocol === 'https:' || url.protocol === 'syslog:' || (url.protocol === 'http:' && allowPrivateTargets));
  if (!isFit) throw new Failure('SECURITY_EVENTS_URL is https://…, which takes JSON, or syslog://host:514.', 2);
  return { url, secret: environment['SECURITY_EVENTS_SECRET'] || null, allowPrivateTargets };
}
