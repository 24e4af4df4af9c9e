import { type GapConsequence, type NeverDone, wordsOfGap } from './reasons/gaps.ts';
import { POINT_TITLES, POINTS } from '../../points.ts';
import { type Code, code } from '../code.ts';
import { offer } from '../offer.ts';
import { type Because, wordsOf } from '../reason.ts';
import { NAME_REASONS } from './reasons/document.ts';

/** The places where a code block has no meaning. */
const BLOCK_PLACES = {
  'point 1': 'in point 1',
  'point 2': 'in point 2',
  'point 3': 'in point 3',
  'point 4': 'in point 4',
  'point 5': 'in point 5',
  'point 6': 'in point 6',
  'point 7': 'in point 7',
  'point 8': 'in point 8',
  'point 9': 'in point 9',
  'made calls': 'among the calls it makes',
  mails: 'among the mails it sends',
  notices: 'among the notices it gives',
  papers: 'among the papers it makes',
  received: 'among the mails it receives',
  'account mails': 'among the mails about accounts',
  feeds: 'among the tables that it takes',
  terms: 'directly under `### Terms`',
  screen: 'under a screen',
  'exact call': 'under an exact call',
  shapes: 'among the shapes',
  'exact calls': 'among the exact calls',
  shape: 'under a shape',
  examples: 'among examples',
  permissions: 'among the permissions',
  roles: 'among the roles',
  workflow: 'under a workflow',
  entity: 'under an entity',
  gone: 'among what is gone',
  records: 'under records',
} as const;

export type BlockPlace = keyof typeof BLOCK_PLACES;

