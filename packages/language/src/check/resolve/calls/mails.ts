import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Mail, OutboundCall, Recipients } from '../../../model/outbound-calls.ts';
import type { Code, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { recordType, TEXT } from '../types.ts';
import { type CallItem, readCallItem, readCaused, readEffects, readFails } from './call-parts.ts';
import { neverCaused } from './facts.ts';
import { readMailBody } from './mail-body.ts';
import type { CallPoints } from './points.ts';
import { readRecipients } from './recipients.ts';
import { MAIL_EXPECTS, MAIL_RETRY, readRetry } from './timing.ts';

export const MAIL_PARTS: readonly string[] = [
  'when',
  'for each',
  'to',
  'reply to',
  'subject',
  'retry',
  'then',
  'fails',
];

/** The name under which a mail knows who gets it. */
export const RECIPIENT = 'recipient';

/** Reads one mail that the product sends. */
export function readMail(context: Context, section: Section, name: string, points: CallPoints): OutboundCall {
  const item = readCallItem(context, section, name, MAIL_PARTS, {
    whole: { because: 'mail', name },
    part: (part) => ({ because: 'mailPart', name, part }),
  });
  const { parts, prose } = item;
  const { when, own, forEach, scope } = readCaused(context, parts, points, 'mailWhen');
  const isCaused = scope !== null && 'this' in own.variables && !neverCaused(when, points.workflows);
  const retry = parts.stated('retry');
  const then = parts.stated('then');
  const entity = when[0]?.entity;
  // The mail may be handed over late, so the conditions under which it was written need not hold any more.
  const later: Scope = { ...own, given: [] };
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    kind: 'mail',
    request: null,
    when,
    forEach,
    mail: readContent(context, item, name, scope ?? own, isCaused, section),
    expects: MAIL_EXPECTS,
    retry: retry ? readRetry(context, retry) : MAIL_RETRY,
    signedWith: null,
    answer: [],
    then: then && entity !== undefined ? readEffects(context, then, entity, later, points) : [],
    fails: readFails(context, parts, entity, later, points, 'mailFails'),
  };
}

/** Null if something of it is not shown or has mistakes, or nothing can cause it. */
function readContent(
  context: Context,
  { parts, code }: CallItem,
  name: string,
  scope: Scope,
  isCaused: boolean,
  section: Section,
): Mail | null {
  const toCell = parts.needed('to', 'mailTo');
  const subjectCell = parts.needed('subject', 'mailSubject');
  const replyToCell = parts.stated('reply to');
  for (const part of ['to', 'subject'] as const)
    if (parts.isNone(part)) context.report('N752', CALLS_CODES.N752, { part, what: 'mail' }, parts.spanOf(part));
  const block = wordsBlockOf(context, code);
  if (block === null) {
    context.gap(`7.${name}.body`, 'mailBody', section.heading.span);
    return null;
  }
  context.place(`7.${name}.body`, block.span);
  if (!isCaused || !toCell) return null;
  const to = readRecipients(context, toCell, scope, 'mail');
  const said = { ...scope, variables: { ...scope.variables, ...recipientIn(context, scope, to) } };
  const subject = subjectCell ? context.template(subjectCell, said) : null;
  const replyTo = replyToCell ? context.template(replyToCell, said) : null;
  const body = readMailBody(context, block, said);
  return to && subject && body ? { to, subject, replyTo, body, link: null } : null;
}

/** `recipient`: the user who gets the mail or the notice, or an address; a field of that name means the field. */
export function recipientIn(
  context: Context,
  { variables }: Scope,
  to: readonly Recipients[] | null,
): Scope['variables'] {
  const own = variables['this'];
  const isField = own?.kind === 'record' && context.schema.entities.get(own.entity)?.fields.has(RECIPIENT) === true;
  if (isField || Object.hasOwn(variables, RECIPIENT)) return {};
  if (to === null) return { [RECIPIENT]: { kind: 'unknown', nullable: true } };
  return { [RECIPIENT]: to.every(({ kind }) => kind !== 'address') ? recordType('User') : TEXT };
}

/** The fenced block with the words of a mail or a notice. */
export function wordsBlockOf(context: Context, code: readonly Code[]): Code | null {
  const [block, second] = code;
  if (second) context.report('N710', CALLS_CODES.N710, { why: 'second' }, second.span);
  if (block && !/^(?:markdown|md)$/i.test(block.language)) {
    context.report('N753', CALLS_CODES.N753, { why: { because: 'language', language: block.language } }, block.span);
  }
  return block ?? null;
}
