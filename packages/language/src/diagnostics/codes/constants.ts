import { type Code, code } from '../code.ts';
import { offer } from '../offer.ts';

/** N9xx: what the checker says about point 9. */
export const CONSTANTS_CODES = {
  N901: code<{ name: string; form: string; example: string }>({
    severity: 'error',
    title: 'A constant of the product with another type',
    message: ({ name, form, example }) =>
      `${name} is read by the product itself: it is ${form}, such as \`${example}\`.`,
    page: '❌ `| PAGE_SIZE | "many" | |`\n\n✅ `| PAGE_SIZE | 25 | |`',
  }),
  N902: code<{ name: string; value: string; what: string; nearest: string | null }>({
    severity: 'error',
    title: 'A zone, language or currency that does not exist',
    message: ({ name, value, what, nearest }) => `“${value}” is not ${what}, so it can't be ${name}.${offer(nearest)}`,
    page: '❌ `| TIME_ZONE | "Europe/Amsterdm" | |`\n\n✅ `| TIME_ZONE | "Europe/Amsterdam" | |`',
  }),
  N903: code<{ name: string }>({
    severity: 'warning',
    title: 'An unused constant',
    message: ({ name }) => `Nothing in the document uses ${name}.`,
    page: 'A constant that nothing names has no effect.\n\n❌ a limit that no rule checks\n\n✅ a rule that names it, or no such constant',
  }),
} satisfies Record<string, Code<never>>;
