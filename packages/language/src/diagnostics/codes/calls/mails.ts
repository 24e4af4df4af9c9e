import { code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { type HiddenRead, hiddenWords } from '../disclosures.ts';
import { MAIL_BODY_REASONS, MAIL_LINK_REASONS } from '../reasons/calls.ts';

/** N752 to N758: mails that the product sends. */
export const MAIL_CODES = {
  N752: code<{ part: 'to' | 'subject' }>({
    severity: 'error',
    title: 'Mail to nobody or about nothing',
    message: ({ part }) =>
      part === 'to'
        ? 'A mail to nobody is none: leave it out, or write `not shown`.'
        : 'A mail has a subject: write it, or `not shown`.',
    page: 'A mail has recipients, a subject and words. A part that nobody has decided yet is `not shown`.\n\n❌ `| subject | none |`\n\n✅ `| subject | {number} is decided |`',
  }),
  N753: code<{ why: Because<typeof MAIL_BODY_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed words of a mail',
    message: ({ why }) => `These are not the words of a mail: ${wordsOf(MAIL_BODY_REASONS, why)}.`,
    page: 'The words of a mail are a fenced `markdown` block: paragraphs, lists, tables, emphasis and links. Values stand in it as text, whatever signs they hold.\n\n❌ `<b>{number}</b> is decided.`\n\n✅ `**{number}** is decided.`',
  }),
  N754: code<{ text: string }>({
    severity: 'error',
    title: 'Recipient that is nobody',
    message: ({ text }) =>
      `“${text}” is neither a user nor an address: write a field that refers to a User, users (\`User where "clerk" in roles\`), or an address (\`branch.email\`).`,
    page: 'A mail goes to users, or to addresses.\n\n❌ `| to | total |`\n\n✅ `| to | owner |`',
  }),
  N755: code<MailRead>({
    severity: 'error',
    title: 'Mail with what its recipients may never read',
    message: ({ name, reads }) =>
      `${name} says ${wordsOfReads(reads)}, which its recipients may never read: they would get the mail without it.`,
    page: 'A mail contains only what its recipient may read in the product. Permit it in point 6, leave it out, or send the mail to others.\n\n❌ `Note: {note}`, where `read note` is `no` for owners\n\n✅ `Total: {total}`, which owners may read',
  }),
  N756: code<{ why: Because<typeof MAIL_LINK_REASONS> }>({
    severity: 'error',
    title: 'Link of a mail that leads nowhere',
    message: ({ why }) => `A link of this mail leads nowhere: ${wordsOf(MAIL_LINK_REASONS, why)}.`,
    page: 'A link leads to a record (its `record of …` screen), to a screen without parameters, or to an address that is stated.\n\n❌ `[Your claim]({purpose})`\n\n✅ `[Your claim]({this})`',
  }),
  N757: code<{ name: string; text: string; type: string }>({
    severity: 'error',
    title: 'Recipient that is no address',
    message: ({ name, text, type }) =>
      `${name} goes to \`${text}\`, which is ${type}: an address is a field of the type \`email\`, or a constant.`,
    page: 'Only a field of the type `email` surely holds an address.\n\n❌ `| to | purpose |`\n\n✅ `| to | owner.email |`',
  }),
  N758: code<MailRead>({
    severity: 'warning',
    title: 'Mail with what a recipient need not be able to read',
    message: ({ name, reads }) =>
      `${name} says ${wordsOfReads(reads)}, which not everybody who gets it need be able to read: whoever may not gets the mail without it.`,
    page: 'A mail contains only what its recipient may read in the product, on that record and with the roles that they hold then; the rest is left out, and told with the mail (`nonet calls`). Nothing is reported where it follows from point 6, the cause and `to` that they may read it.\n\n❌ `| to | owner |` for `Note: {note}`, where managers alone read notes\n\n✅ `` | to | `User where "manager" in roles` | ``',
  }),
} as const;

export interface MailRead {
  readonly name: string;
  readonly reads: readonly HiddenRead[];
}

function wordsOfReads(reads: readonly HiddenRead[]): string {
  return new Intl.ListFormat('en').format(reads.map(hiddenWords));
}
