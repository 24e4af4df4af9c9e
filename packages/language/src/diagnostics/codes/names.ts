import { type Code, code } from '../code.ts';
import { type Because, wordsOf } from '../reason.ts';
import { FORMER_NAME_REASONS, NAMESPACES } from './reasons/document.ts';

/** N094 and N096: names of any point. */
export const NAMES_CODES = {
  N094: code<{ kind: string; name: string; was: string; reason: Because<typeof FORMER_NAME_REASONS> }>({
    severity: 'error',
    title: 'A former name that can’t be',
    message: ({ kind, name, was, reason }) =>
      `The ${kind} \`${name}\` can’t have been \`${was}\`: ${wordsOf(FORMER_NAME_REASONS, reason)}.`,
    page: '`was` says that what is stored under a former name belongs to this one, so two things never come from it. What is still called so has to say what it was itself (two names may be swapped), or that it is new: `was none`.\n\n❌ `| fee | money | was amount |` beside `| amount | money | |`\n\n✅ `| fee | money | was price |`, and no `price`',
  }),
  N096: code<{ what: Because<typeof NAMESPACES>; name: string; other: string }>({
    severity: 'error',
    title: 'Names that look alike',
    traits: ['of what is stated elsewhere'],
    names: ({ name, other }) => [name, other],
    message: ({ what, name, other }) =>
      `“${name}” looks like “${other}” among the ${wordsOf(NAMESPACES, what)}: whoever reads the document takes one for the other.`,
    page: 'Names are told apart by their readers, too: `l`, `I` and `1` are drawn alike, so are `O` and `0`, `rn` and `m`, and many letters of other alphabets. Capital and small letters alone tell no names apart.\n\n❌ `tota1` beside `total`\n\n✅ `total_before_tax` beside `total`',
  }),
} satisfies Record<string, Code<never>>;
