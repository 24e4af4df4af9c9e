import type { FieldType } from '../../../model/entities.ts';

/** A type in the words of point 3. */
export function typeWords(type: FieldType): string {
  switch (type.kind) {
    case 'reference':
      return type.entity;
    case 'children':
      return `list of ${type.entity}`;
    case 'slug':
      return `slug of ${type.of}`;
    case 'many':
      return `many ${type.entity}`;
    case 'all':
      return `all ${type.entity} by ${type.by}`;
    case 'money':
      return type.currency === null ? 'money' : `money in ${type.currency}`;
    default:
      return type.kind;
  }
}
