import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type CallSignature, isObject } from '@nonet/language';
import { environmentConstant } from '../../calls/environment-constant.ts';
import { keyOf } from '../../calls/sign.ts';
import type { Delivery } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { bodyAt } from './request.ts';

/**
 * Whether a request proves that its sender knows the secret (7): an HMAC-SHA-256 over the body, byte for byte, and, in the
 * forms that have one, over a time that is near `now`.
 * @throws {MissingConstant} if the deployment does not set the secret
 */
export function isSigned(
  index: PlanIndex,
  { secret: name, form, header, withinSeconds }: CallSignature,
  { headers, bytes: body }: Delivery,
  now: Date,
): boolean {
  const secret = environmentConstant(index, name);
  const isNear = (timestamp: string): boolean =>
    /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= withinSeconds;
  const text = (key: string): string => {
    const value = headers[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const given = text(header ?? 'webhook-signature');
  switch (form) {
    case 'standard webhooks': {
      const [id, timestamp] = [text('webhook-id'), text('webhook-timestamp')];
      if (id === '' || !isNear(timestamp)) return false;
      const code = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
      // While a secret is replaced, a request has several signatures.
      return given.split(' ').some((signature) => isSame(signature, `v1,${code}`));
    }
    case 't,v1': {
      const parts = given.split(',').map((part) => part.trim());
      const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
      if (!isNear(timestamp)) return false;
      const code = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
      return parts.some((part) => isSame(part, `v1=${code}`));
    }
    case 'hex':
      return isSame(given.replace(/^sha256=/i, '').toLowerCase(), hmac(secret, body, 'hex'));
    case 'base64':
      return isSame(given.replace(/^sha256=/i, ''), hmac(secret, body, 'base64'));
  }
}

/**
 * The key under which what a delivery tells has its effect once: the stated value of its body, its `webhook-id`, or the
 * body itself. Null where the stated value is not there.
 */
export function deliveryKey({ form, once }: CallSignature, { headers, bytes }: Delivery, body: unknown): string | null {
  const hash = (kind: string, content: string | Uint8Array) =>
    `${kind} ${createHash('sha256').update(content).digest('hex')}`;
  if (once !== null) {
    const value = bodyAt(body, once.name.split('.'));
    if (value === undefined || value === null || value === '' || isObject(value)) return null;
    return hash('value', JSON.stringify(value));
  }
  const id = headers['webhook-id'];
  return form === 'standard webhooks' && typeof id === 'string' ? hash('id', id) : hash('body', bytes);
}

function hmac(secret: string, body: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(body).digest(encoding);
}

/** Compares in a time that says nothing of where the texts differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
