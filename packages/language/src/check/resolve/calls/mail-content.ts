import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { MailPart, Recipients } from '../../../model/outbound-calls.ts';
import type { Code, Section } from '../../../syntax/tree.ts';
import type { Template } from '../../../expression/tree.ts';
import type { Context } from '../../context.ts';
import { recordType, TEXT } from '../types.ts';
import type { CallItem } from './call-parts.ts';
import { readMailBody } from './mail-body.ts';
import { readRecipients } from './recipients.ts';

/** The name under which a mail or a notice knows who gets it. */
export const RECIPIENT = 'recipient';

/** The content that mails and notices have alike, and the names in reach of the rest of it. */
export interface MailContent {
  readonly to: readonly Recipients[];
  readonly subject: Template;
  readonly body: readonly MailPart[];
}

interface Asked {
  readonly kind: 'mail' | 'notice';
  readonly name: string;
  readonly scope: Scope;
  /** Whether something can cause it. */
  readonly isCaused: boolean;
  /** The section, if its words are needed; null if it may do without. */
  readonly needsWords: Section | null;
}

/** Reads recipients, subject and words; null if something of it is not shown or has mistakes. `said`: the scope of its other parts, null if nothing can cause it. */
export function readMailContent(
  context: Context,
  { parts, code }: CallItem,
  { kind, name, scope, isCaused, needsWords }: Asked,
): { readonly said: Scope | null; readonly content: MailContent | null } {
  const nothing = { said: null, content: null };
  const toCell = parts.needed('to', kind === 'mail' ? 'mailTo' : 'noticeTo');
  const subjectCell = parts.needed('subject', kind === 'mail' ? 'mailSubject' : 'noticeSubject');
  for (const part of ['to', 'subject'] as const)
    if (parts.isNone(part)) context.report('N752', CALLS_CODES.N752, { part, what: kind }, parts.spanOf(part));
  const block = wordsBlockOf(context, code);
  if (block !== null) context.place(`7.${name}.body`, block.span);
  else if (needsWords !== null) {
    context.gap(`7.${name}.body`, 'mailBody', needsWords.heading.span);
    return nothing;
  }
  if (!isCaused || !toCell) return nothing;
  const to = readRecipients(context, toCell, scope, kind);
  const said = { ...scope, variables: { ...scope.variables, ...recipientIn(context, scope, to) } };
  const subject = subjectCell ? context.template(subjectCell, said) : null;
  const body = block === null ? [] : readMailBody(context, block, said);
  return { said, content: to && subject && body ? { to, subject, body } : null };
}

/** `recipient`: the user who gets the mail or the notice, or an address; a field of that name means the field. */
function recipientIn(context: Context, { variables }: Scope, to: readonly Recipients[] | null): Scope['variables'] {
  const own = variables['this'];
  const isField = own?.kind === 'record' && context.schema.entities.get(own.entity)?.fields.has(RECIPIENT) === true;
  if (isField || Object.hasOwn(variables, RECIPIENT)) return {};
  if (to === null) return { [RECIPIENT]: { kind: 'unknown', nullable: true } };
  return { [RECIPIENT]: to.every(({ kind }) => kind !== 'address') ? recordType('User') : TEXT };
}

/** The fenced block with the words of a mail, a notice or a paper. */
export function wordsBlockOf(context: Context, code: readonly Code[]): Code | null {
  const [block, second] = code;
  if (second) context.report('N710', CALLS_CODES.N710, { why: 'second' }, second.span);
  if (block && !/^(?:markdown|md)$/i.test(block.language)) {
    context.report('N753', CALLS_CODES.N753, { why: { because: 'language', language: block.language } }, block.span);
  }
  return block ?? null;
}
