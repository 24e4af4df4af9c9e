import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { MailPart } from '../../../model/outbound-calls.ts';
import type { Code } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { contentOf, type Part, spanOf } from '../words.ts';

/** Where the address of a link begins, at the end of the words before a placeholder. */
export const LINK = /\]\(<?$/;
/** A tag of HTML, and no address in angle brackets. */
const TAG = /<(?:\/?[A-Za-z][\w-]*(?:\s[^<>]*|\/)?|!--[^]*?--)>/;
const PICTURE = /!\[[^\]]*\]\(/;

/**
 * Reads the words of a mail: Markdown with placeholders. A record in a link's place is the address of its screen. Null
 * if it has mistakes, which are reported.
 */
export function readMailBody(context: Context, block: Code, scope: Scope): readonly MailPart[] | null {
  const words = contentOf(block);
  reportMarkup(context, words);
  const template = context.template(words, scope);
  if (template === null) return null;
  let isWhole = true;
  const parts = template.map((part, place): MailPart => {
    const before = template[place - 1];
    if (typeof part === 'string') return part.replaceAll(/\r\n?/g, '\n');
    if (typeof before !== 'string' || !LINK.test(before)) return part;
    if (part.type.kind === 'record') return { kind: 'link', record: part };
    // An address that the document states is as good as its own words.
    if (part.kind === 'constant' || part.type.kind === 'unknown') return part;
    const label = /\[([^[\]]*)\]\(<?$/.exec(before)?.[1] ?? '';
    context.report('N756', CALLS_CODES.N756, { why: { because: 'value', label } }, block.span);
    isWhole = false;
    return part;
  });
  return isWhole ? parts : null;
}

/** Reports HTML and pictures, which can't stand in the words of a mail, a notice or a paper. */
export function reportMarkup(context: Context, words: Part): void {
  for (const [why, pattern] of [
    ['html', TAG],
    ['picture', PICTURE],
  ] as const) {
    const found = pattern.exec(words.text);
    if (found) {
      const span = spanOf(words, found.index, found.index + found[0].length);
      context.report('N753', CALLS_CODES.N753, { why }, span);
    }
  }
}
