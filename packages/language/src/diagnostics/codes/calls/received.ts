import type { MailPartName } from '../../../vocabulary/received-mail.ts';
import { code } from '../../code.ts';

/** Why a field does not take a part of a mail. */
export type ReceivedProblem =
  | { readonly because: 'form' }
  | { readonly because: 'part'; readonly nearest: string | null }
  | { readonly because: 'field'; readonly nearest: string | null }
  | { readonly because: 'type'; readonly part: MailPartName }
  | { readonly because: 'notGiven' };

const NEEDS: Readonly<Record<MailPartName, string>> = {
  subject: 'a text',
  text: 'a text',
  from: 'an `email` or a text',
  name: 'a text',
  date: 'a `datetime` or a `date`',
  attachments: 'a `file`, an `image`, or a list of owned children with one such field',
};

const WORDS = '`subject`, `text`, `from`, `name`, `date`, `attachments`';

/** N792 to N797: mails that the product receives. */
export const RECEIVED_CODES = {
  N792: code<{ part: 'address' | 'creates'; text: string }>({
    severity: 'error',
    title: 'Ill-formed address of received mail',
    message: ({ part, text }) =>
      part === 'creates'
        ? 'A mail that becomes no record is not received: leave it out, or write `not shown`.'
        : `“${text}” is no address to which mail is sent: write \`desk@library.example\`, or a constant that is a text, \`{DESK}\`.`,
    page: 'Mail is received at one address: stated, or a constant of point 9 in braces.\n\n❌ `| address | the desk |`\n\n✅ `| address | claims@example.com |`',
  }),
  N793: code<{ text: string; entity: string; why: ReceivedProblem }>({
    severity: 'error',
    title: 'Field that does not take this part of a mail',
    message: ({ text, entity, why }) => {
      const meant = 'nearest' in why && why.nearest !== null ? ` Is \`${why.nearest}\` meant?` : '';
      switch (why.because) {
        case 'form':
          return `“${text}” is not how a field takes a part of a mail: write \`title = subject\`.`;
        case 'part':
          return `\`${text}\` names no part of a mail: they are ${WORDS}.${meant}`;
        case 'field':
          return `\`${text}\` names no field of ${entity}.${meant}`;
        case 'type':
          return `\`${text}\` does not fit: \`${why.part}\` needs ${NEEDS[why.part]}.`;
        case 'notGiven':
          return `\`${text}\`: no sender can give this field of ${entity} a value; the product, events or nobody does.`;
      }
    },
    page: `A record takes parts of the mail, each in a field of its type: ${WORDS}. It is created as its sender would create it, so that fields that people never give take nothing.\n\n❌ \`| takes | name = body |\`\n\n✅ \`| takes | name = subject |\``,
  }),
  N794: code<{ name: string; entity: string; fields: readonly string[] }>({
    severity: 'error',
    title: 'Received mail without what its record needs',
    message: ({ name, entity, fields }) =>
      `${name} never gives ${fields.map((field) => `\`${field}\``).join(', ')}, and ${entity} needs ${fields.length === 1 ? 'it' : 'them'}: each mail would be refused.`,
    page: 'A mail becomes a record whose required fields have a default, or take a part of the mail.\n\n❌ `| takes | none |`, where `name` is required\n\n✅ `| takes | name = subject |`',
  }),
  N795: code<{ name: string; entity: string }>({
    severity: 'error',
    title: 'Received mail that nobody may send',
    message: ({ name, entity }) => `Nobody whose mail ${name} takes may create ${entity}: each mail would be refused.`,
    page: 'A mail is judged like a create by its sender (6). A sender whom nothing identifies holds the roles of somebody who is not signed in.\n\n❌ `| create, update, delete | no | no |`\n\n✅ `| create, update, delete | yes | no |`',
  }),
  N796: code<{ entity: string }>({
    severity: 'error',
    title: 'Answers that become no comments',
    message: ({ entity }) => `Records of ${entity} are no comments: it lacks the setting \`comments on\`.`,
    page: 'An answer to a mail of the product becomes a comment on the record that the mail was about, of an entity with the setting `comments on`.\n\n❌ `| replies | Claim |`\n\n✅ `| replies | none |`',
  }),
  N797: code<{ name: string; first: string }>({
    severity: 'error',
    title: 'Address whose mail another item takes',
    message: ({ name, first }) =>
      `${first} takes everybody’s mail to this address before ${name}, which never gets any.`,
    page: 'Several items can receive mail to one address: the first whose `by` fits the sender takes it, so that `everyone` stands last.\n\n❌ `| by | everyone |` in the first of two items of one address\n\n✅ `| by | manager |` there',
  }),
} as const;
