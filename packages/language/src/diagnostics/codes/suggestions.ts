import { type Code, code } from '../code.ts';
import { type Because, wordsOf } from '../reason.ts';
import { LOST_HEADING_REASONS } from './reasons/document.ts';

/** N092, N093 and N095: one slip that reads as several mistakes, known by the one fix that takes them all away. */
export const SUGGESTION_CODES = {
  N092: code<{ left: string; right: string }>({
    severity: 'error',
    title: 'Columns that changed places',
    message: ({ left, right }) =>
      `The headers “${left}” and “${right}” seem to have changed places: what stands under each of them fits the other.`,
    page: 'Where two headers of a table have changed places, each row says the wrong thing twice. It is one slip, and reported as one, where the table is understood with its headers swapped.\n\n❌ `| state | meaning | kind |`, above rows such as `| draft | initial | |`\n\n✅ `| state | kind | meaning |`',
  }),
  N093: code<{ left: string; right: string }>({
    severity: 'error',
    title: 'Cells that changed places',
    message: ({ left, right }) =>
      `The cells under “${left}” and “${right}” seem to have changed places in this row: each fits the other column.`,
    page: 'Where two cells of a row have changed places, each of them may be wrong, and what rests on the row as well. It is one slip, and reported as one, where the row is understood with its cells swapped.\n\n❌ `| clerk | | assigned | |`, where `is given to` comes before `of`\n\n✅ `| clerk | assigned | | |`',
  }),
  N095: code<{ heading: string; why: Because<typeof LOST_HEADING_REASONS> }>({
    severity: 'error',
    title: 'A heading that is missing',
    message: ({ heading, why }) =>
      `The heading \`${heading}\` seems to be missing above this: ${wordsOf(LOST_HEADING_REASONS, why)}.`,
    page: 'Without its heading, a table belongs to what stands above it, and what is called by the heading is not there. It is one slip, and reported as one, where the document is understood with the heading.\n\n❌ `What people say.` above the fields of `Comment`\n\n✅ `### Comment` above them',
  }),
} satisfies Record<string, Code<never>>;
