import { type Code, code } from '../code.ts';
import { offer } from '../offer.ts';
import { PRODUCT_CONSTANTS } from '../../vocabulary/product-constants.ts';

/** N9xx: what the checker says about point 9. */
export const CONSTANTS_CODES = {
  N901: code<{ name: string }>({
    severity: 'error',
    title: 'A constant of the product with another type',
    message: ({ name }) => {
      const { form = '', example = '' } = PRODUCT_CONSTANTS[name] ?? {};
      return `${name} is read by the product itself: it is ${form}, such as \`${example}\`.`;
    },
    page: 'A few constants are read by the product itself (page sizes, limits, the session’s length), so their type is fixed. `nonet explain settings` prints them with their values.\n\n❌ `| PAGE_SIZE | "many" | |`\n\n✅ `| PAGE_SIZE | 25 | |`',
  }),
  N902: code<{ name: string; value: string; nearest: string | null }>({
    severity: 'error',
    title: 'A zone, language or currency that does not exist',
    message: ({ name, value, nearest }) =>
      `“${value}” is not ${PRODUCT_CONSTANTS[name]?.oneOf?.what ?? 'known'}, so it can't be ${name}.${offer(nearest)}`,
    page: 'The product looks these names up: time zones in the IANA database, languages in BCP 47, currencies in ISO 4217. Another spelling finds nothing.\n\n❌ `| TIME_ZONE | "Europe/Amsterdm" | |`\n\n✅ `| TIME_ZONE | "Europe/Amsterdam" | |`',
  }),
  N903: code<{ name: string; nearest: string | null }>({
    severity: 'warning',
    title: 'An unused constant',
    message: ({ name, nearest }) => `Nothing in the document uses ${name}.${offer(nearest)}`,
    page: 'A constant that nothing names has no effect.\n\n❌ `| NEXT_LIMIT | 5 | |` that nothing names\n\n✅ `| MAX_LINES | 100 | |` that a field’s rules name (`1..MAX_LINES`)',
  }),
  N904: code<{ heading: string }>({
    severity: 'error',
    title: 'A heading that is no term',
    traits: ['misplaced heading', 'no point above'],
    message: ({ heading }) =>
      `“${heading}” is no term: it is written with its parameters, as in \`leave_days(who User, from date)\`.`,
    page: 'A term is called by its name, like a function, so its heading is a name in `snake_case`, with its parameters and their types where it has some.\n\n❌ `#### Leave days`\n\n✅ `#### leave_days(who User, from date, to date)`',
  }),
  N905: code<{ name: string }>({
    severity: 'error',
    title: 'A term with the name of a function',
    message: ({ name }) => `\`${name}\` is a function of the language; the term needs another name.`,
    page: 'Terms and functions are called in the same way, so a term with the name of a function could never be reached.\n\n❌ `#### days(who User)`\n\n✅ `#### leave_days(who User)`',
  }),
  N906: code<{ parameter: string }>({
    severity: 'error',
    title: 'Not a parameter',
    message: ({ parameter }) =>
      `“${parameter}” is no parameter: it is a name and a type, as in \`who User\`, \`from date\` or \`amount money\`.`,
    page: 'A parameter has the type of a value: an entity, or a type of point 3 other than `state`, `number`, files and lists.\n\n❌ `#### leave_days(who)`\n\n✅ `#### leave_days(who User)`',
  }),
  N907: code<{ name: string }>({
    severity: 'error',
    title: 'A term without its expression',
    message: ({ name }) => `What \`${name}\` means stands in one fenced block marked \`expr\`.`,
    page: 'A term stands for an expression, in a block of its own with the language `expr`. Its prose is for people.\n\n❌ `The claims of somebody.` alone\n\n✅\n\n~~~markdown\nThe claims of somebody.\n\n```expr\ncount(Claim where owner == who)\n```\n~~~',
  }),
  N908: code<{ name: string }>({
    severity: 'warning',
    title: 'An unused term',
    message: ({ name }) => `Nothing in the document uses \`${name}\`.`,
    page: 'A term that nothing calls has no effect.\n\n❌ `#### taken(who User)` that nothing calls\n\n✅ `#### taken(who User)` where a rule says `taken(owner) < 3`',
  }),
  N909: code<{ constant: string; name: string }>({
    severity: 'hint',
    title: 'A variable that is nearly called like its constant',
    message: ({ constant, name }) =>
      `${constant} is read from “${name}”, which is nearly its own name. Which variables there are, only a deployment knows.`,
    page: 'A constant is read from the variable that is named, when the product starts; whether there is one can’t be known before. A name that is all but the constant’s own may be misspelt.\n\n❌ `| BILLING_URL | env BILING_URL | |`\n\n✅ `| BILLING_URL | env BILLING_URL | |`',
  }),
} satisfies Record<string, Code<never>>;
