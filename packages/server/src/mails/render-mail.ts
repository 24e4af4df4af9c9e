import type { MailPiece, OutgoingMail } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Mail } from '../operations/mail.ts';
import { escaped } from './escaped.ts';
import { mailPage } from './mail-page.ts';

/** A piece that is no Markdown, by its number: between signs of Unicode's private area, which Markdown takes for letters. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKS = /[\uE000\uE001]/g;
const MARKED = /\uE000(\d+)\uE001|%EE%80%80(\d+)%EE%80%81/g;
/** A link in Markdown: its words and its address. */
const LINK = /\[([^[\]]*)\]\(<?([^()\s<>]*)>?\)/g;

/**
 * A mail as it is sent: HTML and plain text. Values are put in after the Markdown is read, so that none of them can be
 * markup. `origin`: where browsers reach the product.
 */
export function renderMail(
  plan: Plan,
  mail: Omit<OutgoingMail, 'files'> & Partial<Pick<OutgoingMail, 'files'>>,
  origin: string,
): Mail {
  const { to, subject, replyTo, key, files = [] } = mail;
  const marked = mail.body
    .map((piece, place) => (typeof piece === 'string' ? piece.replaceAll(MARKS, '') : `${OPEN}${place}${CLOSE}`))
    .join('');
  const content = withValues(
    micromark(marked, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
    mail.body,
    origin,
  );
  return {
    to,
    subject,
    text: `${plainText(marked, mail.body, origin)}\n`,
    html: mailPage(plan, { subject, content, origin }),
    key,
    ...(replyTo === null ? {} : { replyTo }),
    ...(files.length === 0 ? {} : { files }),
  };
}

function withValues(html: string, body: readonly MailPiece[], origin: string): string {
  return (
    html
      // An address within the product.
      .replaceAll(/ href="(\/(?!\/)[^"]*)"/g, (_all, path: string) => ` href="${escaped(origin)}${path}"`)
      .replaceAll(MARKED, (_all, inText: string | undefined, inAddress: string | undefined) => {
        const piece = body[Number(inText ?? inAddress)];
        if (typeof piece !== 'object') return '';
        if ('link' in piece) return piece.link === null ? '' : escaped(`${origin}${piece.link}`);
        if (inAddress !== undefined) return encodeURIComponent(piece.value.toWellFormed());
        return escaped(piece.value).replaceAll(/\r\n|[\n\r\u2028\u2029]/g, '<br>');
      })
      // Where its reader may not go, only the words stand.
      .replaceAll(/<a href="">([^]*?)<\/a>/g, '$1')
  );
}

/** The words as they are written, which are Markdown, with the addresses of links behind them. */
function plainText(marked: string, body: readonly MailPiece[], origin: string): string {
  return marked
    .replaceAll(LINK, (_all, words: string, address: string) => {
      const linked = pieceAt(address, body);
      if (linked !== null && 'link' in linked)
        return linked.link === null ? words : `${words} (${origin}${linked.link})`;
      return `${words} (${address.startsWith('/') ? origin : ''}${address})`;
    })
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(MARKED, (_all, place: string) => {
      const piece = body[Number(place)];
      if (typeof piece !== 'object') return '';
      return 'value' in piece ? piece.value : `${origin}${piece.link ?? ''}`;
    })
    .trim();
}

function pieceAt(address: string, body: readonly MailPiece[]): Exclude<MailPiece, string> | null {
  const [whole, place] = new RegExp(MARKED.source).exec(address) ?? [];
  const piece = whole === address ? body[Number(place)] : undefined;
  return typeof piece === 'object' ? piece : null;
}
