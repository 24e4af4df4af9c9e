import { createHmac } from 'node:crypto';
import type { ExpectedCall } from '../reference/expected-call.ts';
import type { Bindings } from './bindings.ts';
import { MAIL_ORIGIN } from '../reference/mails.ts';
import { ANY_TEXT } from '../reference/any.ts';
import { isSameText, valueDifference } from './compare.ts';
import { because, type FailureReason, kept } from './failure-reason.ts';
import type { ReceivedCall } from './host.ts';

/**
 * The difference between the expected calls and the received ones, in words. Calls that are due at the same time have
 * no order. `keys`: the Idempotency-Key of each earlier call. A repeated call has the same key, and no other call has it.
 */
export function callsDifference(
  bindings: Bindings,
  expected: readonly ExpectedCall[],
  received: readonly ReceivedCall[],
  keys: Map<ExpectedCall, string>,
): FailureReason | null {
  const left = [...received];
  for (const call of expected) {
    // It is found in an inbox, and made nowhere.
    if (call.notice !== undefined) continue;
    const path = bindings.resolve(call.path);
    const former = keys.get(call);
    const others = new Set(keys.values());
    const fits = (other: ReceivedCall) =>
      other.method === call.method && isSameText(bindings, path, other.path) && isTo(call, other);
    const isOwn = (other: ReceivedCall) => (former === undefined ? !others.has(keyOf(other)) : keyOf(other) === former);
    const fitting = left.filter(fits);
    const own = fitting.filter(isOwn);
    // If several calls fit, the one with the known key is taken, or the one with the expected content.
    const found =
      (own.length > 1 ? own.find((other) => contentDifference(bindings.fork(), call, other) === null) : null) ??
      own[0] ??
      fitting[0];
    if (found === undefined)
      return because`the call ${call.call} (${kept(call.method)} ${path}) was not made${madeInstead(left)}`;
    left.splice(left.indexOf(found), 1);
    const key = keyOf(found);
    if (key === '') return because`the call ${call.call} has no Idempotency-Key`;
    if (former !== undefined && former !== key)
      return because`the call ${call.call} was repeated with another Idempotency-Key`;
    if (former === undefined && others.has(key))
      return because`the call ${call.call} has the Idempotency-Key of another call`;
    keys.set(call, key);
    const reason = contentDifference(bindings, call, found);
    if (reason !== null) return reason;
  }
  const [extra] = left;
  return extra === undefined
    ? null
    : because`the product called ${kept(extra.method)} ${extra.path}, and must not call it`;
}

const MOST_NAMED = 3;

/** The end of a sentence about a call that was not made: those that were. */
function madeInstead(received: readonly ReceivedCall[]): FailureReason {
  if (received.length === 0) return because`, and no other was`;
  const named = received.slice(0, MOST_NAMED).map(({ method, path }) => `${method} ${path}`);
  const others = received.length - named.length;
  return because`; made were ${named.join(', ')}${others === 0 ? '' : `, and ${others} more`}`;
}

/** The first difference in body, headers and signature, in words; null if there is none. */
function contentDifference(bindings: Bindings, call: ExpectedCall, received: ReceivedCall): FailureReason | null {
  const isMail = call.origin.kind === 'constant' && call.origin.name === MAIL_ORIGIN;
  const body = isMail ? openEnds(bindings.resolveAll(call.body)) : call.body;
  const reason = valueDifference(bindings, body, received.body);
  if (reason !== null) return because`in the body of ${call.call}: ${reason}`;
  for (const [name, value] of Object.entries(call.headers))
    if (!isSameHeader(bindings, bindings.resolve(value), received.headers[name]))
      return because`the header ${kept(name)} of ${call.call} is ${String(received.headers[name])}`;
  return isSigned(call, received) ? null : because`the signature of ${call.call} is not right`;
}

/** In the middle of words, an id that the product has not told yet may be any text. */
export function openEnds(body: unknown): unknown {
  if (typeof body === 'string') return body.replaceAll(/@[A-Za-z]\w*:\d+/g, ANY_TEXT);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, openEnds(value)]));
}

function isSameHeader(bindings: Bindings, expected: string, actual: string | undefined): boolean {
  return actual !== undefined && isSameText(bindings, expected, actual);
}

/**
 * Whether the call is signed as Standard Webhooks demand: over its key, its time and its body as received. A call
 * without a secret must not be signed.
 */
function isSigned({ secret }: ExpectedCall, { headers, text }: ReceivedCall): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  if (secret === null) return signature === undefined;
  const code = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64');
  return id === headers['idempotency-key'] && /^\d{10}$/.test(timestamp ?? '') && signature === `v1,${code}`;
}

function keyOf({ headers }: ReceivedCall): string {
  return headers['idempotency-key'] ?? '';
}

function isTo({ origin }: ExpectedCall, received: ReceivedCall): boolean {
  return received.origin === (origin.kind === 'constant' ? origin.name : origin.value);
}
