import { type Entity, type Field, message, type Message, type Plan, fitsInCell } from '@nonet/language';
import type { FieldError } from '../../refusal.ts';
import { isWritable, mayBeGiven, type Settable, unsettable } from '../body.ts';
import { mayEverRead, settableFor } from '../settable.ts';
import { refuseInvalid } from '../refuse.ts';
import type { Write } from '../write.ts';

/** The columns that the first line of a file names. */
export interface ImportHeader {
  /** The field of each column; null if the column is ignored. */
  readonly fields: readonly (Field | null)[];
  readonly ignored: readonly string[];
}

/**
 * The fields that a header names, if the importing actor may set them. Columns of an export that nobody can import
 * (computed, numbered, set by events, behind a reference) are ignored if the actor may read them.
 */
export function readHeader(write: Write, entity: Entity, header: readonly string[]): ImportHeader {
  const { index } = write;
  const errors: FieldError[] = [];
  const rights = settableFor(write);
  const isNobodys = (field: Field) => !fitsInCell(field.type) || !isWritable(index, entity.name, field, true);
  const settable = (field: Field): Settable => (fitsInCell(field.type) ? rights(entity.name, field, true) : 'no');
  const known = entity.fields.filter((field) => rights(entity.name, field, true) !== 'unknown');
  const columns = new Map<Field, string>();
  const ignored: string[] = [];
  const fields = header.map((name): Field | null => {
    const [field = null, other] = calledSo(index.plan, entity, known, name);
    const problem = (words: Message) =>
      errors.push({ field: name, code: 'INVALID', message: words, clause: entity.clause });
    if (other === undefined && (field === null ? leadsOn(write, entity, name) : isNobodys(field))) ignored.push(name);
    else if (field === null || !mayBeGiven(settable(field))) {
      const reader = { index, settable: (_of: string, candidate: Field) => settable(candidate), errors };
      errors.push(unsettable(reader, entity.name, name, field, true, ''));
    } else if (other !== undefined) problem(message('severalFields', { name, fields: [field.name, other.name] }));
    else if (columns.has(field))
      problem(message('sameField', { name, other: columns.get(field) ?? '', field: field.name }));
    else {
      columns.set(field, name);
      return field;
    }
    return null;
  });
  if (errors.length > 0)
    throw refuseInvalid(
      index,
      errors.map((error) => ({ ...error, line: 1 })),
    );
  return { fields, ignored };
}

/**
 * Fields by their name, else by their label in the language of the request, else in any language, else by the heading
 * of a screen's column, which an export uses: somebody who reads another language may have exported the file.
 */
function calledSo({ screens }: Plan, entity: Entity, fields: readonly Field[], name: string): readonly Field[] {
  const named = fields.filter((field) => field.name === name);
  if (named.length > 0) return named;
  const labelled = fields.filter((field) => field.label === name);
  if (labelled.length > 0) return labelled;
  const translated = fields.filter((field) => Object.values(field.labels).includes(name));
  if (translated.length > 0) return translated;
  const columns = screens
    .filter((screen) => screen.entity === entity.name)
    .flatMap(({ groups }) => groups.flatMap((group) => group.columns));
  const shown = new Set(columns.flatMap(({ path, label }) => (label === name && path.length === 1 ? path : [])));
  return fields.filter((field) => shown.has(field.name));
}

/**
 * Whether a column is a path through a reference, by its names or as a screen shows it, that the importing actor may
 * read.
 */
function leadsOn(write: Write, entity: Entity, name: string): boolean {
  const { index } = write;
  const screens = index.plan.screens.filter((screen) => screen.entity === entity.name);
  const columns = screens.flatMap(({ groups }) => groups.flatMap((group) => group.columns));
  const stated = columns.filter(({ label }) => label === name).map(({ path }) => path);
  const isReadable = (path: readonly string[]): boolean => {
    let at: string | null = entity.name;
    for (const step of path) {
      const field: Field | null = at === null ? null : index.findField(at, step);
      if (at === null || field === null || !mayEverRead(write, at, field)) return false;
      at = field.type.kind === 'reference' ? field.type.entity : null;
    }
    return true;
  };
  return [name.split('.'), ...stated].some((path) => path.length > 1 && isReadable(path));
}
