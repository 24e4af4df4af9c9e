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
    message: ({ name }) =>
      `What \`${name}\` means stands in one fenced block marked \`expr\`, or in one table of decisions.`,
    page: 'A term stands for an expression, in a block of its own with the language `expr`, or for a table of decisions, whose first column is headed `unique` or `first`. Its prose is for people.\n\n❌ `The claims of somebody.` alone\n\n✅\n\n~~~markdown\nThe claims of somebody.\n\n```expr\ncount(Claim where owner == who)\n```\n~~~',
  }),
  N911: code<{ name: string; lacks: 'then' | 'rows' }>({
    severity: 'error',
    title: 'A decision without its value',
    message: ({ name, lacks }) =>
      lacks === 'rows'
        ? `The table of \`${name}\` decides nothing: it has no rows.`
        : `This row of \`${name}\` has no value: it stands in \`then\`.`,
    page: 'Each row of a decision table says in `then` which value the term has where the row fits.\n\n❌\n\n~~~markdown\n| first | many | then |\n| --- | --- | --- |\n| | `> 3` | |\n| | | 1 |\n~~~\n\n✅\n\n~~~markdown\n| first | many | then |\n| --- | --- | --- |\n| | `> 3` | 2 |\n| | | 1 |\n~~~',
  }),
  N912: code<{ name: string; example: readonly string[] | null }>({
    severity: 'error',
    title: 'A decision table with a gap',
    message: ({ name, example }) =>
      example === null
        ? `It can’t be shown that a row of \`${name}\` fits whatever it is given: end with a row of empty cells, in a table headed \`first\`.`
        : `No row of \`${name}\` fits where ${example.join(', ') || 'anything is given'}.`,
    page: 'A term has a value whatever it is given, so a decision table is complete: for all values of its parameters some row fits. Texts have endless values, so a table that asks for texts ends with a row of empty cells, and is headed `first`.\n\n❌ nothing for 3\n\n~~~markdown\n| unique | many | then |\n| --- | --- | --- |\n| | `< 3` | 1 |\n| | `> 3` | 2 |\n~~~\n\n✅\n\n~~~markdown\n| unique | many | then |\n| --- | --- | --- |\n| | `< 3` | 1 |\n| | `>= 3` | 2 |\n~~~',
  }),
  N913: code<{ name: string; example: readonly string[] | null }>({
    severity: 'error',
    title: 'Rows of a decision table that overlap',
    message: ({ name, example }) =>
      example === null
        ? `It can’t be shown that this row of \`${name}\` and an earlier one exclude each other. If the first one counts, head the table with \`first\`.`
        : `This row of \`${name}\` and an earlier one both fit where ${example.join(', ') || 'anything is given'}. If the first one counts, head the table with \`first\`.`,
    page: 'In a table headed `unique` at most one row fits, so that its rows may stand in any order, and each can be read alone. In a table headed `first` the first one that fits counts.\n\n❌ both for 3\n\n~~~markdown\n| unique | many | then |\n| --- | --- | --- |\n| | `<= 3` | 1 |\n| | `>= 3` | 2 |\n~~~\n\n✅\n\n~~~markdown\n| first | many | then |\n| --- | --- | --- |\n| | `<= 3` | 1 |\n| | `>= 3` | 2 |\n~~~',
  }),
  N914: code<{ name: string }>({
    severity: 'error',
    title: 'A row of a decision table that never fits',
    message: ({ name }) =>
      `This row of \`${name}\` is never taken: it contradicts itself, or earlier rows fit wherever it does.`,
    page: 'A row that is never taken decides nothing. Its conditions contradict each other, or rows before it fit wherever it does.\n\n❌\n\n~~~markdown\n| first | many | then |\n| --- | --- | --- |\n| | `> 3` | 1 |\n| | `> 5` | 2 |\n| | | 3 |\n~~~\n\n✅ the narrower row first\n\n~~~markdown\n| first | many | then |\n| --- | --- | --- |\n| | `> 5` | 2 |\n| | `> 3` | 1 |\n| | | 3 |\n~~~',
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
