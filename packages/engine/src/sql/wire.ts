import { type Field, type FieldType, hasValue, type Type } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';

/** A file as the wire has it. The size of a paper that an event keeps is not known before it is set, which changes no record. */
export const FILE = `case when f."paper" is null
  then json_build_object('id', f."id", 'name', f."name", 'type', f."type", 'size', f."size")
  else json_build_object('id', f."id", 'name', f."name", 'type', f."type", 'size', null, 'paper', f."paper") end`;

/** The SQL of a stored value in the wire's form, as something that `to_json` writes rightly. */
export function wireValue(sql: string, type: FieldType): string {
  if ('id' in type && type.id === 'integer')
    return type.kind === 'reference'
      ? `nonet.id_number(${sql})`
      : `array(select nonet.id_number(u.id) from unnest(${sql}) with ordinality u(id, n) order by u.n)`;
  return type.kind === 'file' || type.kind === 'image'
    ? `(select ${FILE} from nonet.file f where f."id" = ${sql})`
    : type.kind === 'integer'
      ? sql
      : wireValueOfType(sql, bareType(type) as Pick<Type, 'kind'>);
}

/** Whether `wireValue` makes a subselect of a value of this type. */
export function isWrittenBySubselect(type: FieldType): boolean {
  return hasValue(type, 'file') || ((type.kind === 'many' || type.kind === 'all') && type.id === 'integer');
}

/** An expression's value in the wire's form. */
export function wireValueOfType(sql: string, type: Pick<Type, 'kind'>): string {
  switch (type.kind) {
    case 'decimal':
    case 'money':
    case 'time':
    case 'duration':
      return `(${sql})::text`;
    // Values of columns and computed fields are within the range of whole numbers; other calculated values may not be.
    case 'integer':
      return `nonet.whole(${sql})`;
    case 'working days':
      return `(nonet.whole(${sql})::text || 'WD')`;
    case 'datetime':
      return instantText(sql);
    case 'boolean':
    case 'date':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'size':
    case 'text':
    case 'unknown':
      return sql;
  }
}

/** RFC 3339 in UTC, with all six decimals. */
export function instantText(sql: string): string {
  return `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The type that a field has in an expression. */
export function typeOfField(field: Pick<Field, 'type' | 'required' | 'computed'>): Type {
  return { ...bareType(field.type), nullable: !field.required && field.computed === null } as Type;
}

function bareType(type: FieldType): Record<string, unknown> {
  switch (type.kind) {
    case 'integer':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
    case 'recurrence':
    case 'json':
      return { kind: type.kind };
    case 'decimal':
      return { kind: 'decimal', scale: type.scale };
    case 'percent':
      return { kind: 'decimal', scale: null };
    case 'money':
      return { kind: 'money', currency: type.currency };
    case 'enum':
    case 'state':
      return { kind: 'enum', values: type.values.map((choice) => choice.name) };
    case 'reference':
      return { kind: 'record', entity: type.entity };
    case 'children':
    case 'many':
    case 'all':
      return { kind: 'list', of: { kind: 'record', entity: type.entity, nullable: false } };
    case 'roles':
      return { kind: 'list', of: { kind: 'text', nullable: false } };
    case 'file':
    case 'image':
    case 'id':
    case 'serial':
      return { kind: 'file' };
    case 'open':
      return { kind: 'unknown' };
    case 'email':
    case 'long text':
    case 'markdown':
    case 'number':
    case 'phone':
    case 'secret':
    case 'slug':
    case 'text':
    case 'url':
      return { kind: 'text' };
  }
}

/** The id of a row as the wire has it. */
export function wireIdOf(index: PlanIndex, entity: string, sql: string): string {
  return index.hasWholeIds(entity) ? `nonet.id_number(${sql})` : sql;
}
