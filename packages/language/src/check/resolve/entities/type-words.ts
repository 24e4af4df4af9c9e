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
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'email':
    case 'enum':
    case 'file':
    case 'id':
    case 'image':
    case 'integer':
    case 'json':
    case 'long text':
    case 'markdown':
    case 'number':
    case 'open':
    case 'percent':
    case 'phone':
    case 'recurrence':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'state':
    case 'text':
    case 'time':
    case 'url':
      return type.kind;
  }
}
