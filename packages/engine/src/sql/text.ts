import type { Type } from '@nonet/language';
import { NULL } from './logic.ts';

/** All text is ordered alike, in columns and in expressions. */
export const COLLATED = ' collate nonet.text';

/** A value as something that is put in order. */
export function ordered(sql: string, type: Type): string {
  return type.kind === 'text' ? `(${sql}${COLLATED})` : sql;
}

/** A key behind `order by`, where PostgreSQL takes no bare constant: what this reader never reads puts nothing in order. */
export function sortKey(sql: string, type: Type): string {
  return sql === NULL ? `${NULL}::text` : ordered(sql, type);
}
