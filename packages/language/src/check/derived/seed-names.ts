import type { Expression } from '../../expression/tree.ts';
import { hasValue } from '../../model/field-kinds.ts';
import type { Entity, Field, SeedRecord } from '../../model/entities.ts';

/** The records that a document states, by entity: of those that a reference may name. */
export interface StatedRecords {
  readonly entities: readonly Entity[];
  readonly of: (entity: Entity) => readonly SeedRecord[];
}

/** The record that a text names among those that a document states. */
export interface Named {
  /** Several where they have one title. */
  readonly found: readonly SeedRecord[];
  /**
   * Whether no other record can have the name: none has a name that is made only when it is stored (a number, a
   * count).
   */
  readonly isSure: boolean;
  /** The names of the records, as far as they are known. */
  readonly names: readonly string[];
  /**
   * A number with parts of the day on which it is given, which the product makes as it stores a record that may have the
   * name for it: only a product that begins on the right day has such a record.
   */
  readonly dated: Field | null;
}

/** Whether values of the type name a record where they are unique. */
const isName = ({ type }: Field): boolean => hasValue(type, 'text', 'made text') && type.kind !== 'markdown';

/** Whether values of the type are in a title in the document's notation. */
const isAsWritten = ({ type }: Field): boolean =>
  hasValue(type, 'text', 'made text', 'date', 'boolean') || type.kind === 'integer';

/** The maximum depth of titles within titles. */
const DEPTH = 4;

/**
 * The records that a text refers to (3): those that have it in a unique field (the first such field decides),
 * otherwise those with that title.
 */
export function recordsNamed(stated: StatedRecords, entity: Entity, text: string): Named {
  return findNamed(stated, entity, text, 0);
}

function findNamed(stated: StatedRecords, entity: Entity, text: string, depth: number): Named {
  const records = stated.of(entity);
  const names: string[] = [];
  let isSure = true;
  let dated: Field | null = null;
  for (const field of entity.fields) {
    if ((field.unique === null && field.type.kind !== 'number') || !isName(field)) continue;
    const folds = field.unique === 'ignoring case' || field.type.kind === 'email';
    const fold = (name: string): string => (folds ? name.toLowerCase() : name);
    const found = records.filter((record) => {
      const name = valueOf(field, record);
      if (name === null && mayBecome(field, text)) {
        isSure = false;
        if (isDated(field)) dated = field;
      }
      if (name !== null && name !== '') names.push(name);
      return name !== null && name !== '' && fold(name) === fold(text);
    });
    if (found.length > 0) return { found, isSure: true, names, dated: null };
  }
  const found = records.filter((record) => {
    const parts = titleParts(stated, entity, record, depth);
    const title = whole(parts);
    if (title !== null) names.push(title);
    else if (mayRead(parts, text)) {
      isSure = false;
      dated ??= datedIn(entity, record);
    }
    return title === text;
  });
  return { found, isSure, names, dated };
}

function isDated({ type }: Field): boolean {
  return type.kind === 'number' && /\{(?:yyyy|yy|mm|dd)\}/.test(type.pattern);
}

/** The number with parts of the day that is in an entity's title, and that a record does not state. */
function datedIn(entity: Entity, record: SeedRecord): Field | null {
  const isOpen = (field: Field): boolean => isDated(field) && valueOf(field, record) === null;
  for (const part of entity.title) {
    if (typeof part === 'string' || part.kind !== 'field' || part.of.kind !== 'variable') continue;
    const field = entity.fields.find(({ name }) => name === part.field);
    if (field !== undefined && isOpen(field)) return field;
  }
  return null;
}

/** A value on the wire's form as text. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Whether a value that the product makes on storing may become this text. Slugs are made after the references have been
 * resolved.
 */
function mayBecome({ type }: Field, text: string): boolean {
  if (type.kind !== 'number') return type.kind !== 'slug';
  const [first = '', ...others] = type.pattern.split(/\{[^}]*\}/);
  let at = first.length;
  if (!text.startsWith(first)) return false;
  for (const part of others) {
    const digits = /^\d+/.exec(text.slice(at))?.[0].length ?? 0;
    at = part === '' ? at + digits : text.indexOf(part, at);
    if (at < 0 || digits === 0) return false;
    at += part.length;
  }
  return at === text.length;
}

