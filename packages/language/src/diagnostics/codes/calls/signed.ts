import { code } from '../../code.ts';

/** The parts of a signed call that its signature does not cover. */
export type UnsignedPart = 'by' | 'path' | 'query' | 'request';

const UNSIGNED: Readonly<Record<UnsignedPart, string>> = {
  by: 'has no `by`: whoever knows the secret makes it, and nobody else',
  path: 'reads its path, which the signature does not cover: a captured body could be sent to another address',
  query: 'reads its query, which the signature does not cover',
  request: 'reads `request`, which the signature does not cover',
};

/** N770 to N774: exact calls that a service from outside signs. */
export const SIGNED_CODES = {
  N770: code<{ text: string; form: 'signed' | 'onceAlone' }>({
    severity: 'error',
    title: 'Ill-formed signature of an exact call',
    message: ({ text, form }) =>
      form === 'onceAlone'
        ? '`once` names what a signed call tells: state with `signed` how the call proves itself.'
        : `“${text}” is not understood: write \`with PAY_SECRET\` (Standard Webhooks), or the header and its form, \`with PAY_SECRET in x-signature as hex\` (or \`base64\`, or \`t,v1\`), and for a form with a time its age, \`within 10 min\`.`,
    page: 'A service from outside proves itself by an HMAC-SHA-256 of the body: by Standard Webhooks, or in a header as `hex`, as `base64`, or as `t,v1` (`t=1492774577,v1=5257a8…`, over the time, a full stop and the body).\n\n❌ `| signed | with ARCHIVE_SECRET in x-signature |`\n\n✅ `| signed | with ARCHIVE_SECRET in x-signature as hex |`',
  }),
  N771: code<{ call: string; what: UnsignedPart }>({
    severity: 'error',
    title: 'Signed call that reads what is not signed',
    message: ({ call, what }) => `${call} is signed, and ${UNSIGNED[what]}.`,
    page: 'The signature is over the body: what a signed call decides, and who it is about, stands in the body alone.\n\n❌ `| does | pay on Claim by number == query.claim |`\n\n✅ `| does | pay on Claim by number == body.claim |`',
  }),
  N772: code<{ call: string; why: { because: 'does' } | { because: 'event'; entity: string; event: string } }>({
    severity: 'error',
    title: 'Action that a signed call can’t have',
    message: ({ call, why }) =>
      why.because === 'does'
        ? `${call} is signed, and acts for the product: it causes an event, refuses, or does \`nothing\`.`
        : `${call} is signed, and acts for the product: \`${why.event}\` of ${why.entity} has no row by \`system\`.`,
    page: 'Nobody of the product makes a signed call. What it may do is what point 4 lets the product itself do: an event `by` `system`.\n\n❌ `| does | submit on Claim by number == body.claim |`\n\n✅ `| does | pay on Claim by number == body.claim |`',
  }),
  N773: code<{ call: string }>({
    severity: 'error',
    title: 'Blocks of one call that are signed differently',
    message: ({ call }) => `The blocks of ${call} are tried one after the other, and must be signed alike.`,
    page: 'Several blocks of one call are tried in order once the signature is verified, so that each states the same.\n\n❌ `| by | everyone |` in the second block of a call whose first is signed\n\n✅ `| signed | with ARCHIVE_SECRET |` in both',
  }),
  N774: code<{ call: string }>({
    severity: 'error',
    title: 'Answer of a signed call that shows a record',
    message: ({ call }) =>
      `${call} is signed, and nobody makes it for whom point 6 says what they may read: its answer is a status, and JSON without values.`,
    page: 'A service that tells something needs to know that it was heard.\n\n❌ `| answers | 200 {"total": total} |`\n\n✅ `| answers | 204 |`',
  }),
} as const;
