import { TRUE } from '../../check/analysis/build.ts';
import type { Expression } from '../../expression/tree.ts';
import { isStatedAsGone } from '../../model/gone.ts';
import type { CallCause, CallRequest, OutboundCall } from '../../model/outbound-calls.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData, PLACES_AND_WORDS } from '../equal.ts';

/** Point 7, the outbound calls: when, where and with what the product makes them, and queued requests. */
export function outboundCallDifferences(comparison: Comparison): Found[] {
  const { former, now, names } = comparison;
  const kept = new Set<string>();
  const found = former.calls.flatMap((call): Found[] => {
    const own = now.calls.find(({ name }) => name === names.call(call.name));
    if (own === undefined)
      return [
        {
          effect: isStatedAsGone(now, 'call', call.name) ? 'behaviour' : 'lost',
          clause: null,
          former: call.clause,
          text: `the ${KINDS[call.kind].what} \`${call.name}\` is gone: ${KINDS[call.kind].gone}`,
        },
      ];
    kept.add(own.name);
    return keptCall(comparison, call, own);
  });
  return [
    ...found,
    ...now.calls
      .filter(({ name }) => !kept.has(name))
      .map(
        (call): Found => ({
          effect: 'behaviour',
          clause: call.clause,
          former: null,
          text: newWords(call),
        }),
      ),
  ];
}

function keptCall(comparison: Comparison, former: OutboundCall, now: OutboundCall): Found[] {
  const places = { clause: now.clause, former: former.clause };
  const found: Found[] = [];
  const { what } = KINDS[now.kind];
  const report = (text: string, more: Partial<Found> = {}) =>
    found.push({ effect: 'behaviour', ...places, text: `the ${what} \`${now.name}\` ${text}`, ...more });
  if (former.name !== now.name) report(`was \`${former.name}\``, { effect: 'compatible' });
  causes(comparison, former, now, report);
  if (former.request !== null && now.request !== null) {
    const [was, is] = [former.request, now.request];
    if (originOf(was) !== originOf(is))
      report(`goes to ${originOf(is)}, formerly to ${originOf(was)}; requests that wait go there, too`);
    if (was.method !== is.method) report(`is a ${is.method}, formerly a ${was.method}`);
    for (const [part, words] of [
      ['path', 'has another path'],
      ['headers', 'has other headers'],
      ['body', 'sends another body'],
    ] as const)
      if (!isSameData(renamedPart(comparison, was[part]), is[part], TYPES)) report(words);
  } else if (former.kind !== now.kind) report(KINDS[former.kind].formerly);
  else if ((former.request === null) !== (now.request === null))
    report(
      now.request === null ? 'is not made any more: its request is not shown' : 'is made: its request is shown now',
    );
  mailWords(comparison, former, now, report);
  if (former.kind === 'notice' && now.kind === 'notice' && former.isNecessary !== now.isNecessary)
    report(now.isNecessary ? 'is necessary: nobody can turn it off any more' : 'can be turned off by its readers');
  if (former.signedWith !== now.signedWith)
    report(now.signedWith === null ? 'is not signed any more' : `is signed with \`${now.signedWith}\``);
  for (const [part, words] of [
    ['expects', 'expects another answer'],
    ['retry', 'is tried again otherwise'],
    ['answer', 'reads its answer otherwise'],
    ['goesTo', 'leads the browser elsewhere'],
    ['returnsTo', 'has another way back'],
    ['then', 'has other effects (`then`)'],
    ['fails', 'has other effects where it fails'],
    ['forEach', 'is for other records'],
  ] as const)
    if (!isSameData(renamedPart(comparison, former[part]), now[part], TYPES)) report(words);
  return found;
}

