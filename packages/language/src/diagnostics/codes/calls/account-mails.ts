import { ACCOUNT_MAILS, ACCOUNT_PLACEHOLDERS } from '../../../vocabulary/account-mails.ts';
import { code } from '../../code.ts';

const spans = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

const FORMS = {
  for: spans(ACCOUNT_MAILS),
  language: 'a language, such as `nl` or `de-AT`',
  subject: 'one line',
} as const;

/** N818 to N821: the words of mails about accounts. */
export const ACCOUNT_MAIL_CODES = {
  N818: code<{ text: string; part: keyof typeof FORMS }>({
    severity: 'error',
    title: 'Ill-formed part of a mail about accounts',
    message: ({ text, part }) => `“${text}” is not understood under \`${part}\`: write ${FORMS[part]}.`,
    page: 'The product itself sends two mails about accounts: an `invitation` with the first password, and one for a new `password`.\n\n❌ `| for | welcome |`\n\n✅ `| for | invitation |`',
  }),
  N819: code<{ text: string; nearest: string | null; where: 'subject' | 'words' }>({
    severity: 'error',
    title: 'Placeholder that a mail about accounts does not have',
    message: ({ text, nearest, where }) =>
      where === 'subject' && text === 'link'
        ? '`{link}` can’t stand in a subject, which others may see.'
        : `\`{${text}}\` is no placeholder here: they are ${spans(ACCOUNT_PLACEHOLDERS.map((each) => `{${each}}`))}.${nearest === null ? '' : ` Is \`{${nearest}}\` meant?`}`,
    page: 'The words of a mail about accounts know its recipient, the product and the link, and no records. A brace is written `{{`.\n\n❌ `| subject | Welcome, {user.name} |`\n\n✅ `| subject | Welcome, {name} |`',
  }),
  N820: code<{ name: string }>({
    severity: 'error',
    title: 'Mail about accounts without its link',
    message: ({ name }) => `${name} does not say \`{link}\`: nobody who gets it could choose a password.`,
    page: 'Each of these mails brings the address at which its recipient chooses a password.\n\n❌ `Choose a password.`\n\n✅ `[Choose a password]({link}).`',
  }),
  N821: code<{ kind: string; first: string; language: string | null }>({
    severity: 'error',
    title: 'Words of a mail about accounts that are stated twice',
    message: ({ kind, first, language }) =>
      `${first} has the words of \`${kind}\`${language === null ? '' : ` in ${language}`} already.`,
    page: 'There are words of each mail once for a language, and once for all others.\n\n❌ `| for | invitation |` in the second of two items without `language`\n\n✅ `| for | password |` in the second one',
  }),
  N822: code<{ kind: string; language: string }>({
    severity: 'warning',
    title: 'Mail about accounts without words in a language of the document',
    message: ({ kind, language }) =>
      `The words of \`${kind}\` are stated, but not in ${language}: there the product’s own words stand in. Add an item with \`language\` ${language}, or one without \`language\`.`,
    page: 'Where the words are stated in some languages, others of the document get those without `language`, or the product’s own.\n\n❌ `| language | nl |` in the only item of `invitation`, in a document whose LOCALE is English\n\n✅ `| language | en |`',
  }),
} as const;
