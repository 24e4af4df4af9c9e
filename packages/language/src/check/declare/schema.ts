import type { Type } from '../../expression/type.ts';
import type { FieldType } from '../../model/entities.ts';

/** The type that a field's value has in expressions. */
export function typeOf(type: FieldType, nullable: boolean, roles: readonly string[] = []): Type {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown':
    case 'email':
    case 'url':
    case 'phone':
    case 'secret':
    case 'number':
    case 'slug':
    case 'id':
      return { kind: 'text', nullable };
    case 'serial':
      return { kind: 'integer', nullable };
    case 'integer':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
    case 'recurrence':
    case 'json':
      return { kind: type.kind, nullable };
    case 'percent':
      return { kind: 'decimal', scale: null, nullable };
    case 'decimal':
      return { kind: 'decimal', scale: type.scale, nullable };
    case 'money':
      return { kind: 'money', currency: type.currency, nullable };
    case 'enum':
    case 'state':
      return { kind: 'enum', values: type.values.map((value) => value.name), nullable };
    case 'file':
    case 'image':
      return { kind: 'file', nullable };
    case 'roles':
      return { kind: 'list', of: { kind: 'enum', values: roles, nullable: false }, nullable: false };
    case 'reference':
      return { kind: 'record', entity: type.entity, nullable };
    case 'children':
    case 'many':
    case 'all':
      return { kind: 'list', of: { kind: 'record', entity: type.entity, nullable: false }, nullable: false };
    case 'open':
      return { kind: 'unknown', nullable };
  }
}
