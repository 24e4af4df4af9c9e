import path from 'node:path';
import type { Foreign, ForeignFile } from './foreign.ts';

/** A form of files that a document can be begun from. */
export interface Form {
  readonly name: string;
  /** Its name for people: “a schema of PostgreSQL”. */
  readonly words: string;
  readonly endings: readonly string[];
  /** Whether a text is of this form, where other files have its ending as well. */
  readonly isIn?: (text: string) => boolean;
  readonly read: (file: ForeignFile) => Foreign | Promise<Foreign>;
}

/** Each form's reader is loaded when it is needed. */
export const FORMS: readonly Form[] = [
  {
    name: 'postgresql',
    words: 'a schema of PostgreSQL',
    endings: ['.sql'],
    read: async (file) => (await import('./read-postgresql.ts')).readPostgresql(file),
  },
  {
    name: 'prisma',
    words: 'a schema of Prisma',
    endings: ['.prisma'],
    read: async (file) => (await import('./read-prisma.ts')).readPrisma(file),
  },
  {
    name: 'drizzle',
    words: 'a schema of Drizzle',
    endings: ['.ts', '.mts'],
    read: async (file) => (await import('./read-drizzle.ts')).readDrizzle(file),
  },
  {
    name: 'openapi',
    words: 'an OpenAPI description',
    endings: ['.yaml', '.yml', '.json'],
    isIn: (text) => /^(?:\{?\s*"?|.*[{,]\s*")(?:openapi|swagger)"?\s*:\s*["']?\d/m.test(text),
    read: async (file) => (await import('./read-openapi.ts')).readOpenApi(file),
  },
  {
    name: 'directus',
    words: 'a snapshot of Directus',
    endings: ['.yaml', '.yml', '.json'],
    isIn: (text) => /(?:^|")directus"?\s*:/m.test(text) && /(?:^|")collections"?\s*:/m.test(text),
    read: async (file) => (await import('./read-directus.ts')).readDirectus(file),
  },
  {
    name: 'frappe',
    words: 'doctypes of Frappe',
    endings: ['.json'],
    isIn: (text) => /"(?:fieldtype|fieldname|istable)"\s*:|"DocType"/.test(text),
    read: async (file) => (await import('./read-frappe.ts')).readFrappe(file),
  },
  {
    name: 'xlsx',
    words: 'an Excel workbook',
    endings: ['.xlsx', '.xlsm'],
    read: async (file) => (await import('./read-xlsx.ts')).readXlsx(file),
  },
  {
    name: 'csv',
    words: 'a CSV file',
    endings: ['.csv', '.tsv'],
    read: async (file) => (await import('./read-csv.ts')).readCsv(file),
  },
];

/** The form that a file's name says, or its content where several forms have such names; null: nothing says one. */
export function formOf({ name, content }: ForeignFile): Form | null {
  const ending = path.extname(name).toLowerCase();
  const forms = FORMS.filter(({ endings }) => endings.includes(ending));
  const text = forms.some(({ isIn }) => isIn !== undefined) ? content.toString() : '';
  return forms.find(({ isIn }) => isIn === undefined || isIn(text)) ?? null;
}
