import { code } from '../code.ts';
import { offer } from '../offer.ts';

/** N7xx: what the checker says about point 7. */
export const CALLS_CODES = {
  N701: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed cause of a call',
    message: ({ text }) =>
      `“${text}” is not understood: write an entity and an event, \`create\`, \`update\` or \`delete\`, such as \`Claim submit\` or \`Claim approve if total > 100\`.`,
    page: 'A call is made when something happens to a record.\n\n❌ `| when | after submitting |`\n\n✅ `| when | Claim submit |`',
  }),
  N702: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown entity',
    message: ({ name, nearest }) => `There is no entity “${name}” in point 3.${offer(nearest)}`,
    page: 'A call is caused by what happens to a record of point 3.\n\n❌ `Clam submit`\n\n✅ `Claim submit`',
  }),
  N703: code<{ entity: string; event: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown event',
    message: ({ entity, event, nearest }) =>
      `${entity} has no event “${event}”; a call is caused by an event, \`create\`, \`update\` or \`delete\`.${offer(nearest)}`,
    page: 'The events of an entity are those of point 4.\n\n❌ `Claim submitt`\n\n✅ `Claim submit`',
  }),
  N704: code<{ entities: readonly string[] }>({
    severity: 'error',
    title: 'Call about several entities',
    message: ({ entities }) =>
      `The names in a call mean one record, but it is caused by ${entities.join(' and ')}. State one call for each.`,
    page: 'The request is read on the record that caused it.\n\n❌ `Claim submit, Loan create`\n\n✅ two calls',
  }),
  N705: code<{ text: string; why: string }>({
    severity: 'error',
    title: 'Ill-formed request',
    message: ({ text, why }) => `“${text}” is not a request: ${why}.`,
    page: 'A request is a method and an address, whose origin is literal or an `env` constant; the values of records stand in its path and query.\n\n❌ `POST {owner.server}/claims`\n\n✅ `POST {BILLING_URL}/claims/{number}`',
  }),
  N706: code<{ name: string }>({
    severity: 'error',
    title: 'Secret in an address',
    message: ({ name }) =>
      `${name} is a secret: it stands only in headers or in the body, because addresses are logged.`,
    page: 'Addresses end up in logs and histories.\n\n❌ `GET {LEDGER_URL}/claims?key={LEDGER_TOKEN}`\n\n✅ `| headers | authorization: Bearer {LEDGER_TOKEN} |`',
  }),
  N707: code<{ text: string; why: string }>({
    severity: 'error',
    title: 'Ill-formed header',
    message: ({ text, why }) => `“${text}” is not a header: ${why}.`,
    page: 'One header a line, a name and a value; `<br>` separates lines.\n\n❌ `Bearer {TOKEN}`\n\n✅ `authorization: Bearer {TOKEN}`',
  }),
  N708: code<{ why: string }>({
    severity: 'error',
    title: 'Ill-formed body',
    message: ({ why }) => `The body is not JSON: ${why}.`,
    page: 'The body is a fenced `json` block; the values of the record stand in strings, and one that is only `{expr}` keeps its type.\n\n❌ `{ "total": {total} }`\n\n✅ `{ "total": "{total}" }`',
  }),
  N709: code<{ text: string; form: string }>({
    severity: 'error',
    title: 'Ill-formed part of a call',
    message: ({ text, form }) => `“${text}” is not understood here. Write ${form}.`,
    page: '`expects` is a status and a time, `retry` how often and how long apart, `answer` a list of names with types.\n\n❌ `| expects | ok |`\n\n✅ `| expects | 2xx within 5 s |`',
  }),
  N710: code<{ why: string }>({
    severity: 'error',
    title: 'Body that can’t stand here',
    message: ({ why }) => `This body can't stand here: ${why}.`,
    page: 'A call has one body at most, and `GET` and `DELETE` have none.\n\n❌ `GET …` with a fenced block\n\n✅ `POST …` with a fenced block',
  }),
  N711: code<{ name: string; where: string }>({
    severity: 'error',
    title: 'Secret outside a call',
    message: ({ name, where }) =>
      `${name} is a secret: it is sent in the headers or the body of a call, and is never used in ${where}.`,
    page: 'Whatever else reads a secret could show it to somebody.\n\n❌ a message with `{LEDGER_TOKEN}`\n\n✅ `| headers | authorization: Bearer {LEDGER_TOKEN} |`',
  }),
  N712: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed time of a call',
    message: ({ text }) =>
      `“${text}” is not understood: write a day, a time and an entity, such as \`every day at 06:00 for Loan where overdue\` or \`every monday at 18:30 for Loan\`.`,
    page: 'A call at a fixed time, in `TIME_ZONE`, is made for each of the records that it names.\n\n❌ `| when | every day at 6 |`\n\n✅ `| when | every day at 06:00 for Loan where overdue |`',
  }),
  N713: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed `for each`',
    message: ({ text }) =>
      `“${text}” is not understood: write a name and a list of the record, such as \`m in members\`.`,
    page: 'A call may be made for each record of a list.\n\n❌ `| for each | members |`\n\n✅ `| for each | m in members |`',
  }),
} as const;
