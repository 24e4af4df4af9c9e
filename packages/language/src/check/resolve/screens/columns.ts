import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { FieldType } from '../../../model/entities.ts';
import type { Column, Screen, ScreenSortKey } from '../../../model/screens.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import type { Context } from '../../context.ts';
import type { Declared, DeclaredEntity } from '../../declared.ts';
import { readNamed, reportTwice } from '../names.ts';
import { readSortKey } from '../sort-key.ts';
import { type Part, part, splitList, wordsAt } from '../words.ts';
import { BOOLEAN } from '../types.ts';
import { type FieldPath, readPath } from './path.ts';

/** The context of columns: the clause to which they belong, and the entity from which their paths start. */
export interface Place {
  readonly context: Context;
  readonly declared: Declared;
  readonly entity: string;
  /** `2.my_claims.columns`. */
  readonly clause: string;
}

/** Null if a field fits a part, otherwise the reason why not. */
export type Fits = (found: FieldPath) => DetailsOf<'N210'>['why'] | null;

/** Fields that a screen can show: lists of children are in `related`, except in a form's or a record's fields. */
export const SHOWN: Fits = ({ fieldType }) => (fieldType?.kind === 'secret' ? 'secret' : null);
export const NOT_A_LIST: Fits = (found) =>
  found.fieldType && ['children', 'all'].includes(found.fieldType.kind) ? 'list' : SHOWN(found);
/** In a list, comments are shown by their number. */
export const orComments =
  ({ entities }: Declared): Fits =>
  (found) => {
    const { fieldType: type, path } = found;
    const areComments = type?.kind === 'all' && path.length === 1 && entities.get(type.entity)?.isComments === true;
    return areComments ? null : NOT_A_LIST(found);
  };
export const FILTERED: Fits = (found) => (found.type.kind === 'file' ? 'file' : NOT_A_LIST(found));
export const SORTED: Fits = (found) =>
  found.isSeveral || (found.fieldType && ['roles', 'many'].includes(found.fieldType.kind))
    ? 'severalValues'
    : FILTERED(found);
export const SEARCHABLE: Fits = ({ fieldType }) =>
  fieldType && hasValue(fieldType, 'text', 'made text', 'nothing') ? null : 'noText';

/** Reads `number, owner.name, due (Due on)`. */
export function readColumns(place: Place, words: Cell | Part, fits: Fits): readonly Column[] {
  const columns: Column[] = [];
  const seen = new Map<string, Part>();
  for (const item of splitList(words)) {
    const column = readColumn(place, item, fits, seen);
    if (column) columns.push(column);
  }
  return columns;
}

/** Reads columns in groups: `Trip: from, to; Money: total`; one group without a label where none are stated. */
export function readGroups(place: Place, cell: Cell, fits: Fits): Screen['groups'] {
  const seen = new Map<string, Part>();
  const groups: { label: string | null; columns: readonly Column[] }[] = [];
  for (const group of splitList(cell, ';')) {
    if (group.text === '') continue;
    const label = /^([^:,()]+):/.exec(group.text);
    const list = label ? part(group, label[0].length, group.text.length) : group;
    const columns = splitList(list)
      .map((item) => readColumn(place, item, fits, seen))
      .filter((column) => column !== null);
    groups.push({ label: label?.[1]?.trim() ?? null, columns });
  }
  return groups;
}

function readColumn(place: Place, item: Part, fits: Fits, seen: Map<string, Part>): Column | null {
  const { context, declared, entity } = place;
  const named = readNamed(context, item);
  if (!named) return null;
  const found = readPath(context, named.name, entity, declared);
  if (!found) return null;
  const path = named.name.text;
  const first = seen.get(path);
  if (first) {
    reportTwice(context, 'field', named.name, first);
    return null;
  }
  seen.set(path, named.name);
  const why = fits(found);
  if (why !== null) {
    context.report('N210', SCREENS_CODES.N210, { path, field: found.path.at(-1) ?? path, why }, item.span);
    return null;
  }
  const clause = `${place.clause}.${path}`;
  context.place(clause, item.span);
  return { clause, path: found.path, label: item.text === path ? found.label : named.label };
}

/** The form of a path, so that anything else in an order is a condition. */
const PATH = /^[\w.\s]*$/;

/** Reads `submitted_at desc, number`, and conditions among them: `author in user.friends desc`. */
export function readOrder(place: Place, cell: Cell, scope: Scope): readonly ScreenSortKey[] {
  const keys: ScreenSortKey[] = [];
  const seen = new Map<string, Part>();
  for (const item of splitList(cell)) {
    const { key: written, descending } = readSortKey(place.context, item);
    const [key = written] = splitList(written);
    if (isCondition(key)) {
      const by = place.context.expression(key, scope, BOOLEAN);
      if (by) keys.push({ path: [], descending, by });
      continue;
    }
    const column = readColumn(place, key, SORTED, seen);
    if (column) keys.push({ path: column.path, descending });
  }
  return keys;
}

/** Whether a key is a condition: it has signs, or words between names. */
function isCondition({ text }: Part): boolean {
  return !PATH.test(text) || /^not\s|\s(?:in|is|and|or)\s/.test(text);
}

/** Reads `lines: date, amount; notes: text`; comments may stand without columns. */
export function readRelated(place: Place, cell: Cell): Screen['related'] {
  const { context, declared } = place;
  const related: Screen['related'][number][] = [];
  for (const item of splitList(cell, ';')) {
    if (item.text === '') continue;
    const colon = item.text.indexOf(':');
    const words = part(item, 0, colon < 0 ? item.text.length : colon);
    const found = readPath(context, words, place.entity, declared);
    if (!found || found.type.kind === 'unknown') continue;
    const [field] = found.path;
    const listed = entityOfList(found.fieldType);
    if (found.path.length !== 1 || field === undefined || listed === null) {
      const details = { path: words.text, field: words.text, why: 'noListHere' } as const;
      context.report('N210', SCREENS_CODES.N210, details, words.span);
      continue;
    }
    const shown = colon < 0 ? columnsOfComments(declared.entities.get(listed)) : null;
    if (shown === null && (colon < 0 || item.text.slice(colon + 1).trim() === '')) {
      const why = { because: 'related', field } as const;
      context.report('N215', SCREENS_CODES.N215, { text: item.text, why }, item.span);
      continue;
    }
    const clause = `${place.clause}.${field}`;
    context.place(clause, item.span);
    const words3 = shown === null ? part(item, colon + 1, item.text.length) : wordsAt(shown, words);
    const columns = readColumns({ ...place, entity: listed, clause }, words3, NOT_A_LIST);
    related.push({ field, entity: listed, columns });
  }
  return related;
}

/** Comments are shown with all that they have of their own, unless columns are stated; null for other records. */
function columnsOfComments(entity: DeclaredEntity | undefined): string | null {
  if (!entity?.isComments) return null;
  const shown = [...entity.fields.values()].filter(
    ({ name, type, derived }) =>
      !derived && name !== 'about' && !['children', 'all', 'secret', 'open'].includes(type.kind),
  );
  return shown.map(({ name }) => name).join(', ');
}

/** The entity of a field that lists records: owned ones, references, or all records that refer to this one. */
function entityOfList(type: FieldType | null): string | null {
  return type && (type.kind === 'children' || type.kind === 'many' || type.kind === 'all') ? type.entity : null;
}
