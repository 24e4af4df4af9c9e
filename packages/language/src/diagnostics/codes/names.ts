import { type Code, code } from '../code.ts';

/** N096: names, whatever point they belong to. */
export const NAMES_CODES = {
  N096: code<{ what: string; name: string; other: string }>({
    severity: 'error',
    title: 'Names that look alike',
    message: ({ what, name, other }) =>
      `“${name}” looks like “${other}” among the ${what}: whoever reads the document takes one for the other.`,
    page: 'Names are told apart by their readers, too: `l`, `I` and `1` are drawn alike, so are `O` and `0`, `rn` and `m`, and many letters of other alphabets. Capital and small letters alone tell no names apart.\n\n❌ `total` and `tota1`\n\n✅ `total` and `total_before_tax`',
  }),
} satisfies Record<string, Code<never>>;
