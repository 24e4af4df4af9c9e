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
  /** The single records of an entity that forbid it; null if no single record does. */
  readonly records: { readonly entity: string; readonly ids: Statement } | null;
  /** The fields that it is about, by their new names, where its clause is not that of one field. */
  readonly fields?: readonly string[];
  readonly words: (count: number) => string;
  /** Whether it only concerns records as they are before the change: it reads columns that go with it. */
  readonly isOfPresent?: true;
  /**
   * The text or action that avoids the refusal, as a sentence without its full stop; null if the refusal itself names
   * it.
   */
  readonly remedy: string | null;
}

/** A refusal names so many records. */
export const NAMED_RECORDS = 5;

/** The values that the records which are there have in a new column. */
export type NextValue =
  | { readonly kind: 'empty' }
  /**
   * The field's default: it is the same for all records, but that only those are asked for it of which its `when`
   * holds.
   */
  | { readonly kind: 'default'; readonly field: Field }
  /** One text for all. */
  | { readonly kind: 'text'; readonly text: string }
  /** The moment of the change. */
  | { readonly kind: 'now' }
  /** The value of the field of this name, stored or computed, by the names of the new document. */
  | { readonly kind: 'former' }
  | { readonly kind: 'slug'; readonly of: string }
  /** The value of the field's `from`, over the former document's fields. */
  | { readonly kind: 'conversion' }
  /**
   * The value that an earlier version, which is put to use again, has kept in a column of this name; where it kept
   * none, the default of a required field (`default`).
   */
  | { readonly kind: 'kept'; readonly column: string; readonly default: Field | null };

/** A column that is made and filled beside those in use, and takes its name when the change is done. */
export interface NextColumn {
  /** The entity by its new name. */
  readonly entity: string;
  readonly column: ColumnDescription;
  readonly value: NextValue;
}

/** The stored data that the document deletes by name (`Gone`). */
export interface Loss {
  /** Counts it (as `count`). */
  readonly count: Statement;
  readonly words: (count: number) => string;
  /** Whether the records are counted in the storage in use, by its names. */
  readonly isKept?: true;
}

/** A change of the storage that a changed document requires. */
export interface Change {
  /** The clause that requires it; for a deleted part, the former document's clause (with new names). */
  readonly clause: string;
  readonly obstacle: Obstacle | null;
  /**
   * Statements that run when everything is prepared, by the new names. They only touch the catalogue of the database.
   */
  readonly statements: readonly string[];
  /** Statements that run before what is kept of a former version goes, and take a part of that. */
  readonly restores?: readonly string[];
  /** The entity (by its new name) whose table the statements alter or drop; null if they leave all that is there. */
  readonly alters: string | null;
  readonly next: readonly NextColumn[];
  readonly summary: string;
  /**
   * Whether a process of the former version can continue: everything that it reads exists, and its writes can be
   * stored.
   */
  readonly keepsFormer: boolean;
  readonly loses?: Loss;
  /**
   * The column of an entity (by its new name), or the whole entity, that its statements drop. It may be kept for
   * processes of the former version.
   */
  readonly drops?: { readonly entity: string; readonly column: string | null };
}

export function plain({ clause }: Clause, summary: string, statements: readonly string[]): Change {
  return { clause, summary, statements, alters: null, obstacle: null, next: [], keepsFormer: false };
}

/** A change that alters or drops an entity's table (`entity`: by its new name). */
export function altering(of: Clause, summary: string, entity: string, statements: readonly string[]): Change {
  return { ...plain(of, summary, statements), alters: entity };
}

/** A change with which a process of the former version can continue. */
export function additive(of: Clause, summary: string, statements: readonly string[]): Change {
  return { ...plain(of, summary, statements), keepsFormer: true };
}

/** A change that needs no change of the storage, and must not be made. */
export function forbidden(of: Clause, summary: string, obstacle: Obstacle): Change {
  return { ...plain(of, summary, []), obstacle };
}

export function records(count: number): string {
  return count === 1 ? 'one record' : `${count} records`;
}

export function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}

/** Forbids a change if there are records of an entity that a condition (on `this_`) holds for; any without one. */
export function where(
  entity: Entity,
  words: Obstacle['words'],
  remedy: Obstacle['remedy'],
  condition: (parameters: Parameters) => string = () => 'true',
): Obstacle {
  const parameters = new Parameters();
  const found = `${fromThis(entity.name)} where (${condition(parameters)})`;
  const values = parameters.values();
  const statement = (text: string): Statement => ({ text, values, prepare: false });
  return {
    count: statement(`select count(*) as count ${found}`),
    which: statement(`select ${THIS}.id::text as id ${found} order by ${THIS}.id`),
    records: { entity: entity.name, ids: statement(`select ${THIS}.id as id ${found}`) },
    words,
    remedy,
  };
}
