import type { CallRequest, OutboundCall } from '@nonet/language';
import { afterCall } from '../../reference/after-call.ts';
import type { ExpectedCall } from '../../reference/calls.ts';
import type { ReceiverAnswer } from '../../run/case.ts';
import { candidates } from '../../search/draft.ts';
import { inputField } from '../records/plain-fixtures.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** Calls that follow from answers of calls, which a document might let go round in a circle. */
const MOST_FOLLOWING = 20;

/** What else stands in an answer is not looked at: more lists beside each other than there may be inside each other. */
const BESIDES = Array.from({ length: 150 }, () => []);

/**
 * How a receiver answers every call as it is expected; one that fails says so, or breaks off in the middle. Calls at one
 * address can't be distinguished there: they are answered alike, each with what it reads, and fail together.
 */
export function answersFor(
  context: DerivationContext,
  failing: string | null = null,
  breaksOff = false,
): readonly ReceiverAnswer[] {
  const { calls } = context.plan;
  const first = calls.filter(({ name }) => name === failing);
  return [...first, ...calls.filter((call) => !first.includes(call))].flatMap((call): ReceiverAnswer[] => {
    if (call.request?.origin.kind !== 'constant') return [];
    const alike = [call, ...calls.filter((other) => isAtOneAddress(call, other))];
    const responses = alike.toReversed().map((other) => responseTo(context, other));
    const body: Record<string, unknown> = { ...Object.assign({}, ...responses), _besides: BESIDES };
    const fails = call.name === failing;
    const to = { origin: call.request.origin.name, method: call.request.method, path: patternOf(call.request) };
    return fails && breaksOff
      ? [{ ...to, status: call.expects.from, body, breaksOff }]
      : // It is up, and refuses: a target that is down would hold up the calls behind it (7).
        [{ ...to, status: fails ? 500 : call.expects.from, body }];
  });
}

/** Whether a receiver can't distinguish the requests of two calls. */
export function isAtOneAddress(one: OutboundCall, other: OutboundCall): boolean {
  const [first, second] = [one.request, other.request];
  if (first?.origin.kind !== 'constant' || second?.origin.kind !== 'constant') return false;
  const isSame = first.origin.name === second.origin.name && first.method === second.method;
  return isSame && patternOf(first) === patternOf(second);
}

/** What the paths of a call's requests are like: a regular expression. */
function patternOf({ path }: CallRequest): string {
  const parts = path.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '[^/?&]*',
  );
  return `^${parts.join('')}$`;
}

/** What the answer of a call holds. */
function responseTo(context: DerivationContext, call: OutboundCall): Record<string, unknown> {
  return Object.fromEntries(
    call.answer.map(({ name, type, required }) => {
      const field = inputField({ kind: 'input', name, label: name, type, required });
      const value = candidates({ ...context.drafting(null), serial: () => 7 }, field).find((one) => one !== null);
      return [name, value ?? null];
    }),
  );
}

/** Calls are answered, and what their answers cause is called too: all that are made, in their order. */
export function answerAll(builder: CaseBuilder, calls: readonly ExpectedCall[]): ExpectedCall[] {
  const { context } = builder;
  const all = [...calls];
  for (const made of all) {
    const answering = context.plan.calls.find(({ name }) => name === made.call);
    if (answering === undefined) continue;
    const outcome = afterCall(builder.world, answering, made.record, answering.then, responseTo(context, answering));
    builder.world = outcome.world.fork();
    if (all.length < MOST_FOLLOWING) all.push(...outcome.calls);
  }
  return all;
}
