import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Mail, OutboundCall } from '../../../model/outbound-calls.ts';
import type { Cell, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { type CallParts, readCallItem, readCaused } from './call-parts.ts';
import { neverCaused } from './facts.ts';
import { readMailContent } from './mail-content.ts';
import type { CallPoints } from './points.ts';
import { MAIL_EXPECTS, MAIL_RETRY } from './timing.ts';

export const NOTICE_PARTS: readonly string[] = ['when', 'for each', 'to', 'subject', 'link', 'necessary'];

/** The address of a screen, or one outside the product. */
const ADDRESS = /^(?:\/|https?:\/\/)\S*$/;

/** Reads one notice that the product gives to people. */
export function readNotice(context: Context, section: Section, name: string, points: CallPoints): OutboundCall {
  const item = readCallItem(context, section, name, NOTICE_PARTS, {
    whole: { because: 'notice', name },
    part: (part) => ({ because: 'noticePart', name, part }),
  });
  const { parts, prose } = item;
  const { when, own, forEach, scope } = readCaused(context, parts, points, 'noticeWhen');
  const isCaused = scope !== null && 'this' in own.variables && !neverCaused(when, points.workflows);
  if (when.some(({ event }) => event === 'delete'))
    context.report('N759', CALLS_CODES.N759, { name }, parts.spanOf('when'));
  const { said, content } = readMailContent(context, item, {
    kind: 'notice',
    name,
    scope: scope ?? own,
    isCaused,
    needsWords: null,
  });
  const linkCell = parts.stated('link');
  const link = linkCell && said ? readLink(context, linkCell, said) : null;
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    kind: 'notice',
    request: null,
    when,
    forEach,
    mail: content && link !== undefined ? { ...content, replyTo: null, attach: [], link } : null,
    isNecessary: isNecessary(context, parts),
    expects: MAIL_EXPECTS,
    retry: MAIL_RETRY,
    signedWith: null,
    answer: [],
    goesTo: null,
    returnsTo: null,
    then: [],
    fails: [],
  };
}

/** Reads `{this}`, `{book}` or `/loans`; undefined if it is none of these. */
function readLink(context: Context, cell: Cell, scope: Scope): Mail['link'] | undefined {
  const template = context.template(cell, scope);
  if (template === null) return undefined;
  const [part, second] = template;
  if (second === undefined && typeof part === 'string' && ADDRESS.test(part)) return part;
  if (second === undefined && typeof part === 'object') {
    if (part.type.kind === 'record') return { kind: 'link', record: part };
    if (part.type.kind === 'unknown') return null;
  }
  context.report('N756', CALLS_CODES.N756, { why: { because: 'value', label: cell.text } }, cell.span);
  return undefined;
}

function isNecessary(context: Context, parts: CallParts): boolean {
  const cell = parts.stated('necessary');
  if (cell === null || cell.text === 'yes') return cell !== null;
  context.report('N760', CALLS_CODES.N760, { text: cell.text }, cell.span);
  return false;
}
