import path from 'node:path';
import type { Foreign, ForeignFile } from './foreign.ts';

/** A form of files that a document can be begun from. */
export interface Form {
  readonly name: string;
  /** Its name for people: “a schema of PostgreSQL”. */
  readonly words: string;
  readonly endings: readonly string[];
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
    name: 'frappe',
    words: 'doctypes of Frappe',
    endings: ['.json'],
    read: async (file) => (await import('./read-frappe.ts')).readFrappe(file),
  },
  {
    name: 'csv',
    words: 'a CSV file',
    endings: ['.csv', '.tsv'],
    read: async (file) => (await import('./read-csv.ts')).readCsv(file),
  },
];

/** The form that a file's name says; null: no name says one. */
export function formOf(file: string): Form | null {
  const ending = path.extname(file).toLowerCase();
  return FORMS.find(({ endings }) => endings.includes(ending)) ?? null;
}