/** Mistakes in the headings, tables and names of any point, and the gap itself. */
export const TABLE_CODES = {
  N017: code<{ heading: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown heading',
    traits: ['unread heading', 'misplaced heading', 'no point above', 'surely fixed'],
    message: ({ heading, nearest, known }) => `“${heading}” is not known as a heading here.${offer(nearest, known)}`,
    page: 'A heading states an item of its point or a part of an item; one that is not understood is never skipped.\n\n❌ `#### Recrods`\n\n✅ `#### Records`',
  }),
  N018: code<{ headers: readonly string[]; known: readonly string[]; belongs?: string }>({
    severity: 'error',
    title: 'Unknown table',
    traits: ['unread table', 'no heading above', 'no point above', 'nameless', 'surely fixed'],
    message: ({ headers, known, belongs }) =>
      `A table with the columns ${headers.map((header) => `“${header}”`).join(', ')} is not understood here.${known.length > 0 ? ` Known here: ${known.join('; ')}.` : ''}${belongs === undefined ? '' : ` ${belongs}`}`,
    page: 'Tables are known by their header words, in any column order; every line of a document is accounted for.\n\n❌ `| colour | taste | smell |`\n\n✅ `| field | type | rules |`',
  }),
  N019: code<{ where: BlockPlace }>({
    severity: 'error',
    title: 'Code block without a meaning',
    traits: ['no heading above', 'no point above', 'surely fixed'],
    message: ({ where }) => `A code block has no meaning ${BLOCK_PLACES[where]}.`,
    page: 'Code blocks state the body of a call (7) or a term (9). Elsewhere put an example into a block quote.\n\n❌\n\n~~~markdown\n```\ndue_date is a date\n```\n~~~\n\n✅ `> due_date is a date`',
  }),
  N027: code<{ header: string; nearest: string | null; known: readonly string[]; personOf?: string }>({
    severity: 'error',
    title: 'Unknown column',
    traits: ['naming heading', 'stating names', 'no heading above', 'no point above', 'surely fixed'],
    unknownName: { points: '36' },
    names: ({ header }) => [header],
    message: ({ header, nearest, known, personOf }) =>
      personOf === undefined
        ? `This table has no column “${header}”.${offer(nearest, known)}`
        : `The columns of this table are roles, and “${header}” is a field of ${personOf}. State the role of whoever it names in “Roles”: \`${header}\`, given to \`${header} == user\`, of ${personOf}.`,
    page: 'A table is known by its header words. A column that is not understood is never skipped.\n\n❌ `| feild | type | rules |`\n\n✅ `| field | type | rules |`',
  }),
  N028: code<{ header: string }>({
    severity: 'error',
    title: 'Missing column',
    traits: ['unread table', 'no point above', 'surely fixed'],
    message: ({ header }) => `This table needs a column “${header}”.`,
    page: 'Some columns are needed to read a table at all; write `not shown` in a cell that is not known yet.\n\n❌ `| field | rules | meaning |`\n\n✅ `| field | type | rules |`',
  }),
  N029: code<{ key: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown part or setting',
    traits: ['foreign row', 'unfit cell', 'surely fixed'],
    message: ({ key, nearest, known }) => `“${key}” is not known here.${offer(nearest, known)}`,
    page: 'The rows of a `| part | is |` or `| setting | is |` table begin with a known word.\n\n❌ `| colums | number |`\n\n✅ `| columns | number |`',
  }),
  N037: code<{ name: string; what: string }>({
    severity: 'error',
    title: 'Stated twice',
    traits: ['unread heading', 'no heading above', 'foreign row', 'surely fixed'],
    message: ({ name, what }) => `The ${what} “${name}” is stated twice.`,
    page: 'A thing is stated once.\n\n❌ a second heading `### Claim`\n\n✅ `### Complaint`, or one heading `### Claim` with all of it',
  }),
  N038: code<{ name: string; reason: Because<typeof NAME_REASONS> }>({
    severity: 'error',
    title: 'Not a name',
    traits: ['unread heading', 'no point above', 'foreign row', 'unfit cell', 'no name'],
    message: ({ name, reason }) => `“${name}” can't be a name here: ${wordsOf(NAME_REASONS, reason)}.`,
    page: 'Entities are `PascalCase`; fields, states, events, roles and terms `snake_case`; errors and constants `UPPER_SNAKE`; all at most 55 characters. Reserved: `user`, `this`, `old`, `new`, `any`, `same`, `system`, `and or not if then else in is true false null`.\n\n❌ `### complaint`\n\n✅ `### Complaint`',
  }),
  N039: code<{ text: string }>({
    severity: 'error',
    title: 'Not a name with its label',
    traits: ['unread row'],
    message: ({ text }) => `“${text}” is not a name with its label. It is written like \`due_date (Due)\`.`,
    page: 'A label may be stated in parentheses behind a name.\n\n❌ `due_date (Due`\n\n✅ `due_date (Due)`',
  }),
  N091: code<{ stated: string; used: string; uses: number }>({
    severity: 'error',
    title: 'Stated otherwise than it is used',
    traits: ['likely fixed'],
    message: ({ stated, used, uses }) =>
      `“${stated}” is stated here and used nowhere, and “${used}” is used in ${uses} places and stated nowhere. Did you mean “${used}”?`,
    page: 'A name that is misspelt where it is stated is reported there, once, and not at each of its uses. Write it as it is used; or, where both are meant, state the other one too.\n\n❌ `| prupose | text | 1..80 |`, where columns and forms have `purpose`\n\n✅ `| purpose | text | 1..80 |`',
  }),
  N048: code<{
    clause: string;
    consequence: GapConsequence;
    neverDone?: readonly NeverDone[];
  }>({
    severity: 'gap',
    title: 'Not shown',
    message: ({ clause, ...gap }) => {
      const point = POINTS[Number(clause) - 1];
      const what = point === undefined ? clause : `Point ${clause} (${POINT_TITLES[point]})`;
      return `${what} is not shown. ${wordsOfGap(gap)}`;
    },
    page: 'What a document leaves open is a gap: listed here, visible in the product, refused as `NOT_SPECIFIED` and counted when somebody runs into it. It is no mistake.\n\n❌ `| PERIOD | not shown | |` is listed as a gap\n\n✅ `| PERIOD | 60 days | |` states it',
  }),
} satisfies Record<string, Code<never>>;
