import { createHmac } from 'node:crypto';
import type { ExpectedCall } from '../reference/calls.ts';
import type { Bindings } from './bindings.ts';
import { difference, isSameText } from './compare.ts';
import type { ReceivedCall } from './host.ts';

/**
 * What differs between the calls that must have been made and those that came, as words. `keys`: under which
 * Idempotency-Key each came before: whenever it comes again it has the same, and no other call has it.
 */
export function callsDifference(
  bindings: Bindings,
  expected: readonly ExpectedCall[],
  received: readonly ReceivedCall[],
  keys: Map<ExpectedCall, string>,
): string | null {
  const left = [...received];
  for (const call of expected) {
    const path = bindings.resolve(call.path);
    const former = keys.get(call);
    const others = new Set(keys.values());
    const fits = (other: ReceivedCall) =>
      other.method === call.method && isSameText(bindings, path, other.path) && isTo(call, other);
    const isOwn = (other: ReceivedCall) => (former === undefined ? !others.has(keyOf(other)) : keyOf(other) === former);
    // Of several that look alike, the one that it was before.
    const found = left.find((other) => fits(other) && isOwn(other)) ?? left.find(fits);
    if (found === undefined) return `the call ${call.call} (${call.method} ${path}) was not made`;
    left.splice(left.indexOf(found), 1);
    const key = keyOf(found);
    if (key === '') return `the call ${call.call} has no Idempotency-Key`;
    if (former !== undefined && former !== key) return `the call ${call.call} came again under another Idempotency-Key`;
    if (former === undefined && others.has(key)) return `the call ${call.call} has the Idempotency-Key of another one`;
    keys.set(call, key);
    const reason = difference(bindings, call.body, found.body);
    if (reason !== null) return `in the body of ${call.call}: ${reason}`;
    for (const [name, value] of Object.entries(call.headers))
      if (!isSameHeader(bindings, bindings.resolve(value), found.headers[name]))
        return `the header ${name} of ${call.call} is ${found.headers[name]}`;
    if (!isSigned(call, found)) return `the signature of ${call.call} is not right`;
  }
  const [extra] = left;
  return extra === undefined ? null : `${extra.method} ${extra.path} was called, and must not be`;
}

function isSameHeader(bindings: Bindings, expected: string, actual: string | undefined): boolean {
  return actual !== undefined && isSameText(bindings, expected, actual);
}

/** By Standard Webhooks: over its key, when it was sent, and its body as it came; what is not to be signed is not. */
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
