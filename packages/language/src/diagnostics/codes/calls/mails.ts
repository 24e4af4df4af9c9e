import { code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { type HiddenRead, hiddenWords } from '../disclosures.ts';
import { MAIL_BODY_REASONS, MAIL_LINK_REASONS } from '../reasons/calls.ts';

type MessageKind = 'mail' | 'notice';

/** N752 to N760: mails that the product sends, and notices. */
export const MAIL_CODES = {
  N752: code<{ part: 'to' | 'subject'; what: MessageKind }>({
    severity: 'error',
    title: 'Mail to nobody or about nothing',
    message: ({ part, what }) =>
      part === 'to'
        ? `A ${what} to nobody is none: leave it out, or write \`not shown\`.`
        : `A ${what} has a subject: write it, or \`not shown\`.`,
    page: 'A mail has recipients, a subject and words; a notice has recipients and a subject. A part that nobody has decided yet is `not shown`.\n\n❌ `| subject | none |`\n\n✅ `| subject | {number} is decided |`',
  }),
  N753: code<{ why: Because<typeof MAIL_BODY_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed words of a mail',
    message: ({ why }) => `These words can’t be sent: ${wordsOf(MAIL_BODY_REASONS, why)}.`,
    page: 'The words of a mail or a notice are a fenced `markdown` block: paragraphs, lists, tables, emphasis and links. Values stand in it as text, whatever signs they hold.\n\n❌ `<b>{number}</b> is decided.`\n\n✅ `**{number}** is decided.`',
  }),
  N754: code<{ text: string; what: MessageKind }>({
    severity: 'error',
    title: 'Recipient that is nobody',
    message: ({ text, what }) =>
      what === 'notice'
        ? `“${text}” is no user, and only users get notices: write a field that refers to a User, or users (\`User where "clerk" in roles\`).`
        : `“${text}” is neither a user nor an address: write a field that refers to a User, users (\`User where "clerk" in roles\`), or an address (\`branch.email\`).`,
    page: 'A mail goes to users, or to addresses; a notice goes to users, who read it in the product.\n\n❌ `| to | total |`\n\n✅ `| to | owner |`',
  }),
  N755: code<MailRead>({
    severity: 'error',
    title: 'Mail or notice with what its recipients may never read',
    message: ({ name, reads }) =>
      `${name} says ${wordsOfReads(reads)}, which its recipients may never read: they would get it without that.`,
    page: 'A mail or a notice contains only what its recipient may read in the product. Permit it in point 6, leave it out, or tell it to others.\n\n❌ `Note: {note}`, where `read note` is `no` for owners\n\n✅ `Total: {total}`, which owners may read',
  }),
  N756: code<{ why: Because<typeof MAIL_LINK_REASONS> }>({
    severity: 'error',
    title: 'Link that leads nowhere',
    message: ({ why }) => `This link leads nowhere: ${wordsOf(MAIL_LINK_REASONS, why)}.`,
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
    title: 'Mail or notice with what a recipient need not be able to read',
    message: ({ name, reads }) =>
      `${name} says ${wordsOfReads(reads)}, which not everybody who gets it need be able to read: whoever may not gets it without that.`,
    page: 'A mail or a notice contains only what its recipient may read in the product, on that record and with the roles that they hold then; the rest is left out, and told with a mail (`nonet calls`). Nothing is reported where it follows from point 6, the cause and `to` that they may read it.\n\n❌ `| to | owner |` for `Note: {note}`, where managers alone read notes\n\n✅ `` | to | `User where "manager" in roles` | ``',
  }),
  N759: code<{ name: string }>({
    severity: 'error',
    title: 'Notice of a record that is gone',
    message: ({ name }) =>
      `${name} would be about a record that is deleted: a notice is read of its record when it is shown, and goes with it. Let an event cause it, or write a mail.`,
    page: 'A notice is read when somebody looks at it, with the rights that they have then; with its record it goes. A mail is written when its cause occurs.\n\n❌ `| when | Claim delete |`\n\n✅ `| when | Claim reject |`',
  }),
  N760: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed `necessary`',
    message: ({ text }) => `“${text}” is not how \`necessary\` is written: \`yes\`, or nothing.`,
    page: 'A notice is `necessary` if nobody can do without it; otherwise the part is left out.\n\n❌ `| necessary | often |`\n\n✅ `| necessary | yes |`',
  }),
} as const;

export interface MailRead {
  readonly name: string;
  readonly reads: readonly HiddenRead[];
}

function wordsOfReads(reads: readonly HiddenRead[]): string {
  return new Intl.ListFormat('en').format(reads.map(hiddenWords));
}
