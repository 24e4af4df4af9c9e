import type { Entity, Field } from '@nonet/language';
import { fromThis } from '../run/write.ts';
import { Parameters } from '../sql/parameters.ts';
import type { Statement } from '../store/pool.ts';

/** Counts what forbids a change (as `count`): with any, the whole migration is refused in these words. */
export interface Obstacle {
  readonly count: Statement;
  readonly words: (count: number) => string;
}

/** What a changed document asks of the storage. */
export interface Change {
  readonly obstacle: Obstacle | null;
  readonly statements: readonly string[];
  /** A new field whose records take its default (or a state field, whose records take the initial state). */
  readonly fill: { readonly entity: string; readonly field: Field } | null;
  readonly summary: string;
  /** Whether a process of the former version can go on: all that it reads is there, and what it writes has a place. */
  readonly keepsFormer: boolean;
}

export function plain(summary: string, statements: readonly string[]): Change {
  return { summary, statements, obstacle: null, fill: null, keepsFormer: false };
}

/** What a process of the former version can live with. */
export function additive(summary: string, statements: readonly string[]): Change {
  return { ...plain(summary, statements), keepsFormer: true };
}

/** What does nothing to the storage, but must not be. */
export function forbidden(summary: string, count: Statement, words: Obstacle['words']): Change {
  return { ...plain(summary, []), obstacle: { count, words } };
}

export function records(count: number): string {
  return count === 1 ? 'one record' : `${count} records`;
}

export function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}

/** Counts the records of an entity that a condition (on `this_`) holds for; all without one. Values are bound. */
export function counting(entity: Entity, condition: (parameters: Parameters) => string = () => 'true'): Statement {
  const parameters = new Parameters();
  const text = `select count(*) as count ${fromThis(entity.name)} where ${condition(parameters)}`;
  return { text, values: parameters.values(), prepare: false };
}
