import { z } from 'zod';
import { Failure } from '../failure.ts';
import {
  type Foreign,
  type ForeignEntity,
  type ForeignField,
  type ForeignFile,
  type LeftOut,
  NotReadable,
} from './foreign.ts';
import { EntityNames, enumOf, FieldNames } from './names.ts';

const flag = z.union([z.number(), z.boolean()]).optional();
const text = z.string().nullish();
const DOCTYPE = z.object({
  doctype: z.literal('DocType').optional(),
  name: z.string(),
  description: text,
  istable: flag,
  fields: z.array(
    z.object({
      fieldname: text,
      fieldtype: z.string(),
      label: text,
      options: text,
      description: text,
      default: z.union([z.string(), z.number()]).nullish(),
      reqd: flag,
      unique: flag,
      length: z.number().optional(),
      depends_on: text,
      fetch_from: text,
    }),
  ),
});
type DocType = z.infer<typeof DOCTYPE>;
type DocField = DocType['fields'][number];

const TYPES: Readonly<Record<string, string>> = {
  Check: 'boolean',
  Code: 'long text',
  Data: 'text',
  Date: 'date',
  Int: 'integer',
  JSON: 'json',
  'Long Text': 'long text',
  'Markdown Editor': 'markdown',
  Password: 'secret',
  Phone: 'phone',
  'Read Only': 'text',
  'Small Text': 'long text',
  Text: 'long text',
  Time: 'time',
};
/** Parts of a form that store nothing. */
const LAYOUT = new Set(['Section Break', 'Column Break', 'Tab Break', 'Fold', 'Heading', 'HTML', 'Button', 'Image']);

/** Doctypes of Frappe: one, or a list of them, as JSON. */
export function readFrappe({ name: file, content }: ForeignFile): Foreign {
  const source = content.toString();
  let given: unknown;
  try {
    given = JSON.parse(source);
  } catch (error) {
    throw new NotReadable(1, error instanceof Error ? error.message : String(error));
  }
  const read = z.array(DOCTYPE).safeParse(Array.isArray(given) ? given : [given]);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new NotReadable(1, `this is no doctype: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  if (read.data.length === 0) throw new Failure(`${file} has no doctype: there is nothing to begin a document from.`);
  return new Doctypes(file, source.split('\n'), read.data).read();
}

class Doctypes {
  readonly #file: string;
  readonly #lines: readonly string[];
  readonly #doctypes: readonly DocType[];
  readonly #entities: ReadonlyMap<string, string>;
  readonly #leftOut: LeftOut[] = [];
  /** The tables of children that have an owner: a second one gets none. */
  readonly #owned = new Set<string>();

  constructor(file: string, lines: readonly string[], doctypes: readonly DocType[]) {
    this.#file = file;
    this.#lines = lines;
    this.#doctypes = doctypes;
    const names = new EntityNames();
    this.#entities = new Map(doctypes.map(({ name }) => [name, names.give(name, false)]));
  }

  read(): Foreign {
    const entities = this.#doctypes.map((doctype): ForeignEntity => {
      const names = new FieldNames();
      return {
        name: this.#entities.get(doctype.name) ?? doctype.name,
        prose: doctype.description ?? null,
        fields: doctype.fields.flatMap((field) => this.#field(doctype, field, names) ?? []),
        unique: [],
        hasIntegerId: false,
      };
    });
    return { entities, rules: [], leftOut: this.#leftOut };
  }

  #placeOf(doctype: DocType, { fieldname }: DocField): string {
    const begin = Math.max(
      this.#doctypes.length === 1
        ? 0
        : this.#lines.findIndex((line) => line.includes(`"name": ${JSON.stringify(doctype.name)}`)),
      0,
    );
    // The fields of a doctype stand before its name in a list of several, where keys are in the order of the alphabet.
    const lineIn = (from: number) =>
      this.#lines.findIndex((line, at) => at >= from && line.includes(`"fieldname": ${JSON.stringify(fieldname)}`));
    const found = lineIn(begin);
    return `${this.#file}:${(found < 0 ? Math.max(lineIn(0), 0) : found) + 1}`;
  }

  #field(doctype: DocType, field: DocField, names: FieldNames): ForeignField | null {
    if (LAYOUT.has(field.fieldtype) || !field.fieldname) return null;
    const place = this.#placeOf(doctype, field);
    const leave = (what: string) => this.#leftOut.push({ place, what: `${doctype.name}.${field.fieldname}: ${what}` });
    const name = names.give(field.fieldname);
    const type = this.#typeOf(field, leave);
    const isList = type?.startsWith('list of ') === true;
    const isSet = (value: number | boolean | undefined) => value === 1 || value === true;
    if (field.depends_on) leave(`it is shown where ${field.depends_on}`);
    if (field.fetch_from) leave(`it is filled from ${field.fetch_from}`);
    return {
      name,
      label: field.label && field.label !== name ? field.label : null,
      type,
      rules: [
        ...(isSet(field.reqd) || isList || type === 'boolean' ? [] : ['optional']),
        ...(isSet(field.unique) && type !== null ? ['unique'] : []),
        ...(field.length !== undefined && field.length > 0 && type === 'text' ? [`..${field.length}`] : []),
        ...(type === 'boolean' ? [`default ${String(field.default) === '1'}`] : []),
      ],
      meaning: field.description ?? null,
      note: `${field.fieldname} ${field.fieldtype}${field.options && field.fieldtype !== 'Select' ? ` ${field.options}` : ''}`,
      place,
    };
  }

  /** The type; null, and listed, where the language has none that is known to be the same. */
  #typeOf({ fieldtype, options }: DocField, leave: (what: string) => void): string | null {
    const target = options ?? '';
    if (fieldtype === 'Link') {
      const entity = target === 'User' ? 'User' : this.#entities.get(target);
      if (entity === undefined) leave(`refers to ${target}, which is not here`);
      return entity ?? null;
    }
    if (fieldtype === 'Table') {
      const entity = this.#entities.get(target);
      if (entity === undefined) leave(`has rows of ${target}, which is not here`);
      else if (this.#owned.has(target)) leave(`has rows of ${target}, which are parts of another doctype already`);
      else {
        this.#owned.add(target);
        return `list of ${entity}`;
      }
      return null;
    }
    if (fieldtype === 'Select') {
      const choice = enumOf(target.split('\n').filter((value) => value.trim() !== ''));
      if (choice === null) leave(`choices that are not taken as such: ${target.split('\n').join(', ')}`);
      return choice;
    }
    if (fieldtype === 'Data' && target === 'Email') return 'email';
    if (fieldtype === 'Data' && target === 'URL') return 'url';
    if (fieldtype === 'Data' && target === 'Phone') return 'phone';
    const type = TYPES[fieldtype] ?? null;
    if (type === null) leave(`the type ${fieldtype} has no counterpart that is known to be the same`);
    return type;
  }
}
