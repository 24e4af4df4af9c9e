import type { Clause, Entity, Field } from '@nonet/language';
import { fromThis, THIS } from '../run/write.ts';
import { Parameters } from '../sql/parameters.ts';
import type { Statement } from '../store/pool.ts';
import type { ColumnDescription } from './describe.ts';

/** Counts what forbids a change (as `count`): with any, the whole migration is refused in these words. */
export interface Obstacle {
  readonly count: Statement;
  /** Their ids (as `id`), in order; a `limit` may be put behind it. */
  readonly which: Statement;
  /** Whose records `this_` are in the count; null where it is not about records one by one. */
  readonly entity: string | null;
  readonly words: (count: number) => string;
  /** What to write or to do instead, as a sentence without its end; null where the words say it. */
  readonly remedy: string | null;
}

/** A refusal names so many records. */
export const NAMED_RECORDS = 5;

/** The values that the records which are there have in a new column. */
export type NextValue =
  | { readonly kind: 'empty' }
  /** The field's default: it is the same for all records, but that only those are asked for it of which its `when` holds. */
  | { readonly kind: 'default'; readonly field: Field }
  /** One text for all. */
  | { readonly kind: 'text'; readonly text: string }
  /** The moment of the change. */
  | { readonly kind: 'now' }
  /** What the record has in the field of this name, stored or computed, by the names of the new document. */
  | { readonly kind: 'former' }
  | { readonly kind: 'slug'; readonly of: string }
  /** What the field's `from` comes to, over the former document's fields. */
  | { readonly kind: 'conversion' };

/** A column that is made and filled beside those in use, and takes its name when the change is done. */
export interface NextColumn {
  /** The entity by its new name. */
  readonly entity: string;
  readonly column: ColumnDescription;
  readonly value: NextValue;
}

/** What a changed document asks of the storage. */
export interface Change {
  /** The clause that asks for it; of what is gone, of the former document (by its new names). */
  readonly clause: string;
  readonly obstacle: Obstacle | null;
  /** What is done when everything is prepared, by the new names. It only touches the catalogue of the database. */
  readonly statements: readonly string[];
  readonly next: readonly NextColumn[];
  readonly summary: string;
  /** Whether a process of the former version can go on: all that it reads is there, and what it writes has a place. */
  readonly keepsFormer: boolean;
}

export function plain({ clause }: Clause, summary: string, statements: readonly string[]): Change {
  return { clause, summary, statements, obstacle: null, next: [], keepsFormer: false };
}

/** What a process of the former version can live with. */
export function additive(of: Clause, summary: string, statements: readonly string[]): Change {
  return { ...plain(of, summary, statements), keepsFormer: true };
}

/** What does nothing to the storage, but must not be. */
export function forbidden(of: Clause, summary: string, obstacle: Obstacle): Change {
  return { ...plain(of, summary, []), obstacle };
}

export function records(count: number): string {
  return count === 1 ? 'one record' : `${count} records`;
}

export function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}

/** Forbids a change where there are records of an entity that a condition (on `this_`) holds for; any without one. */
export function where(
  entity: Entity,
  words: Obstacle['words'],
  remedy: Obstacle['remedy'],
  condition: (parameters: Parameters) => string = () => 'true',
): Obstacle {
  const parameters = new Parameters();
  const found = `${fromThis(entity.name)} where (${condition(parameters)})`;
  const values = parameters.values();
  return {
    count: { text: `select count(*) as count ${found}`, values, prepare: false },
    which: {
      text: `select ${THIS}.id::text as id ${found} order by ${THIS}.id`,
      values,
      prepare: false,
    },
    entity: entity.name,
    words,
    remedy,
  };
}