/** The value of a record's field as text; empty if there is none, null if the product makes it on storing. */
function valueOf(field: Field, record: SeedRecord): string | null {
  const value = record.values[field.name];
  if (value?.kind === 'value') return asText(value.value);
  if (value !== undefined) return '';
  if (field.type.kind === 'number' || field.type.kind === 'slug') return null;
  if (field.default === null) return '';
  return field.default.kind === 'literal' ? String(field.default.value ?? '') : null;
}

/** A title by its parts; null for a part that is known only at run time. */
type TitleParts = readonly (string | null)[];

function titleParts(stated: StatedRecords, entity: Entity, record: SeedRecord, depth: number): TitleParts {
  if (depth > DEPTH) return [null];
  return entity.title.map((part) => (typeof part === 'string' ? part : textOf(stated, entity, record, part, depth)));
}

function titleOf(stated: StatedRecords, entity: Entity, record: SeedRecord, depth: number): string | null {
  return whole(titleParts(stated, entity, record, depth));
}

function whole(parts: TitleParts): string | null {
  return parts.includes(null) ? null : parts.join('');
}

/** Whether a title may become a text, with any values for its unknown parts. */
function mayRead(parts: TitleParts, text: string): boolean {
  const pattern = parts.map((part) => (part === null ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('');
  return new RegExp(`^${pattern}$`, 's').test(text);
}

/** A part of a title: a field of the record, or of one that it refers to. */
function textOf(
  stated: StatedRecords,
  entity: Entity,
  record: SeedRecord,
  part: Expression,
  depth: number,
): string | null {
  if (part.kind === 'literal' && typeof part.value === 'string') return part.value;
  if (part.kind === 'binary' && part.operator === '+' && part.type.kind === 'text') {
    const sides = [part.left, part.right].map((side) => textOf(stated, entity, record, side, depth));
    return whole(sides);
  }
  if (part.kind !== 'field') return null;
  const at = referred(stated, entity, record, part.of, depth);
  if (at === null || at === 'nothing') return at === null ? null : '';
  const field = at.entity.fields.find(({ name }) => name === part.field);
  if (field === undefined || depth > DEPTH) return null;
  if (field.computed !== null) return textOf(stated, at.entity, at.record, field.computed, depth + 1);
  if (field.type.kind === 'reference') {
    const target = referredBy(stated, at.entity, at.record, part.field, depth);
    if (target === null || target === 'nothing') return target === null ? null : '';
    return titleOf(stated, target.entity, target.record, depth + 1);
  }
  const value = valueOf(field, at.record);
  if (value === null || value === '') return value;
  if (field.type.kind === 'enum' || field.type.kind === 'state')
    return field.type.values.find(({ name }) => name === value)?.label ?? null;
  return isAsWritten(field) ? value : null;
}

type Referred = { readonly entity: Entity; readonly record: SeedRecord } | 'nothing' | null;

/** The record that a path of references leads to; null if that is not known. */
function referred(
  stated: StatedRecords,
  entity: Entity,
  record: SeedRecord,
  path: Expression,
  depth: number,
): Referred {
  if (path.kind === 'variable' && path.name === 'this') return { entity, record };
  if (path.kind !== 'field') return null;
  const at = referred(stated, entity, record, path.of, depth);
  return at === null || at === 'nothing' ? at : referredBy(stated, at.entity, at.record, path.field, depth);
}

function referredBy(stated: StatedRecords, entity: Entity, record: SeedRecord, field: string, depth: number): Referred {
  const value = record.values[field];
  if (value === undefined || value.kind === 'none') {
    const hasDefault = entity.fields.some(({ name, default: given }) => name === field && given !== null);
    return hasDefault && value === undefined ? null : 'nothing';
  }
  const target = value.kind === 'reference' ? stated.entities.find(({ name }) => name === value.entity) : undefined;
  if (value.kind !== 'reference' || target === undefined) return null;
  const { found } = findNamed(stated, target, value.text, depth + 1);
  return found[0] === undefined || found.length > 1 ? null : { entity: target, record: found[0] };
}
