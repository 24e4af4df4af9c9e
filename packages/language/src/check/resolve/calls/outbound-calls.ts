import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { CallCause, CallRequest, JsonTemplate, OutboundCall } from '../../../model/outbound-calls.ts';
import type { Code, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { readAnswer, responseType } from './answer.ts';
import { readBody } from './body.ts';
import { type CallParts, readCallItem, readCaused, readEffects, readFails } from './call-parts.ts';
import { neverCaused } from './facts.ts';
import { isJourney, readJourney, readReturn } from './journey.ts';
import type { CallPoints } from './points.ts';
import { readHeaders, readRequest } from './request.ts';
import { readSigned } from './signed.ts';
import { TEXT } from '../types.ts';
import { NO_RETRY, readExpects, readRetry, STANDARD_EXPECTS } from './timing.ts';

export const PARTS: readonly string[] = [
  'when',
  'for each',
  'request',
  'headers',
  'signed',
  'expects',
  'retry',
  'answer',
  'goes to',
  'hosts',
  'returns to',
  'then',
  'fails',
];

/** Reads one call that the product makes. */
export function readOutboundCalls(context: Context, section: Section, name: string, points: CallPoints): OutboundCall {
  const { parts, code, prose } = readCallItem(context, section, name, PARTS, {
    whole: { because: 'outboundCall', name },
    part: (part) => ({ because: 'outboundPart', name, part }),
  });
  const { when, own, forEach, scope } = readCaused(context, parts, points, 'outboundWhen');
  const answerCell = parts.stated('answer');
  const answer = answerCell ? readAnswer(context, answerCell, points.declared) : [];
  const expects = parts.stated('expects');
  const retry = parts.stated('retry');
  const signed = parts.stated('signed');
  const then = parts.stated('then');
  const entity = when[0]?.entity;
  // The answer may arrive late, so the conditions under which the request was built need not hold any more.
  const later: Scope = { ...own, given: [] };
  const replied: Scope = { ...later, variables: { ...later.variables, response: responseType(answer) } };
  const goesToCell = parts.stated('goes to');
  const goesTo = goesToCell && isJourney(context, goesToCell) ? goesToCell : null;
  const away =
    goesTo && entity !== undefined && !parts.isOpen('answer')
      ? readEffects(context, goesTo, entity, replied, points)
      : [];
  const back = parts.stated('returns to');
  const returnsTo = back && readReturn(context, back);
  // The address is known once the product is reached.
  const sent =
    scope === null || back === null ? scope : { ...scope, variables: { ...scope.variables, return_url: TEXT } };
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    kind: 'request',
    mail: null,
    when,
    forEach,
    // The request may use the name of `for each`; without it, its names have no meaning.
    request: sent === null ? null : request(context, parts, code, when, sent, points),
    expects: expects ? readExpects(context, expects) : STANDARD_EXPECTS,
    retry: retry ? readRetry(context, retry) : NO_RETRY,
    signedWith: signed ? readSigned(context, signed, points.constants) : null,
    answer,
    goesTo: readJourney(context, parts, goesTo, away),
    returnsTo,
    // The answer can be used only if it is known what is read from it.
    then: [
      ...away,
      ...(then && entity !== undefined && !parts.isOpen('answer')
        ? readEffects(context, then, entity, replied, points)
        : []),
    ],
    fails: readFails(context, parts, entity, later, points, 'outboundFails'),
  };
}

function request(
  context: Context,
  parts: CallParts,
  code: readonly Code[],
  when: readonly CallCause[],
  scope: Scope,
  points: CallPoints,
): CallRequest | null {
  const cell = parts.needed('request', 'outboundRequest');
  const headersCell = parts.stated('headers');
  if (!cell && parts.isNone('request')) {
    const details = { text: 'none', why: 'none' } as const;
    context.report('N705', CALLS_CODES.N705, details, parts.spanOf('request'));
  }
  // Without a known cause the names in the request have no meaning, and a cause that is a gap causes nothing.
  if (!cell || !('this' in scope.variables) || neverCaused(when, points.workflows)) return null;
  const line = readRequest(context, cell, scope, points.constants);
  const headers = headersCell ? readHeaders(context, headersCell, scope) : [];
  const body = readOnly(context, code, scope, line?.method ?? 'POST');
  return line && { ...line, headers, body };
}

function readOnly(
  context: Context,
  code: readonly Code[],
  scope: Scope,
  method: CallRequest['method'],
): JsonTemplate | null {
  const [block, second] = code;
  if (second) context.report('N710', CALLS_CODES.N710, { why: 'second' }, second.span);
  if (!block) return null;
  if (method === 'GET' || method === 'DELETE') {
    context.report('N710', CALLS_CODES.N710, { why: { because: 'none', method } }, block.span);
    return null;
  }
  return readBody(context, block, scope);
}
