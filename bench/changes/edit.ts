/** Makes a document from another one by replacing parts of its text. */
export type TextEdit = (text: string) => string;

/** One change that a team makes to its product, and the expected result for the product's data. */
export interface Edit {
  /** The edit's number: the aims hold for those up to 90. */
  readonly number: string;
  readonly title: string;
  readonly product: 'expenses' | 'shop';
  /** The document as it is written first. */
  readonly first: TextEdit;
  /**
   * The expected result: `applied`, `refused` by the stored records, or `invalid` for `nonet check`. If it is not
   * applied, `stated` follows what that answer says.
   */
  readonly becomes: 'applied' | 'refused' | 'invalid';
  /** A variant of the document that carries the stored data over, if the first one does not. */
  readonly stated?: TextEdit;
  /**
   * Documents that are put to use one after the other before `stated`, with what people do in the product after each.
   */
  readonly stages?: readonly { readonly document: TextEdit; readonly sql?: string }[];
  /** Whether `stated` is another way than it was meant: the one that the refusal names. */
  readonly isAnother?: true;
  /** Further records in the database, in SQL. */
  readonly before?: string;
  /** The corrections of records that the answer asks people for, in SQL, before `stated`. */
  readonly people?: string;
  /** Which columns have other values afterwards, or are gone: `claim.purpose`, or `note.*`. Renames are known. */
  readonly changes?: readonly string[];
  /** SQL that is true if the change is as it was meant; `former` is the schema with the records before it. */
  readonly right?: string;
  /** The texts that `nonet plan` and `nonet apply` must print, each. */
  readonly says?: readonly RegExp[];
  /**
   * Whether the former document can be put to use again after people have written by the new one; absent: not checked.
   */
  readonly back?: 'open' | 'closed';
  /** Which columns have other values after the way back, besides. */
  readonly backChanges?: readonly string[];
  /** The meaning for which the language has no words, so that the edit can't be stated. */
  readonly lacks?: string;
  /** The fields that people write by the new document, in addition to the former ones. */
  readonly writes?: Readonly<Record<string, unknown>>;
  /** Fields in which people name themselves by either document. */
  readonly ownNames?: readonly string[];
}

/** Replaces a text at its first place, or all matches of a pattern. @throws If there is none. */
export function replace(part: string | RegExp, by: string): TextEdit {
  return (text) => {
    const edited = typeof part === 'string' ? text.replace(part, () => by) : text.replaceAll(part, by);
    if (edited === text) throw new Error(`The document has no ${String(part)}.`);
    return edited;
  };
}

/** One edit after the other. */
export function all(...edits: readonly TextEdit[]): TextEdit {
  return (text) => edits.reduce((edited, edit) => edit(edited), text);
}

/** Replaces the row of a field by other rows; by none, removes it. */
export function field(entity: string, name: string, ...rows: readonly string[]): TextEdit {
  return inEntity(entity, (lines) => {
    const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
    if (at < 0) throw new Error(`${entity} has no ${name}.`);
    return lines.toSpliced(at, 1, ...rows.map((row) => `| ${row}`));
  });
}

/** Adds rows after an entity's fields. */
export function add(entity: string, ...rows: readonly string[]): TextEdit {
  return inEntity(entity, (lines) => {
    const first = lines.findIndex((line) => line.startsWith('| field |'));
    const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
    return lines.toSpliced(end, 0, ...rows.map((row) => `| ${row}`));
  });
}

/** Adds a table of fields that are gone at the end of an entity. */
export function gone(entity: string, ...fields: readonly string[]): TextEdit {
  const rows = fields.map((name) => `| ${name} | |`);
  return inEntity(entity, (lines) => [...lines, '', '#### Gone', '', '| field | meaning |', '| --- | --- |', ...rows]);
}

/** A section of point 3 for a new entity. */
export function addEntity(section: string): TextEdit {
  return replace('## 4. States and transitions', `${section.trim()}\n\n## 4. States and transitions`);
}

/** The permissions of clerks for a new entity of the shop. */
export function allowAll(entity: string): TextEdit {
  return replace(
    '#### Invoice\n',
    `#### ${entity}\n\n| may | clerk | boss | others |\n| --- | --- | --- | --- |\n| read, create, update, delete | yes | yes | no |\n\n#### Invoice\n`,
  );
}

/** Inserts a row before the one that begins with this text. */
export function rowBefore(row: string, added: string): TextEdit {
  return replace(`| ${row} |`, `| ${added} |\n| ${row} |`);
}

/** Inserts a row after this one. */
export function rowAfter(row: string, added: string): TextEdit {
  return replace(`| ${row} |`, `| ${row} |\n| ${added} |`);
}

function inEntity(entity: string, edit: (lines: string[]) => string[]): TextEdit {
  return (text) => {
    const heading = new RegExp(`\\n### ${entity}(?: \\(was: \\w+\\))?\\n`);
    const three = text.indexOf('## 3. ');
    const found = heading.exec(text.slice(three));
    if (found === null) throw new Error(`The document has no entity ${entity}.`);
    const from = three + found.index + 1;
    const next = text.slice(from + 4).search(/\n##?#? /);
    const to = from + 4 + next;
    return text.slice(0, from) + edit(text.slice(from, to).split('\n')).join('\n') + text.slice(to);
  };
}

/** Removes a section: its heading and everything up to the next heading of its level or above. */
export function removeSection(heading: string, after = ''): TextEdit {
  return (text) => {
    const start = text.indexOf(after);
    const from = text.indexOf(`${heading}\n`, Math.max(start, 0));
    if (start < 0 || from < 0) throw new Error(`The document has no ${heading}.`);
    const level = heading.indexOf(' ');
    const rest = text.slice(from + heading.length);
    const end = rest.search(new RegExp(`\\n#{1,${level}} `));
    return text.slice(0, from) + rest.slice(end + 1);
  };
}
