import type { ColumnView, EntityView, ProductView } from '@nonet/client';

/** What a list is asked for so that its columns can be shown: the paths, and the references to come with their titles. */
export function projection(columns: readonly ColumnView[]): { fields: string[]; expand: string[] } {
  return {
    fields: [...new Set(columns.map((column) => column.path.join('.')))],
    expand: [
      ...new Set(columns.filter((column) => column.field.kind === 'reference').map((column) => column.path.join('.'))),
    ],
  };
}

/** The value at a column's path; null where it runs through null, `undefined` where its reader may not read it. */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) {
    if (value === null) return null;
    if (typeof value !== 'object') return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/**
 * The references of a record, and of its owned children, that come with their titles. `fields` narrows the record's own
 * fields.
 */
export function expansions(
  entity: EntityView,
  entities: ProductView['entities'],
  fields: (name: string) => boolean = () => true,
): string[] {
  return entity.fields
    .filter((field) => fields(field.name) && field.entity !== null)
    .flatMap((field) => {
      if (field.kind === 'reference') return [field.name];
      if (field.kind !== 'children') return [];
      const references = (entities[field.entity ?? '']?.fields ?? []).filter(
        (child) => child.kind === 'reference' && (child.onCreate || child.onUpdate),
      );
      return references.length === 0 ? [] : [field.name, ...references.map((child) => `${field.name}.${child.name}`)];
    });
}
