import type { Expression } from '../../expression/tree.ts';
import type { Entity, Field, SeedRecord } from '../../model/entities.ts';

/** The records that a document states, by entity: of those that a reference may name. */
export interface StatedRecords {
  readonly entities: readonly Entity[];
  readonly of: (entity: Entity) => readonly SeedRecord[];
}

/** What a text names among the records that a document states. */
export interface Named {
  /** Several where they have one title. */
  readonly found: readonly SeedRecord[];
  /** Whether nothing else could be meant: no record has a name that is made only as it is stored (a number, a count). */
  readonly isSure: boolean;
  /** What the records are called, as far as it is known. */
  readonly names: readonly string[];
}

/** The types whose values name a record where they are unique. */
const NAMING: ReadonlySet<Field['type']['kind']> = new Set([
  'text',
  'long text',
  'email',
  'url',
  'phone',
  'number',
  'slug',
]);

/** The types whose values stand in a title as the document writes them. */
const AS_WRITTEN: ReadonlySet<Field['type']['kind']> = new Set([...NAMING, 'markdown', 'integer', 'date', 'boolean']);

/** How deep titles that have titles in them are followed. */
const DEPTH = 4;

/**
 * The records that a text means (3): those that have it in a unique field, the first such field deciding, else those that
 * have it as their title.
 */
export function recordsNamed(stated: StatedRecords, entity: Entity, text: string): Named {
  return findNamed(stated, entity, text, 0);
}

function findNamed(stated: StatedRecords, entity: Entity, text: string, depth: number): Named {
  const records = stated.of(entity);
  const names: string[] = [];
  let isSure = true;
  for (const field of entity.fields) {
    if ((field.unique === null && field.type.kind !== 'number') || !NAMING.has(field.type.kind)) continue;
    const folds = field.unique === 'ignoring case' || field.type.kind === 'email';
    const fold = (name: string): string => (folds ? name.toLowerCase() : name);
    const found = records.filter((record) => {
      const name = valueOf(field, record);
      if (name === null) isSure &&= !mayBecome(field, text);
      else if (name !== '') names.push(name);
      return name !== null && name !== '' && fold(name) === fold(text);
    });
    if (found.length > 0) return { found, isSure: true, names };
  }
  const found = records.filter((record) => {
    const parts = titleParts(stated, entity, record, depth);
    const title = whole(parts);
    if (title !== null) names.push(title);
    else if (mayRead(parts, text)) isSure = false;
    return title === text;
  });
  return { found, isSure, names };
}

/** A value on the wire's form as text. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether what is made as a record is stored may come to be this text; slugs are made after what refers has been put in. */
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

/** What a record has in a field, as text; empty where it has nothing there, null where that is made as it is stored. */
function valueOf(field: Field, record: SeedRecord): string | null {
  const value = record.values[field.name];
  if (value?.kind === 'value') return asText(value.value);
  if (value !== undefined) return '';
  if (field.type.kind === 'number' || field.type.kind === 'slug') return null;
  if (field.default === null) return '';
  return field.default.kind === 'literal' ? String(field.default.value ?? '') : null;
}

/** A title by its parts; null for what is only known where the product runs. */
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

/** Whether a title may come to be a text, whatever stands where it is not known. */
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
  return AS_WRITTEN.has(field.type.kind) ? value : null;
}

type Referred = { readonly entity: Entity; readonly record: SeedRecord } | 'nothing' | null;

/** The record that a path of references leads to; null where that is not known. */
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
