import type { CallRequest, Journey, OutboundCall } from '@nonet/language';
import { afterCall } from '../../reference/after-call.ts';
import { MAIL_ORIGIN } from '../../reference/mails.ts';
import { entityOf } from '../../reference/evaluate.ts';
import type { Outcome } from '../../reference/perform.ts';
import { plain } from '../../reference/plain.ts';
import type { ExpectedCall } from '../../reference/expected-call.ts';
import type { ReceiverAnswer } from '../../run/case.ts';
import { fieldsCopying } from '../../search/copied-into.ts';
import { candidates } from '../../search/draft.ts';
import { inputField } from '../records/answers.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** Calls that follow from answers of calls, which a document might let go round in a circle. */
const MOST_FOLLOWING = 20;

/** Other parts of an answer are not read: more parallel lists than the nesting limit allows lists inside each other. */
const BESIDES = Array.from({ length: 150 }, () => []);

/**
 * The answers of a receiver to each call as expected. A call that fails gets an error, or a broken connection. Calls at
 * one address can't be distinguished there: they get the same answer, which has what each of them reads, and fail
 * together.
 */
export function answersFor(
  context: DerivationContext,
  failing: string | null = null,
  breaksOff = false,
): readonly ReceiverAnswer[] {
  const { calls } = context.plan;
  const first = calls.filter(({ name }) => name === failing);
  return [...first, ...calls.filter((call) => !first.includes(call))].flatMap((call): ReceiverAnswer[] => {
    if (call.kind === 'mail') {
      const to = { origin: MAIL_ORIGIN, method: 'POST', path: `^/${call.name}/`, body: {} };
      const isRefused = call.name === failing;
      return [{ ...to, status: isRefused && !breaksOff ? 451 : 250, ...(isRefused && breaksOff && { breaksOff }) }];
    }
    if (call.request?.origin.kind !== 'constant') return [];
    const alike = [call, ...calls.filter((other) => isAtOneAddress(call, other))];
    const responses = alike.toReversed().map((other) => responseTo(context, other));
    const body: Record<string, unknown> = { ...Object.assign({}, ...responses), _besides: BESIDES };
    const fails = call.name === failing;
    const to = { origin: call.request.origin.name, method: call.request.method, path: patternOf(call.request) };
    return fails && breaksOff
      ? [{ ...to, status: call.expects.from, body, breaksOff }]
      : // It is up, and refuses: a target that is down would delay the calls behind it (7).
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

/** A regular expression that the paths of a call's requests match. */
function patternOf({ path }: CallRequest): string {
  const parts = path.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '[^/?&]*',
  );
  return `^${parts.join('')}$`;
}

/** The response to a call. */
function responseTo(context: DerivationContext, call: OutboundCall): Record<string, unknown> {
  return Object.fromEntries(
    call.answer.map(({ name, type, required }) => {
      if (call.goesTo?.answer === name) return [name, addressAway(context, call, call.goesTo)];
      // A value that does not fit the field that takes it as it is would be refused, and the call would have failed (7).
      const [taking = null] = fieldsCopying(context.lookup, call.then, 'response', name);
      const field = taking ?? inputField({ kind: 'input', name, label: name, type, required });
      const value = candidates({ ...context.drafting(null), serial: () => 7 }, field).find((one) => one !== null);
      return [name, value ?? null];
    }),
  );
}

/** An address to which the document lets the browser go (7, `goes to`). */
function addressAway({ lookup }: DerivationContext, { request }: OutboundCall, { hosts }: Journey): string {
  const stated = hosts?.[0] ?? request?.origin ?? null;
  const text = stated === null ? '' : stated.kind === 'literal' ? stated.value : plain(lookup.constants[stated.name]);
  const host = URL.canParse(text) && text.includes('://') ? new URL(text).host : (text.split(/[\s,]+/)[0] ?? '');
  return `https://${host}/journeys/7`;
}

/** Calls are answered, and what their answers cause is called too: all that are made, in their order. */
export function answerAll(builder: CaseBuilder, calls: readonly ExpectedCall[]): ExpectedCall[] {
  const { context } = builder;
  const all = [...calls];
  for (const made of all) {
    const answering = context.plan.calls.find(({ name }) => name === made.call);
    if (answering === undefined) continue;
    const outcome = afterCall(builder.world, answering, made.record, answering.then, responseTo(context, answering));
    // Those who make the call read the record afterwards.
    builder.shows(...rowsTaken(builder, outcome, made.record));
    builder.world = outcome.world.fork();
    if (all.length < MOST_FOLLOWING) all.push(...outcome.calls);
  }
  return all;
}

/** The rows by which an answer has brought a record into another state, as far as no other row would have done so. */
function rowsTaken({ context, world }: CaseBuilder, { refused, transaction, ...after }: Outcome, id: string): string[] {
  const workflow = context.lookup.workflow(entityOf(id));
  const causes = transaction.touched.get(id)?.causes;
  if (refused !== null || causes === undefined || workflow === null || workflow.field === null) return [];
  const [from, to] = [world, after.world].map((at) => at.get(id)?.values[workflow.field ?? '']);
  const rows = workflow.events
    .filter(({ name }) => causes.has(name))
    .flatMap(({ transitions }) => transitions)
    .filter((row) => Array.isArray(row.from) && row.from.some((state) => state === from) && row.to === to);
  return rows.length === 1 && from !== to ? rows.map(({ clause }) => clause) : [];
}
