import { POINT_TITLES, POINTS } from '../../points.ts';
import { type Code, code } from '../code.ts';
import { offer } from '../offer.ts';

/** What may be wrong with the headings, tables and names of any point, and the gap itself. */
export const TABLE_CODES = {
  N017: code<{ heading: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown heading',
    message: ({ heading, nearest, known }) => `“${heading}” is not known as a heading here.${offer(nearest, known)}`,
    page: 'A heading states an item of its point or a part of an item; one that is not understood is never skipped.\n\n❌ `#### Recrods`\n\n✅ `#### Records`',
  }),
  N018: code<{ headers: readonly string[]; known: readonly string[]; belongs?: string }>({
    severity: 'error',
    title: 'Unknown table',
    message: ({ headers, known, belongs }) =>
      `A table with the columns ${headers.map((header) => `“${header}”`).join(', ')} is not understood here.${known.length > 0 ? ` Known here: ${known.join('; ')}.` : ''}${belongs === undefined ? '' : ` ${belongs}`}`,
    page: 'Tables are known by their header words, in any column order; every line of a document is accounted for.\n\n❌ `| colour | taste | smell |`\n\n✅ `| field | type | rules |`',
  }),
  N019: code<{ where: string }>({
    severity: 'error',
    title: 'Code block without a meaning',
    message: ({ where }) => `A code block has no meaning ${where}.`,
    page: 'Code blocks state the body of a call (7) or a term (9). Elsewhere put an example into a block quote.\n\n❌\n\n~~~markdown\n```\ndue_date is a date\n```\n~~~\n\n✅ `> due_date is a date`',
  }),
  N027: code<{ header: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown column',
    message: ({ header, nearest, known }) => `This table has no column “${header}”.${offer(nearest, known)}`,
    page: 'A table is known by its header words. A column that is not understood is never skipped.\n\n❌ `| feild | type | rules |`\n\n✅ `| field | type | rules |`',
  }),
  N028: code<{ header: string }>({
    severity: 'error',
    title: 'Missing column',
    message: ({ header }) => `This table needs a column “${header}”.`,
    page: 'Some columns are needed to read a table at all; write `not shown` in a cell that is not known yet.\n\n❌ `| field | rules | meaning |`\n\n✅ `| field | type | rules |`',
  }),
  N029: code<{ key: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown part or setting',
    message: ({ key, nearest, known }) => `“${key}” is not known here.${offer(nearest, known)}`,
    page: 'The rows of a `| part | is |` or `| setting | is |` table begin with a known word.\n\n❌ `| colums | number |`\n\n✅ `| columns | number |`',
  }),
  N037: code<{ name: string; what: string }>({
    severity: 'error',
    title: 'Stated twice',
    message: ({ name, what }) => `The ${what} “${name}” is stated twice.`,
    page: 'A thing is stated once.\n\n❌ a second heading `### Claim`\n\n✅ `### Complaint`, or one heading `### Claim` with all of it',
  }),
  N038: code<{ name: string; reason: string }>({
    severity: 'error',
    title: 'Not a name',
    message: ({ name, reason }) => `“${name}” can't be a name here: ${reason}.`,
    page: 'Entities are `PascalCase`; fields, states, events, roles and terms `snake_case`; errors and constants `UPPER_SNAKE`; all at most 55 characters. Reserved: `user`, `this`, `old`, `new`, `any`, `same`, `system`, `and or not if then else in is true false null`.\n\n❌ `### complaint`\n\n✅ `### Complaint`',
  }),
  N039: code<{ text: string }>({
    severity: 'error',
    title: 'Not a name with its label',
    message: ({ text }) => `“${text}” is not a name with its label. It is written like \`due_date (Due)\`.`,
    page: 'A label may be stated in parentheses behind a name.\n\n❌ `due_date (Due`\n\n✅ `due_date (Due)`',
  }),
  N091: code<{ stated: string; used: string; uses: number }>({
    severity: 'error',
    title: 'Stated otherwise than it is used',
    message: ({ stated, used, uses }) =>
      `“${stated}” is stated here and used nowhere, and “${used}” is used in ${uses} places and stated nowhere. Did you mean “${used}”?`,
    page: 'A name that is misspelt where it is stated is told there, once, and not at each of its uses. Write it as it is used; or, where both are meant, state the other one too.\n\n❌ `| prupose | text | 1..80 |`, where columns and forms have `purpose`\n\n✅ `| purpose | text | 1..80 |`',
  }),
  N048: code<{ clause: string; consequence: string }>({
    severity: 'gap',
    title: 'Not shown',
    message: ({ clause, consequence }) => {
      const point = POINTS[Number(clause) - 1];
      const what = point === undefined ? clause : `Point ${clause} (${POINT_TITLES[point]})`;
      return `${what} is not shown. ${consequence}`;
    },
    page: 'What a document leaves open is a gap: listed here, visible in the product, refused as `NOT_SPECIFIED` and counted when somebody runs into it. It is no mistake.\n\n❌ `| PERIOD | not shown | |` is listed as a gap\n\n✅ `| PERIOD | 60 days | |` states it',
  }),
} satisfies Record<string, Code<never>>;
