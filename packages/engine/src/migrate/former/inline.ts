import pg from 'pg';
import { replacePlaceholders } from '../../store/placeholders.ts';
import type { Statement } from '../../store/pool.ts';

/** A statement with its values in it, as the body of a function needs it: PostgreSQL's client quotes them. */
export function inline({ text, values }: Pick<Statement, 'text' | 'values'>): string {
  return replacePlaceholders(text, (place) => literal(values[place]));
}

/** @throws if it is no single value. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `'${value}'`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  throw new Error('A value that no text of SQL stands for.');
}
