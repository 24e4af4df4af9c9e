import type { FieldType } from '../../../model/entities.ts';

/** A type in the words of point 3. */
export function typeWords(type: FieldType): string {
  switch (type.kind) {
    case 'reference':
      return type.entity;
    case 'children':
      return `list of ${type.entity}`;
    case 'money':
      return type.currency === null ? 'money' : `money in ${type.currency}`;
    default:
      return type.kind;
  }
}
