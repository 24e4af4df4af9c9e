import { code } from '../../code.ts';

/** The forms of the parts of a feed. */
const FORMS = {
  fetches: '`GET {SUPPLIER_URL}/books.csv`, with `GET`, and constants alone between its words',
  headers: '`authorization: Bearer {SUPPLIER_TOKEN}`: constants alone stand in it',
  received: 'either `fetches`, or `received` with a secret: a table comes in one way',
  when: '`every day at 03:00`, `every monday at 06:00`, `every hour`, or `every 15 minutes`: from 5 on, and so that a day is made of them',
  format: '`CSV`, `JSON`, or `JSON at data.items`, the keys that lead to its list',
  by: '`everyone`, the address of a user, `supplier@library.example`, or a constant that is a text, `{SUPPLIER}`',
  of: 'the entity whose records the rows are',
  key: 'the field by which a row finds its record',
  new: '`create`, or `none` where rows without a record are left',
  kept: 'a number of days from 1 to 3650: `90 days`',
} as const;

export type FeedForm = keyof typeof FORMS;

/** Why a field does not take a column. */
export type FeedProblem =
  | { readonly because: 'form' }
  | { readonly because: 'field'; readonly nearest: string | null }
  | { readonly because: 'type' }
  | { readonly because: 'notGiven' };

/** Why a field is no key. */
export type KeyProblem = 'unknown' | 'notTaken' | 'notUnique' | 'type';

const KEY_REASONS: Readonly<Record<KeyProblem, string>> = {
  unknown: 'it is no field of it',
  notTaken: '`takes` gives it no column',
  notUnique: 'it is not `unique`, so that a row could be of several records',
  type: 'a key is a text, an `email` or an `integer`',
};

/** Why an event can't happen to records that have left a table. */
export type MissingProblem = 'unknown' | 'asks' | 'new';

/** N812 to N817: tables that the product fetches or receives. */
export const FEED_CODES = {
  N812: code<{ text: string; form: FeedForm }>({
    severity: 'error',
    title: 'Ill-formed part of a feed',
    message: ({ text, form }) => `“${text}” is not understood here. Write ${FORMS[form]}.`,
    page: 'A feed is fetched from an address at stated times, or received from whoever has its secret.\n\n❌ `| when | sometimes |`\n\n✅ `| when | every day at 03:00 |`',
  }),
  N813: code<{ text: string; entity: string; why: FeedProblem }>({
    severity: 'error',
    title: 'Field that takes no column',
    message: ({ text, entity, why }) => {
      switch (why.because) {
        case 'form':
          return `“${text}” is not how a field takes a column: write \`title = Title\`, \`title = "Title of the book"\`, or the field alone where both have one name.`;
        case 'field':
          return `\`${text}\` names no field of ${entity}.${why.nearest === null ? '' : ` Is \`${why.nearest}\` meant?`}`;
        case 'type':
          return `\`${text}\`: no cell of a table holds a file, a secret or owned children.`;
        case 'notGiven':
          return `\`${text}\`: nobody can give this field of ${entity} a value; the product, events or nobody does.`;
      }
    },
    page: 'A record takes columns of its row, each in a field. It is created and changed as a person would, so that fields that people never give take nothing.\n\n❌ `| takes | code: Code |`\n\n✅ `| takes | code = Code, name = Name, open |`',
  }),
  N814: code<{ text: string; entity: string; why: KeyProblem }>({
    severity: 'error',
    title: 'Key of a feed that finds no record',
    message: ({ text, entity, why }) => `\`${text}\` is no key of ${entity}: ${KEY_REASONS[why]}.`,
    page: 'A row finds its record by a unique field that takes one of its columns.\n\n❌ `| key | name |`\n\n✅ `| key | code |`',
  }),
  N815: code<{ name: string; entity: string; fields: readonly string[] }>({
    severity: 'error',
    title: 'Feed without what its records need',
    message: ({ name, entity, fields }) =>
      `${name} never gives ${fields.map((field) => `\`${field}\``).join(', ')}, and ${entity} needs ${fields.length === 1 ? 'it' : 'them'}: each new row would be refused. With \`new: none\` rows only change records that are there.`,
    page: 'A row whose key no record has becomes a record, whose required fields have a default, or take a column.\n\n❌ `| takes | code = Code |`, where `name` and `open` are required\n\n✅ `| takes | code = Code, name = Name, open |`, or `| new | none |`',
  }),
  N816: code<{ name: string; entity: string }>({
    severity: 'error',
    title: 'Feed whose rows nobody may bring',
    message: ({ name, entity }) =>
      `Nobody may create or change ${entity} as ${name} does: each of its rows would be refused.`,
    page: 'A row is judged like a create or an update by the user whom `by` names (6).\n\n❌ `| create, update, delete | no | no |`\n\n✅ `| create, update, delete | yes | no |`',
  }),
  N817: code<{ text: string; entity: string; why: MissingProblem; nearest: string | null }>({
    severity: 'error',
    title: 'Event that can’t happen to missing records',
    message: ({ text, entity, why, nearest }) =>
      why === 'asks'
        ? `\`${text}\` of ${entity} asks for values, which a row that is missing does not have.`
        : why === 'new'
          ? `\`${text}\` creates records of ${entity}, and happens to none that is there.`
          : `\`${text}\` is no event of ${entity}.${nearest === null ? '' : ` Is \`${nearest}\` meant?`}`,
    page: 'What happens to a record whose row has left the table is an event of its entity (4), which asks for nothing.\n\n❌ `| missing | forget |`\n\n✅ `| missing | none |`',
  }),
} as const;
