import { code } from '../code.ts';
import { offer } from '../offer.ts';
import { type HiddenRead, hiddenWords } from './disclosures.ts';

/** N8xx: what the checker says about point 8. */
export const ERRORS_CODES = {
  N801: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed status',
    traits: ['foreign cell'],
    message: ({ text }) => `“${text}” is not the status of an error: it is a number from 400 to 599, or \`warning\`.`,
    page: 'An error is answered with an HTTP status: 400 to 499 where the request is at fault, 500 to 599 where the product is.\n\n❌ `| TOO_LATE | 200 | … | V4 |`\n\n✅ `| TOO_LATE | 422 | … | V4 |`',
  }),
  N802: code<{ text: string; nearest: string | null; refused?: string }>({
    severity: 'error',
    title: 'Unknown clause in `when`',
    traits: ['foreign cell'],
    unknownName: { points: '3457' },
    names: ({ text }) => [text],
    message: ({ text, nearest, refused }) =>
      refused === undefined
        ? `Nothing named “${text}” can raise an error.${offer(nearest)}`
        : `“${text}” is no rule of point 5 and no event of point 4. ${refused} is raised by \`refuse ${refused}\` in point 7 alone, so that \`when\` stays empty.`,
    page: 'The column `when` names rules of point 5 (`V1`), events of point 4 (`Claim submit`, not by their clause), or `derived`.\n\n❌ `| TOO_LATE | 422 | … | V44 |`\n\n✅ `| TOO_LATE | 422 | … | V4 |`',
  }),
  N803: code<{ code: string; clause: string; raises: string | null }>({
    severity: 'error',
    title: 'Clause that raises another error',
    traits: ['of what is stated elsewhere'],
    names: ({ clause }) => [clause],
    message: ({ code, clause, raises }) =>
      `“${clause}” does not raise ${code}: it ${raises === null ? 'names no error' : `raises ${raises}`}.`,
    page: 'What the catalogue says of an error must equal what its clauses say.\n\n❌ `| TOO_LATE | 422 | … | V3, V4 |` while V3 raises WRONG_DATES\n\n✅ `| TOO_LATE | 422 | … | V4 |`',
  }),
  N804: code<{ code: string; clause: string; column?: 'missing' }>({
    severity: 'error',
    title: 'Raising clause left out',
    traits: ['foreign cell', 'of what is stated elsewhere'],
    names: ({ clause }) => [clause],
    message: ({ code, clause, column }) =>
      column === 'missing'
        ? `This table has no column \`when\`, which names the rules and events that raise each error: “${clause}” for ${code}.`
        : `“${clause}” raises ${code} too, but \`when\` does not name it.`,
    page: 'The column `when` names every clause that raises the error.\n\n❌ `| TOO_LATE | 422 | … | V4 |` where V5 raises it too\n\n✅ `| TOO_LATE | 422 | … | V4, V5 |`',
  }),
  N805: code<{ code: string }>({
    severity: 'error',
    title: 'Error that is never raised',
    traits: ['of what is stated elsewhere'],
    names: ({ code: error }) => [error],
    message: ({ code }) => `Nothing raises “${code}”: no rule of point 5 and no event of point 4 has it as its error.`,
    page: 'An error that no rule and no event raises is never seen; where it rewords a standard error, `when` is `derived`.\n\n❌ `| TOO_EARLY | 422 | … | |` that no rule names\n\n✅ `| TOO_LATE | 422 | … | V4 |` where V4 has the error TOO_LATE',
  }),
  N806: code<{ code: string; clause: string; nearest: string | null }>({
    severity: 'error',
    title: 'Error that is not in the catalogue',
    traits: ['foreign cell'],
    unknownName: { points: '8', name: ({ code: error }) => error },
    names: ({ clause, code: error }) => [clause, error],
    message: ({ code, clause, nearest }) =>
      `“${clause}” raises “${code}”, which point 8 does not state.${offer(nearest)}`,
    page: 'Every error has a status and a message in point 8.\n\n❌ `TOO_LAET`\n\n✅ `TOO_LATE`, with its row in point 8',
  }),
  N807: code<{ code: string; nearest: string | null }>({
    severity: 'error',
    title: 'Not a standard error',
    message: ({ code, nearest }) => `${code} is not a standard error, so it can't be \`derived\`.${offer(nearest)}`,
    page: '`derived` rewords an error that the language raises by itself, such as `NOT_FOUND`.\n\n❌ `| TOO_EARLY | 422 | … | derived |`\n\n✅ `| TOO_LATE | 422 | … | V4 |`',
  }),
  N808: code<{ code: string; status: number; standard: number }>({
    severity: 'error',
    title: 'Other status of a standard error',
    message: ({ code, status, standard }) =>
      `${code} is answered with ${standard}, not ${status}: \`derived\` rewords a standard error, and its status stays.`,
    page: 'Clients rely on the status of the standard errors.\n\n❌ `| NOT_FOUND | 400 | … | derived |`\n\n✅ `| NOT_FOUND | 404 | … | derived |`',
  }),
  N809: code<{ code: string; raisedBy: string | null }>({
    severity: 'error',
    title: 'Warning that can’t be confirmed',
    message: ({ code, raisedBy }) =>
      `${code} can't be a warning: ${raisedBy === null ? 'it is an error of the language' : `“${raisedBy}” raises it where its \`when\` does not hold, and nothing could happen then`}.`,
    page: 'A rule of point 5 may warn: what breaks it is saved once somebody has confirmed it. A guard decides what happens, and a standard error is the language’s own.\n\n❌ `| NOT_FOUND | warning | … | derived |`\n\n✅ `| TOO_LATE | warning | … | V4 |`',
  }),
  N810: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed key of an error',
    traits: ['foreign cell'],
    message: ({ text }) => `“${text}” is not a key: write a name without blanks, such as \`token\`.`,
    page: 'Exact calls of point 7 name an error by its key where no field broke.\n\n❌ `| UNAUTHENTICATED | 401 | the token | is missing | derived |`\n\n✅ `| UNAUTHENTICATED | 401 | token | is missing | derived |`',
  }),
  N811: code<{ code: string; reads: readonly HiddenRead[]; readers: readonly string[] }>({
    severity: 'warning',
    title: 'Message with what its reader need not be able to read',
    message: ({ code, reads, readers }) =>
      `The message of ${code} says ${all(reads.map(hiddenWords))}, which ${all(readers.map((name) => `\`${name}\``))} need not be able to read: whoever may not reads it without that. Say only what everybody may read whom ${code} refuses, or permit it in point 6.`,
    page: 'A message contains only what its reader may read in the product: the person whose request is refused. Anything else is left out of the sentence. Nothing is reported where it follows from point 6, and from who may cause the refusal, that they may read it.\n\n❌ `| ABOVE_LIMIT | 422 | Above {MANAGER_LIMIT}: see {note}. | Claim approve |`, where managers may not read notes\n\n✅ `| ABOVE_LIMIT | 422 | {total} is above {MANAGER_LIMIT}. | Claim approve |`',
  }),
} as const;

function all(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
