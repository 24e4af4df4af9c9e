import { isOneOf } from '../../../collections.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { AccountMail, AccountMailPart } from '../../../model/account-mails.ts';
import type { Cell, Section } from '../../../syntax/tree.ts';
import { ACCOUNT_MAIL_PARTS, ACCOUNT_MAILS, ACCOUNT_PLACEHOLDERS } from '../../../vocabulary/account-mails.ts';
import type { Context } from '../../context.ts';
import { replacement } from '../replacement.ts';
import { contentOf, type Part, spanOf } from '../words.ts';
import { readCallItem } from './call-parts.ts';
import { wordsBlockOf } from './mail-content.ts';

/** Reads the words of one mail about accounts. */
export function readAccountMail(context: Context, section: Section, name: string): AccountMail {
  const { parts, code, prose } = readCallItem(context, section, name, ACCOUNT_MAIL_PARTS, {
    whole: { because: 'accountMail', name },
    part: (part) => ({ because: 'accountMailPart', name, part }),
  });
  const kindCell = parts.needed('for', 'accountMailFor');
  const languageCell = parts.stated('language');
  const subjectCell = parts.needed('subject', 'accountMailWords');
  const block = wordsBlockOf(context, code);
  if (block !== null) context.place(`7.${name}.body`, block.span);
  else context.gap(`7.${name}.body`, 'accountMailWords', section.heading.span);
  if (parts.isNone('subject')) refuse(context, { text: 'none', span: parts.spanOf('subject') }, 'subject');
  const kind = kindCell && (isOneOf(ACCOUNT_MAILS, kindCell.text) ? kindCell.text : refuse(context, kindCell, 'for'));
  const subject = subjectCell && readParts(context, subjectCell, 'subject');
  const body = block && readParts(context, contentOf(block), 'words');
  if (block !== null && body !== null && !body.some((part) => typeof part === 'object' && part.placeholder === 'link'))
    context.report('N820', CALLS_CODES.N820, { name }, block.span);
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    kind,
    language: languageCell && readLanguage(context, languageCell),
    words: subject && body ? { subject, body } : null,
  };
}

function refuse(
  context: Context,
  { text, span }: Pick<Part, 'text' | 'span'>,
  part: 'for' | 'language' | 'subject',
): null {
  context.report('N818', CALLS_CODES.N818, { text, part }, span);
  return null;
}

function readLanguage(context: Context, cell: Cell): string | null {
  try {
    const [language = null] = Intl.getCanonicalLocales(cell.text);
    return language;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(context, cell, 'language');
  }
}

/** Words with placeholders; `{{` and `}}` are braces. Null if one is not known. */
function readParts(context: Context, words: Cell | Part, where: 'subject' | 'words'): AccountMailPart[] | null {
  const parts: AccountMailPart[] = [];
  let isRight = true;
  let end = 0;
  const say = (text: string) => {
    if (text !== '') parts.push(text.replaceAll('{{', '{').replaceAll('}}', '}'));
  };
  for (const { 0: whole, 1: name = '', index } of words.text.matchAll(/\{\{|\}\}|\{([^{}]*)\}/g)) {
    if (whole === '{{' || whole === '}}') continue;
    say(words.text.slice(end, index));
    end = index + whole.length;
    const placeholder = name.trim();
    if (isOneOf(ACCOUNT_PLACEHOLDERS, placeholder) && !(where === 'subject' && placeholder === 'link')) {
      parts.push({ placeholder });
      continue;
    }
    isRight = false;
    const offered = nearest(placeholder, ACCOUNT_PLACEHOLDERS);
    const span = spanOf(words, index + 1, index + 1 + name.length);
    const details = { text: placeholder, nearest: offered === placeholder ? null : offered, where };
    context.report(
      'N819',
      CALLS_CODES.N819,
      details,
      span,
      replacement(span, offered === placeholder ? null : offered),
    );
  }
  say(words.text.slice(end));
  return isRight ? parts : null;
}
