import { code } from '../../code.ts';
import { type HiddenRead, hiddenWords } from '../disclosures.ts';

/** Why a word of a paper's parts stands in the wrong place. */
const PART_REASONS = {
  nothingOpen: 'nothing is open that it could divide or end',
  notEnded: 'its `{end}` is missing',
  secondElse: 'a condition has one `{else}`',
} as const;

/** How the parts of a paper are written. */
const FORMS = {
  size: '`A4`, `A5 landscape`, `letter`',
  language: 'a language tag such as `nl` or `de-AT`',
  logo: 'the name of a constant of point 9 that is a text, such as `BRAND_LOGO`',
} as const;

export interface PaperRead {
  readonly name: string;
  readonly reads: readonly HiddenRead[];
}

/** N780 to N791: papers that the product makes, sends and keeps. */
export const PAPER_CODES = {
  N780: code<{ part: 'of' | 'title' }>({
    severity: 'error',
    title: 'Paper of nothing or without a title',
    message: ({ part }) =>
      part === 'of'
        ? 'A paper of no record is none: leave it out, or write `not shown`.'
        : 'A paper has a title: write it, or `not shown`.',
    page: 'A paper is made of a record, and has a title and words. A part that nobody has decided yet is `not shown`.\n\n❌ `| title | none |`\n\n✅ `| title | Claim {number} |`',
  }),
  N781: code<{ why: keyof typeof PART_REASONS; text: string }>({
    severity: 'error',
    title: 'Ill-formed part of a paper',
    message: ({ why, text }) => `\`{${text}}\` stands wrongly here: ${PART_REASONS[why]}.`,
    page: '`{if …}` and `{for l in lines}` begin a part of a paper’s words, and `{end}` ends it; `{else}` stands between.\n\n❌ `{if total > 100}It is much.`\n\n✅ `{if total > 100}It is much.{end}`',
  }),
  N782: code<{ label: string }>({
    severity: 'error',
    title: 'Link of a paper that is a value',
    message: ({ label }) =>
      `The address of “${label}” would be a value that somebody entered: a link of a paper leads to an address that is stated.`,
    page: 'A paper leaves the product, so its links lead to addresses that the document states.\n\n❌ `[Claim]({number})`\n\n✅ `[Claims](https://example.com/claims)`',
  }),
  N783: code<{ part: keyof typeof FORMS; text: string }>({
    severity: 'error',
    title: 'Ill-formed part of a paper’s table',
    message: ({ part, text }) => `“${text}” is not how \`${part}\` is written: ${FORMS[part]}.`,
    page: 'A paper states its size, its language and its logo in these forms; without them it is A4, in the product’s own language, without a logo.\n\n❌ `| size | A9 |`\n\n✅ `| size | A5 landscape |`',
  }),
  N784: code<PaperRead>({
    severity: 'error',
    title: 'Paper with what nobody who makes it may ever read',
    message: ({ name, reads }) =>
      `${name} says ${wordsOfReads(reads)}, which nobody who may make it may ever read: it would always be left out.`,
    page: 'A paper contains only what whoever makes it may read. Permit it in point 6, leave it out, or let others make the paper.\n\n❌ `Note: {note}`, where `read note` is `no` for all who may make it\n\n✅ `Sum: {total}`, which they may read',
  }),
  N785: code<PaperRead>({
    severity: 'warning',
    title: 'Paper with what some who make it need not be able to read',
    message: ({ name, reads }) =>
      `${name} says ${wordsOfReads(reads)}, which not everybody who may make it need be able to read: for whoever may not, it is left out, and marked.`,
    page: 'A paper contains only what whoever makes it may read, on that record and with the roles that they hold then; the rest is marked as left out. Nothing is reported where it follows from point 6 and `for` that they may read it.\n\n❌ `| for | everyone |` for `Note: {note}`, where managers alone read notes\n\n✅ `| for | manager |`',
  }),
  N786: code<{ name: string; entity: string; roles: readonly string[] }>({
    severity: 'error',
    title: 'Paper that nobody may make',
    message: ({ name, entity, roles }) =>
      `Nobody may make ${name}: ${roles.map((role) => `\`${role}\``).join(', ')} may never read a record of ${entity}, or is a role of other records.`,
    page: 'A paper is made by those of its roles who may read the record. A role that is given by a relationship is held on the records that point 6 names for it.\n\n❌ `| for | owner |` for a paper of Loan, where `owner` is a role of Claim\n\n✅ `| for | manager |`, who may read loans',
  }),
  N787: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown paper',
    message: ({ name, nearest }) =>
      `There is no paper \`${name}\` in point 7.${nearest === null ? '' : ` Is \`${nearest}\` meant?`}`,
    page: 'A mail brings papers of `### Papers`, and an event keeps them.\n\n❌ `| attach | paper claim_leter |`\n\n✅ `| attach | paper claim_letter |`',
  }),
  N788: code<{ name: string; of: string | null; entity: string | null; text: string }>({
    severity: 'error',
    title: 'Paper of another record',
    message: ({ name, of, entity, text }) =>
      entity === null
        ? `\`${text}\` is no record, and \`${name}\` is made of one.`
        : `\`${name}\` is a paper of ${of}, and \`${text}\` is a record of ${entity}: name another record behind \`of\`.`,
    page: 'A paper is made of records of its entity: of the record itself, or of one that a path from it leads to (`paper letter of order`).\n\n❌ `| attach | paper claim_letter of owner |`\n\n✅ `| attach | paper claim_letter |`',
  }),
  N789: code<{ text: string }>({
    severity: 'error',
    title: 'Attachment that is neither a paper nor a file',
    message: ({ text }) =>
      `\`${text}\` is neither a paper nor a file: write \`paper\` and its name, or a field of the type \`file\` or \`image\`.`,
    page: 'A mail brings papers, and files of fields.\n\n❌ `| attach | purpose |`\n\n✅ `| attach | paper claim_letter |`',
  }),
  N790: code<{ entity: string; field: string }>({
    severity: 'error',
    title: 'Paper kept where no PDF is',
    message: ({ entity, field }) =>
      `\`${field}\` of ${entity} holds no PDF: a paper is kept in a field of the type \`file(pdf)\`.`,
    page: 'A paper that an event keeps is a PDF.\n\n❌ `purpose = paper claim_letter`\n\n✅ `letter = paper claim_letter`',
  }),
  N791: code<{ name: string; entity: string; field: string; reads: readonly HiddenRead[] }>({
    severity: 'error',
    title: 'Kept paper with what a reader of its field need not be able to read',
    message: ({ name, entity, field, reads }) =>
      `${name} is kept in \`${field}\` of ${entity}, and says ${wordsOfReads(reads)}: not everybody who may read the field need be able to read that.`,
    page: 'A paper that an event keeps is one file for all its readers, so that nothing can be left out for some of them: whoever may read the field must be able to read all that the paper says, on that record, as far as that follows from point 6. Permit it, leave it out of the paper, or narrow who may read the field (`read letter`).\n\n❌ `Note: {note}`, where managers alone read notes, and owners the letter\n\n✅ `Sum: {total}`, which owners may read',
  }),
} as const;

function wordsOfReads(reads: readonly HiddenRead[]): string {
  return new Intl.ListFormat('en').format(reads.map(hiddenWords));
}
