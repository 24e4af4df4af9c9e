import type { Scope } from '../../../expression/scope.ts';
import type { OutboundCall } from '../../../model/outbound-calls.ts';
import type { Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { readAttachments } from './attachments.ts';
import { readCallItem, readCaused, readEffects, readFails } from './call-parts.ts';
import { neverCaused } from './facts.ts';
import { readMailContent } from './mail-content.ts';
import type { CallPoints } from './points.ts';
import { MAIL_EXPECTS, MAIL_RETRY, readRetry } from './timing.ts';

export const MAIL_PARTS: readonly string[] = [
  'when',
  'for each',
  'to',
  'reply to',
  'subject',
  'attach',
  'retry',
  'then',
  'fails',
];

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
  const { said, content } = readMailContent(context, item, {
    kind: 'mail',
    name,
    scope: scope ?? own,
    isCaused,
    needsWords: section,
  });
  const replyToCell = parts.stated('reply to');
  const attachCell = parts.stated('attach');
  const attach = attachCell && said ? readAttachments(context, points.declared, attachCell, said) : [];
  const replyTo = replyToCell && said ? context.template(replyToCell, said) : null;
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    kind: 'mail',
    request: null,
    when,
    forEach,
    // Without what it is to bring it is not sent.
    mail: content && attach && !parts.isOpen('attach') ? { ...content, replyTo, attach, link: null } : null,
    expects: MAIL_EXPECTS,
    retry: retry ? readRetry(context, retry) : MAIL_RETRY,
    signedWith: null,
    answer: [],
    goesTo: null,
    returnsTo: null,
    then: then && entity !== undefined ? readEffects(context, then, entity, later, points) : [],
    fails: readFails(context, parts, entity, later, points, 'mailFails'),
  };
}
