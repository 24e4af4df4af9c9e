import type { Entity, Field } from '@nonet/language';
import { table } from '../sql/identifiers.ts';

/** What a changed document asks of the storage. */
export interface Change {
  /** Counts what forbids the change: with any, the whole migration is refused in these words. */
  readonly obstacle: { readonly count: string; readonly words: (count: number) => string } | null;
  readonly statements: readonly string[];
  /** A new field whose records take its default (or a state field, whose records take the initial state). */
  readonly fill: { readonly entity: string; readonly field: Field } | null;
  readonly summary: string;
}

export function plain(summary: string, statements: readonly string[]): Change {
  return { summary, statements, obstacle: null, fill: null };
}

export function records(count: number): string {
  return count === 1 ? 'one record' : `${count} records`;
}

export function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}

export function counting(entity: Entity, condition: string): string {
  return `select count(*) from ${table(entity.name)} where ${condition}`;
}
