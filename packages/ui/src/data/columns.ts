import type { ColumnView, EntityView, ProductView, ScreenView } from '@nonet/client';

/** The query for a list's columns: their paths, and the references whose titles are needed. */
export function projection(columns: readonly ColumnView[]): { fields: string[]; expand: string[] } {
  return {
    fields: [...new Set(columns.map((column) => column.path.join('.')))],
    expand: [
      ...new Set(
        columns
          .filter(({ field }) => field.kind === 'reference' || field.kind === 'many')
          .map((column) => column.path.join('.')),
      ),
    ],
  };
}

/**
 * The value at a column's path; null if it runs through null, `undefined` where its reader may not read it. Behind a
 * list, each value of its records once; null where they have none.
 */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const [place, name] of path.entries()) {
    if (value === null) return null;
    if (Array.isArray(value)) return valuesAt(value, path.slice(place));
    if (typeof value !== 'object') return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function valuesAt(records: readonly unknown[], path: readonly string[]): unknown {
  const found = records.map((record) => valueAt(record, path));
  if (found.length > 0 && found.every((value) => value === undefined)) return undefined;
  const values = found.flat().filter((value) => value !== null && value !== undefined);
  const once = new Map(values.map((value) => [JSON.stringify(value), value]));
  return once.size === 0 ? null : [...once.values()];
}

/** The number of facts on a card of a narrow screen, besides the record's name and state. */
const FACTS = 3;
/** Kinds that are too long for a card's facts if there are shorter ones. */
const LONG: ReadonlySet<string> = new Set(['long text', 'markdown', 'json', 'file', 'image', 'url', 'children', 'all']);

/**
 * The columns that a card of a narrow screen leaves out: all but the first, which names the record, its states, and the
 * first three of the others.
 */
export function furtherColumns(columns: readonly ColumnView[]): ReadonlySet<ColumnView> {
  const others = columns.slice(1).filter(({ field }) => field.kind !== 'state');
  const short = others.filter(({ field }) => !LONG.has(field.kind));
  const facts = new Set([...short, ...others.filter((column) => !short.includes(column))].slice(0, FACTS));
  return new Set(others.filter((column) => !facts.has(column)));
}

/** Whether the reversed list at a path has more records than came with the record (`_more`). */
export function isCutShort(record: unknown, path: readonly string[]): boolean {
  const more = valueAt(record, [...path.slice(0, -1), '_more']);
  return Array.isArray(more) && more.includes(path.at(-1));
}

/**
 * The references of a record, and of its owned children, that come with their titles. `fields` narrows the record's own
 * fields; a reversed list comes only where it is named.
 */
export function expansions(
  entity: EntityView,
  entities: ProductView['entities'],
  fields: ((name: string) => boolean) | null = null,
): string[] {
  return entity.fields
    .filter((field) => field.entity !== null && (fields ? fields(field.name) : field.kind !== 'all'))
    .flatMap((field) => {
      if (field.kind !== 'children') return [field.name];
      const references = (entities[field.entity ?? '']?.fields ?? []).filter(
        (child) => (child.kind === 'reference' || child.kind === 'many') && (child.onCreate || child.onUpdate),
      );
      return references.length === 0 ? [] : [field.name, ...references.map((child) => `${field.name}.${child.name}`)];
    });
}

/**
 * The additional data of a related list's columns: references with their titles, and records that paths lead through.
 */
export function relatedExpansions(related: ScreenView['related'][number]): string[] {
  return related.columns.flatMap(({ path, field }) => {
    const through = field.kind === 'reference' || field.kind === 'many' ? path : path.slice(0, -1);
    return through.length === 0 ? [] : [[related.field, ...through].join('.')];
  });
}
