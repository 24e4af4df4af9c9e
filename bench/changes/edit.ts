/** A document as another one, by what is replaced in its text. */
export type TextEdit = (text: string) => string;

/** One change that a team makes to its product, and the expected result for the product's data. */
export interface Edit {
  /** The edit's number: those up to 90 are the ones that the aims are stated for. */
  readonly number: string;
  readonly title: string;
  readonly product: 'expenses' | 'shop';
  /** The document as it is written first. */
  readonly first: TextEdit;
  /**
   * What becomes of it: `applied`, `refused` by the stored records, or `invalid` for `nonet check`. Where it is not
   * applied, `stated` follows what that answer says.
   */
  readonly becomes: 'applied' | 'refused' | 'invalid';
  /** A variant of the document that carries the stored data over, if the first one does not. */
  readonly stated?: TextEdit;
  /**
   * Documents that are put to use one after the other before `stated`, with what people do in the product after each.
   */
  readonly stages?: readonly { readonly document: TextEdit; readonly sql?: string }[];
  /** What is in the database besides, in SQL. */
  readonly before?: string;
  /** What people do where the answer says that they have to, in SQL, before `stated`. */
  readonly people?: string;
  /** Which columns have other values afterwards, or are gone: `claim.purpose`, or `note.*`. Renames are known. */
  readonly changes?: readonly string[];
  /** SQL that is true if the change is as it was meant; `former` is the schema with the records before it. */
  readonly right?: string;
  /** What `nonet plan` and `nonet apply` have to say, each. */
  readonly says?: readonly RegExp[];
  /**
   * Whether the former document can be put to use again after people have written by the new one; open where not said.
   */
  readonly back?: 'open' | 'closed';
  /** Which columns have other values after the way back, besides. */
  readonly backChanges?: readonly string[];
  /** What the language has no words for: the edit has no way. */
  readonly lacks?: string;
  /** What people write by the new document, besides what they wrote before. */
  readonly writes?: Readonly<Record<string, unknown>>;
  /** Fields in which people name themselves by either document. */
  readonly ownNames?: readonly string[];
}

/** Replaces one text, which has to be there exactly so; or, of a pattern, all. */
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

/** The lines of an entity's fields with the one of `name` replaced by some rows: none takes it out. */
export function field(entity: string, name: string, ...rows: readonly string[]): TextEdit {
  return inEntity(entity, (lines) => {
    const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
    if (at < 0) throw new Error(`${entity} has no ${name}.`);
    return lines.toSpliced(at, 1, ...rows.map((row) => `| ${row}`));
  });
}

/** Rows behind an entity's fields. */
export function add(entity: string, ...rows: readonly string[]): TextEdit {
  return inEntity(entity, (lines) => {
    const first = lines.findIndex((line) => line.startsWith('| field |'));
    const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
    return lines.toSpliced(end, 0, ...rows.map((row) => `| ${row}`));
  });
}

/** Names fields of an entity as gone, behind its other parts. */
export function gone(entity: string, ...fields: readonly string[]): TextEdit {
  const rows = fields.map((name) => `| ${name} | |`);
  return inEntity(entity, (lines) => [...lines, '', '#### Gone', '', '| field | meaning |', '| --- | --- |', ...rows]);
}

/** A section of point 3 for a new entity. */
export function addEntity(section: string): TextEdit {
  return replace('## 4. States and transitions', `${section.trim()}\n\n## 4. States and transitions`);
}

/** What clerks may do with a new entity of the shop. */
export function permit(entity: string): TextEdit {
  return replace(
    '#### Invoice\n',
    `#### ${entity}\n\n| may | clerk | boss | others |\n| --- | --- | --- | --- |\n| read, create, update, delete | yes | yes | no |\n\n#### Invoice\n`,
  );
}

/** A row before the one that begins so. */
export function rowBefore(row: string, added: string): TextEdit {
  return replace(`| ${row} |`, `| ${added} |\n| ${row} |`);
}

/** A row behind this one. */
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

/** Takes a section out: its heading and all to the next heading of its level or above. */
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
