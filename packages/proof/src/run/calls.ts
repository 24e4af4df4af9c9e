import type { ExpectedCall } from '../reference/calls.ts';
import type { Bindings } from './bindings.ts';
import { difference } from './compare.ts';
import type { ReceivedCall } from './host.ts';

/** What differs between the calls that must have been made and those that came, as words. */
export function callsDifference(
  bindings: Bindings,
  expected: readonly ExpectedCall[],
  received: readonly ReceivedCall[],
): string | null {
  const left = [...received];
  for (const call of expected) {
    const path = bindings.resolve(call.path);
    const place = left.findIndex((other) => other.method === call.method && other.path === path && isTo(call, other));
    const found = left[place];
    if (found === undefined) return `the call ${call.call} (${call.method} ${path}) was not made`;
    left.splice(place, 1);
    const reason = difference(bindings, call.body, found.body);
    if (reason !== null) return `in the body of ${call.call}: ${reason}`;
    for (const [name, value] of Object.entries(call.headers))
      if (found.headers[name] !== value) return `the header ${name} of ${call.call} is ${found.headers[name]}`;
  }
  const [extra] = left;
  return extra === undefined ? null : `${extra.method} ${extra.path} was called, and must not be`;
}

function isTo({ origin }: ExpectedCall, received: ReceivedCall): boolean {
  return received.origin === (origin.kind === 'constant' ? origin.name : origin.value);
}