/** The words about each kind of outbound call. */
const KINDS = {
  request: {
    what: 'call',
    done: 'made',
    gone: 'requests of it that wait fail as cancelled',
    formerly: 'was a request to another service',
  },
  mail: {
    what: 'mail',
    done: 'sent',
    gone: 'mails of it that wait fail as cancelled',
    formerly: 'was a mail; mails that wait fail',
  },
  notice: {
    what: 'notice',
    done: 'given',
    gone: 'it disappears from the inboxes',
    formerly: 'was a notice, which disappears from the inboxes',
  },
} as const satisfies Record<OutboundCall['kind'], Record<string, string>>;

const TYPES: ReadonlySet<string> = new Set([...PLACES_AND_WORDS, 'type', 'range']);

/** The changes in a mail, of which those that wait are sent as they were written, or in a notice. */
function mailWords(
  comparison: Comparison,
  { mail: was }: OutboundCall,
  { mail: is, kind }: OutboundCall,
  report: (text: string) => unknown,
): void {
  const { done } = KINDS[kind];
  if (was === null && is === null) return;
  if (was === null || is === null)
    return void report(
      is === null ? `is not ${done} any more: not all of it is shown` : `is ${done}: all of it is shown now`,
    );
  for (const [part, words] of [
    ['to', 'goes to others'],
    ['replyTo', 'is replied to elsewhere'],
    ['subject', 'has another subject'],
    ['body', 'has other words'],
    ['attach', 'brings other files'],
    ['link', 'leads elsewhere'],
  ] as const)
    if (!isSameData(renamedPart(comparison, was[part]), is[part], TYPES)) report(words);
}

function newWords({ name, request, kind }: OutboundCall): string {
  if (kind !== 'request') return `the ${KINDS[kind].what} \`${name}\` is new`;
  return `the call \`${name}\` is new${request === null ? '' : `: ${request.method} to ${originOf(request)}`}`;
}

function causes(
  comparison: Comparison,
  former: OutboundCall,
  now: OutboundCall,
  report: (text: string, more?: Partial<Found>) => unknown,
): void {
  const wordsNow = ({ entity, event }: CallCause): string => `\`${entity} ${event}\``;
  const { done } = KINDS[now.kind];
  const left = former.when.map((cause) => {
    const entity = comparison.names.entity(cause.entity) ?? cause.entity;
    return { ...cause, entity, event: comparison.names.event(cause.entity, cause.event) ?? cause.event };
  });
  for (const cause of now.when) {
    const at = left.findIndex((other) => other.entity === cause.entity && other.event === cause.event);
    const [before] = at < 0 ? [] : left.splice(at, 1);
    if (before === undefined) {
      report(`is ${done} on ${wordsNow(cause)} as well`);
      continue;
    }
    const was = before.condition === null ? TRUE : comparison.rename(before.condition);
    const { wider, narrower } = comparison.compare(was, cause.condition ?? TRUE);
    for (const [side, words] of [
      [wider, 'more'],
      [narrower, 'fewer'],
    ] as const)
      if (side.verdict === 'surely')
        report(
          `is ${done} for ${words} records on ${wordsNow(cause)}`,
          side.example.length > 0 ? { example: side.example } : {},
        );
    if ([wider, narrower].some(({ verdict }) => verdict === 'perhaps'))
      report(`is ${done} on another condition on ${wordsNow(cause)}: for more or fewer records is not decided`, {
        effect: 'undecided',
      });
  }
  for (const cause of left) report(`is not ${done} on ${wordsNow(cause)} any more`);
}

function originOf({ origin }: CallRequest): string {
  return origin.kind === 'literal' ? origin.value : `{${origin.name}}`;
}

/** A part of a call with its expressions under the new names. */
export function renamedPart(comparison: Comparison, part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => renamedPart(comparison, item));
  if ('kind' in part && 'type' in part && isExpression(part)) return comparison.rename(part);
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, renamedPart(comparison, value)]));
}

function isExpression(part: object): part is Expression {
  const type = 'type' in part ? part.type : null;
  return typeof type === 'object' && type !== null && 'nullable' in type;
}
