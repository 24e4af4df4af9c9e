import { code } from '../../code.ts';

const FORMS = {
  form: 'write one field of the record and one value of the answer, `checkout = response.url`',
  hosts: 'write hosts with commas, `checkout.pay.example`, or constants in braces, `{PAY_HOST}`',
  alone: '`hosts` says where `goes to` may lead, which is not stated',
} as const;

const LACKS = {
  type: 'is no `url`',
  bySystem: 'is not `by system`, so that people could lead others elsewhere',
  optional: 'is not `optional`',
  when: 'has no `when`, which says how long the journey is open',
  set: 'is set by other effects, too, so that it could lead elsewhere',
} as const;

const RETURNS = {
  form: 'write `{this}`, or the route of a screen, `/fees`',
  noScreen: 'no screen shows one record of this entity',
  noRoute: 'point 2 has no screen there',
  unused: 'the request says it nowhere: write `{return_url}` in it',
} as const;

/** N775 to N779: outbound calls whose answer is an address to which the browser goes. */
export const JOURNEY_CODES = {
  N775: code<{ text: string; why: keyof typeof FORMS }>({
    severity: 'error',
    title: 'Ill-formed journey of a call',
    message: ({ text, why }) => `“${text}” is not understood: ${FORMS[why]}.`,
    page: 'The address to which the browser goes is a value of the answer, and is kept in a field of the record.\n\n❌ `| goes to | response.url |`\n\n✅ `| goes to | checkout = response.url |`',
  }),
  N776: code<{ field: string; lacks: keyof typeof LACKS }>({
    severity: 'error',
    title: 'Field that can’t hold the address of a journey',
    message: ({ field, lacks }) => `\`${field}\` holds the address to which the browser goes, and ${LACKS[lacks]}.`,
    page: 'The field is a `url` that the product alone sets, `optional`, and open as long as its `when` holds: it is emptied then, whichever of the answer and the confirmation comes first.\n\n❌ `| checkout | url | optional, by system |`\n\n✅ `| checkout | url | optional, by system, when status == "approved" |`',
  }),
  N777: code<{ field: string; entity: string; event: string }>({
    severity: 'error',
    title: 'Journey that begins with the address of the former one',
    message: ({ field, entity, event }) =>
      `\`${event}\` of ${entity} begins the journey again while it is open, and leaves the former address in \`${field}\`: it needs the effect \`${field} = null\`.`,
    page: 'Whoever begins again is led to the new address, which comes a moment later.\n\n❌ `` | again | approved | same | clerk | | | `booking = "again"` | | ``\n\n✅ `` | again | approved | same | clerk | | | `checkout = null` | | ``',
  }),
  N778: code<{ text: string; why: keyof typeof RETURNS }>({
    severity: 'error',
    title: 'Way back that leads nowhere',
    message: ({ text, why }) => `“${text}” is no way back: ${RETURNS[why]}.`,
    page: 'The service sends the browser back to a screen of the product: that of the record, or one with a fixed route. The request tells it the address as `{return_url}`.\n\n❌ `| returns to | the claim |`\n\n✅ `| returns to | {this} |`',
  }),
  N779: code<{ call: string }>({
    severity: 'error',
    title: 'Journey that may never begin',
    message: ({ call }) =>
      `Somebody waits for the address that ${call} gets, and \`fails\` says nothing of what happens where none comes.`,
    page: 'Whoever caused the call sees that the address is asked for. Where the service gives none, `fails` brings the record out of this state.\n\n❌ `| fails | none |`\n\n✅ `` | fails | `booking = "no address"` | ``',
  }),
} as const;
