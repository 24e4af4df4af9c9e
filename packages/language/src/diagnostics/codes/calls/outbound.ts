import { code } from '../../code.ts';
import { offer } from '../../offer.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { BODY_PLACE_REASONS, BODY_REASONS, HEADER_REASONS, PART_FORMS, REQUEST_REASONS } from '../reasons/calls.ts';
import { USES } from '../reasons/entities.ts';

/** N70x: calls that the product makes: their causes, requests and secrets. */
export const OUTBOUND_CODES = {
  N701: code<{ text: string; meant: string | null }>({
    severity: 'error',
    title: 'Ill-formed cause of a call',
    message: ({ text, meant }) =>
      `“${text}” is not understood: write ${meant === null ? 'an entity and an event, `create`, `update` or `delete`, such as `Claim submit` or `Claim approve if total > 100`' : `\`${meant}\``}.`,
    page: 'A call is made when something happens to a record.\n\n❌ `| when | Claim submit and approve |`\n\n✅ `| when | Claim submit |`',
  }),
  N702: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown entity',
    traits: ['foreign cell'],
    unknownName: { points: '3', isEntity: true },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no entity “${name}” in point 3.${offer(nearest)}`,
    page: 'A call is caused by what happens to a record of point 3.\n\n❌ `Clam submit`\n\n✅ `Claim submit`',
  }),
  N703: code<{ entity: string; event: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown event',
    traits: ['foreign cell', 'unknown step'],
    unknownName: { points: '4', name: ({ event }) => event },
    names: ({ event }) => [event],
    message: ({ entity, event, nearest }) =>
      `${entity} has no event “${event}”; a call is caused by an event, \`create\`, \`update\` or \`delete\`.${offer(nearest)}`,
    page: 'The events of an entity are those of point 4.\n\n❌ `Claim submitt`\n\n✅ `Claim submit`',
  }),
  N704: code<{ entities: readonly string[] }>({
    severity: 'error',
    title: 'Call about several entities',
    message: ({ entities }) =>
      `The names in a call mean one record, but it is caused by ${entities.join(' and ')}. State one call for each.`,
    page: 'The request is read on the record that caused it.\n\n❌ `Claim submit, Loan create`\n\n✅ `Claim submit`, and another call for `Loan create`',
  }),
  N705: code<{ text: string; why: Because<typeof REQUEST_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed request',
    message: ({ text, why }) => `“${text}” is not a request: ${wordsOf(REQUEST_REASONS, why)}.`,
    page: 'A request is a method and an address, whose origin is literal or an `env` constant; the values of records stand in its path and query.\n\n❌ `POST {owner.name}/claims`\n\n✅ `POST {BILLING_URL}/claims/{number}`',
  }),
  N706: code<{ name: string }>({
    severity: 'error',
    title: 'Secret in an address',
    message: ({ name }) =>
      `${name} is a secret: it stands only in headers or in the body, because addresses are logged.`,
    page: 'Addresses end up in logs and histories.\n\n❌ `POST {BILLING_URL}/claims?key={LEDGER_TOKEN}`\n\n✅ `| headers | authorization: Bearer {LEDGER_TOKEN} |`',
  }),
  N707: code<{ text: string; why: Because<typeof HEADER_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed header',
    message: ({ text, why }) => `“${text}” is not a header: ${wordsOf(HEADER_REASONS, why)}.`,
    page: 'One header a line, a name and a value; `<br>` separates lines.\n\n❌ `Bearer {LEDGER_TOKEN}`\n\n✅ `authorization: Bearer {LEDGER_TOKEN}`',
  }),
  N708: code<{ why: Because<typeof BODY_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed body',
    message: ({ why }) => `The body is not JSON: ${wordsOf(BODY_REASONS, why)}.`,
    page: 'The body is a fenced `json` block; the values of the record stand in strings, and one that is only `{expr}` keeps its type.\n\n❌ `{ "total": {total} }`\n\n✅ `{ "total": "{total}" }`',
  }),
  N709: code<{ text: string; form: keyof typeof PART_FORMS }>({
    severity: 'error',
    title: 'Ill-formed part of a call',
    message: ({ text, form }) => `“${text}” is not understood here. Write ${PART_FORMS[form]}.`,
    page: '`expects` is a status and a time, `retry` how often and how long apart, `answer` a list of names with types.\n\n❌ `| expects | ok |`\n\n✅ `| expects | 2xx within 5 s |`',
  }),
  N710: code<{ why: Because<typeof BODY_PLACE_REASONS> }>({
    severity: 'error',
    title: 'Body that can’t stand here',
    traits: ['no heading above'],
    message: ({ why }) => `This body can't stand here: ${wordsOf(BODY_PLACE_REASONS, why)}.`,
    page: 'A call has one body at most, and `GET` and `DELETE` have none.\n\n❌ `GET {BILLING_URL}/claims/{number}` with a fenced block\n\n✅ `POST {BILLING_URL}/claims/{number}` with a fenced block',
  }),
  N711: code<{ name: string; where: keyof typeof USES }>({
    severity: 'error',
    title: 'Secret outside a call',
    message: ({ name, where }) =>
      `${name} is a secret: it is sent in the headers or the body of a call, and is never used in ${USES[where]}.`,
    page: 'Whatever else reads a secret could show it to somebody.\n\n❌ a message with `{LEDGER_TOKEN}`\n\n✅ `| headers | authorization: Bearer {LEDGER_TOKEN} |`',
  }),
  N712: code<{ text: string; meant: string | null }>({
    severity: 'error',
    title: 'Ill-formed time of a call',
    message: ({ text, meant }) =>
      `“${text}” is not understood: write ${meant === null ? 'a day, a time and an entity, such as `every day at 06:00 for Loan where overdue` or `every monday at 18:30 for Loan`' : `\`${meant}\``}.`,
    page: 'A call at a fixed time, in `TIME_ZONE`, is made for each of the records that it names.\n\n❌ `| when | every day at 6 |`\n\n✅ `| when | every day at 06:00 for Loan where overdue |`',
  }),
  N713: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed `for each`',
    message: ({ text }) =>
      `“${text}” is not understood: write a name and a list of the record, such as \`m in members\`.`,
    page: 'A call may be made for each record of a list.\n\n❌ `| for each | members |`\n\n✅ `| for each | m in members |`',
  }),
  N732: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Call signed with no secret',
    unknownName: { points: '9' },
    names: ({ name }) => [name],
    message: ({ name, nearest }) =>
      `“${name}” is not a \`secret\` constant of point 9, and whoever knew it could sign as this product.${offer(nearest)}`,
    page: 'A call is signed with a `secret` constant, which its target knows too: it can then tell what the product sends from what others send.\n\n❌ `| signed | with BILLING_URL |`\n\n✅ `| signed | with ARCHIVE_SECRET |`',
  }),
  N751: code<{ call: string; names: readonly string[] }>({
    severity: 'warning',
    title: 'An answer that nothing reads',
    message: ({ call, names }) =>
      `${call} reads ${names.map((name) => `\`${name}\``).join(', ')} from its answer, and \`then\` uses ${names.length === 1 ? 'it' : 'them'} nowhere.`,
    page: '`answer` says what is read from the answer; an answer without it fails the call. What `then` does not use need not be there.\n\n❌ `` | then | `booking = "sent"` | `` beside `| answer | reference text |`\n\n✅ `` | then | `booking = response.reference` | ``',
  }),
} as const;
